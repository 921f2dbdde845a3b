// Arrows on the map: what the coach advises, what threatens, and the last move of each side. They stand in the page as data-arrows,
// "kind from to turn hue" each, and are drawn over the counters. Each kind has a stroke and an end of its own, not only a colour.

const ARROWS_KEY = "elric-arrows";
// pixels: width of the stroke, its dashes, whether the head is hollow, and whether a ring stands around its goal
const KINDS = {
  march: { width: 5 }, sail: { width: 5, dash: "14 7" }, strike: { width: 7, ring: true },
  threat: { width: 4, dash: "2 7", hollow: true }, last: { width: 2.5, dot: true },
};
const CURVE = 0.12; // of its length by which an arrow bends, so that two ways between the same places are told apart

class Arrows {
  constructor(chart, model, el) {
    Object.assign(this, { chart, model, el, said: "" });
    this.lines = document.createElementNS(SVG, "g");
    this.lines.setAttribute("aria-hidden", "true"); // the coach's card and the story say the same in words
    this.lines.setAttribute("class", "er-arrows");
    chart.arrows.append(this.lines);
    try { this.hidden = localStorage.getItem(ARROWS_KEY) === "off"; } catch { /* nothing is remembered */ }
    this.addButton();
    this.again = () => { this.said = ""; this.draw(); };
    chart.map.on("zoomend viewreset resize", this.again);
    this.draw();
  }

  addButton() {
    const bar = this.chart.container.querySelector(".leaflet-control-zoom");
    if (!bar) return;
    this.button = document.createElement("a");
    this.button.dataset.hotkey = ">";
    Object.assign(this.button, { className: "er-numbers er-shows", href: "#", role: "button", title: "Arrows: advice, threats, the last moves (>)", textContent: "↗" });
    this.button.setAttribute("aria-label", "Arrows on the map");
    this.button.addEventListener("click", (event) => { event.preventDefault(); event.stopPropagation(); this.toggle(); });
    this.button.addEventListener("dblclick", (event) => event.stopPropagation());
    bar.append(this.button);
  }

  toggle() {
    this.hidden = !this.hidden;
    try { localStorage.setItem(ARROWS_KEY, this.hidden ? "off" : "on"); } catch { /* it holds as long as the page */ }
    this.again();
  }

  /** After each drawing of the page: what its cards say now. */
  draw() {
    const told = [...this.el.querySelectorAll("[data-arrows]")].map((it) => it.dataset.arrows).filter(Boolean).join(";");
    if (told === this.said) return;
    this.said = told;
    this.button?.setAttribute("aria-pressed", !this.hidden);
    const wanted = this.hidden || !told ? [] : told.split(";");
    if (wanted.length && this.chart.folded) this.reveal(wanted[0].split(" "));
    // what is advised lies highest
    this.lines.replaceChildren(...wanted.reverse().flatMap((one) => this.arrow(...one.split(" "))));
  }

  /** Where the map is moved to be seen, what is advised comes into sight. */
  reveal([kind, from, to]) {
    const anchors = this.model.get("anchors");
    if (kind === "last") return;
    for (const place of [from, to]) if (anchors[place]) this.chart.reveal(anchors[place], true);
  }

  arrow(kind, from, to, turn, hue) {
    const anchors = this.model.get("anchors"), a = anchors[from], b = anchors[to], how = KINDS[kind];
    if (!a || !b || !how) return [];
    const unit = (10 * this.chart.width) / this.chart.size.x, high = 10 * this.chart.height; // of the drawing, for a pixel
    const [x0, y0, x1, y1] = [10 * a[0], high - 10 * a[1], 10 * b[0], high - 10 * b[1]];
    const far = Math.hypot(x1 - x0, y1 - y0), width = how.width * unit;
    if (far < 8 * unit) return [];
    const bend = [(x0 + x1) / 2 + CURVE * (y1 - y0), (y0 + y1) / 2 - CURVE * (x1 - x0)];
    const along = Math.hypot(x1 - bend[0], y1 - bend[1]), [ux, uy] = [(x1 - bend[0]) / along, (y1 - bend[1]) / along];
    const head = Math.min(3.2 * width, 0.45 * far), gap = Math.min((how.ring ? 15 : 5) * unit, 0.25 * far);
    const [tx, ty] = [x1 - gap * ux, y1 - gap * uy], [nx, ny] = [tx - head * ux, ty - head * uy];
    const make = (name, attributes) => {
      const it = document.createElementNS(SVG, name);
      for (const [key, value] of Object.entries(attributes)) it.setAttribute(key, value);
      return it;
    };
    const group = make("g", { class: `er-arrow ${kind}${hue ? ` own-${hue}` : ""}` });
    const path = `M${x0} ${y0}Q${bend[0]} ${bend[1]} ${nx} ${ny}`, tip = 0.62 * head;
    const points = `${tx},${ty} ${nx - tip * uy},${ny + tip * ux} ${nx + tip * uy},${ny - tip * ux}`;
    const dash = how.dash ? { "stroke-dasharray": how.dash.split(" ").map((n) => n * unit).join(" "), "stroke-linecap": "round" } : {};
    group.append(
      make("path", { d: path, class: "halo", "stroke-width": width + 4 * unit }),
      make("polygon", { points, class: "halo", "stroke-width": 4 * unit }),
      make("path", { d: path, "stroke-width": width, ...dash }),
      make("polygon", { points, class: how.hollow ? "hollow" : "", "stroke-width": 2 * unit }),
    );
    if (how.dot) group.append(make("circle", { cx: x0, cy: y0, r: 4 * unit, "stroke-width": 2 * unit }));
    if (how.ring) group.append(
      make("circle", { cx: x1, cy: y1, r: 15 * unit, class: "halo", "stroke-width": 6 * unit }),
      make("circle", { cx: x1, cy: y1, r: 15 * unit, class: "ring", "stroke-width": 3 * unit }),
    );
    if (turn > 0) {
      const word = make("text", { x: (x0 + 2 * bend[0] + x1) / 4, y: (y0 + 2 * bend[1] + y1) / 4 + 5 * unit, "font-size": 14 * unit, "stroke-width": 4 * unit });
      word.textContent = `+${turn}`;
      group.append(word);
    }
    return [group];
  }

  remove() {
    this.chart.map.off("zoomend viewreset resize", this.again);
    this.button?.remove();
  }
}
