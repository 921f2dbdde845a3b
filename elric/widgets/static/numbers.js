// The numbers of the hexes, on maps whose areas are called by column and row ("2926"). Only those in sight are drawn, and where
// the hexes are smaller than a number only every second or fifth, so that rows and columns can still be counted. On other maps the
// names of places that are covered by counters, for whoever asks for them.

const NUMBERS_KEY = "elric-hex-numbers", NAMES_KEY = "elric-place-names";
const OTHER = /card-piece|siege-piece|flag-piece|edge-piece/; // what lies on the map and is no counter
const ROOM = 34; // pixels from hex to hex at which every number can be read
const TALL = 18; // of the letters of a name, in units of the map
const CALM = 90; // milliseconds that the map rests before its numbers are drawn again

class Numbers {
  constructor(chart, model) {
    this.chart = chart;
    this.model = model;
    this.anchors = model.get("anchors");
    this.ids = Object.keys(this.anchors);
    this.wanted = null; // true or false once somebody has said so; until then they stand where they can be read
    this.named = !this.ids.every((id) => /^\d{4}$/.test(id));
    if (!this.ids.length) return;
    if (this.named) this.wanted = false;
    const key = this.key = this.named ? NAMES_KEY : NUMBERS_KEY;
    try { this.wanted = { on: true, off: false }[localStorage.getItem(key)] ?? this.wanted; } catch { /* nothing is remembered */ }
    const [x, y] = this.anchors[this.ids[0]];
    this.apart = Math.min(...this.ids.slice(1).map((id) => Math.hypot(this.anchors[id][0] - x, this.anchors[id][1] - y)));
    this.words = document.createElementNS(SVG, "g");
    this.words.setAttribute("aria-hidden", "true"); // an area's own name has its number
    // numbers lie below the counters, the names of where counters stand above them
    (this.named ? chart.arrows : chart.numbers).append(this.words);
    this.words.setAttribute("class", "er-names");
    this.addButton();
    this.again = () => { clearTimeout(this.waiting); this.waiting = setTimeout(() => this.draw(), CALM); };
    chart.map.on("zoomend moveend viewreset resize", this.again);
    this.draw();
  }

  addButton() {
    const bar = this.chart.container.querySelector(".leaflet-control-zoom");
    if (!bar) return;
    this.button = document.createElement("a");
    this.button.className = "er-numbers";
    this.button.href = "#";
    this.button.role = "button";
    this.button.title = this.named ? "Names of the places where counters stand (#)" : "Numbers of the hexes (#)";
    this.button.setAttribute("aria-label", this.named ? "Names over the counters" : "Numbers of the hexes");
    this.button.dataset.hotkey = "#";
    this.button.textContent = this.named ? "A" : "#";
    this.button.addEventListener("click", (event) => { event.preventDefault(); event.stopPropagation(); this.toggle(); });
    this.button.addEventListener("dblclick", (event) => event.stopPropagation());
    bar.prepend(this.button);
  }

  toggle() {
    this.wanted = !this.shown;
    try { localStorage.setItem(this.key, this.wanted ? "on" : "off"); } catch { /* it holds as long as the page */ }
    this.draw();
  }

  draw() {
    if (!this.words) return;
    const { chart } = this, scale = chart.size.x / chart.width, gap = this.apart * scale; // pixels
    this.shown = this.wanted ?? gap >= ROOM;
    this.button?.setAttribute("aria-pressed", this.shown);
    if (!this.shown || gap <= 0) { this.words.replaceChildren(); return; }
    if (this.named) { this.drawNames(scale); return; }
    const every = gap >= ROOM ? 1 : 2 * gap >= 1.6 * ROOM ? 2 : 5;
    const size = Math.max(10, Math.min(14, gap / 5)); // pixels
    const pane = chart.container.getBoundingClientRect(), frame = chart.numbers.getBoundingClientRect();
    const counter = (gap / Math.sqrt(3)) * 0.66; // half a counter: where one leaves no room its hex goes without
    const taken = counter + size > gap / 2 ? new Set(Object.values(this.model.get("pieces")).map((piece) => piece.area)) : new Set();
    const seen = this.ids.filter((id) => {
      if (taken.has(id) || (every > 1 && (Number(id.slice(0, 2)) % every || Number(id.slice(2)) % every))) return false;
      const x = frame.x + this.anchors[id][0] * scale, y = frame.y + (chart.height - this.anchors[id][1]) * scale;
      return x > pane.left && x < pane.right && y > pane.top && y < pane.bottom;
    });
    const unit = 10 / scale; // of the drawing, for a pixel
    this.words.setAttribute("font-size", size * unit);
    this.words.setAttribute("stroke-width", 2.6 * unit);
    const lift = every > 1 ? -0.35 * size : gap / 2 - size; // of the foot of a number over the middle of its hex
    const feet = seen.map((id) => [id, this.anchors[id][0], chart.height - this.anchors[id][1] - lift / scale]);
    const printed = this.printed(), high = size / scale;
    const over = (x, y) => printed.some(([left, right, foot]) => x + 1.2 * high > left && x - 1.2 * high < right && y > foot - TALL && y - high < foot + 0.3 * TALL);
    this.words.replaceChildren(...feet.filter(([, x, y]) => !over(x, y)).map(([id, x, y]) => {
      const word = document.createElementNS(SVG, "text");
      word.setAttribute("x", 10 * x);
      word.setAttribute("y", 10 * y);
      word.textContent = id;
      return word;
    }));
  }

  /** Where the picture itself has a name: left, right and foot. A number over it would make both unreadable. */
  printed() {
    const { from } = this.chart;
    if (from && this.read !== from) {
      this.read = from;
      pictureText(from).then((svg) => {
        const names = svg.matchAll(/<text[^>]* x="([\d.]+)" y="([\d.]+)"[^>]*>([^<]+)</g);
        this.names = [...names].map(([, x, y, name]) => [x - 0.27 * TALL * name.length, +x + 0.27 * TALL * name.length, +y]);
        this.draw();
      }).catch(() => {}); // then the numbers stand over the names
    }
    return this.names || [];
  }

  /** The name of each place where counters stand, below them: there the picture's own name is covered. */
  drawNames(scale) {
    const { chart } = this, unit = 10 / scale, names = this.model.get("names");
    const taken = new Set(Object.values(this.model.get("pieces")).filter((piece) => !OTHER.test(piece.class || "")).map((piece) => piece.area).filter((id) => this.anchors[id]));
    const half = Math.max(8.5, Math.min(42, chart.size.x * 0.0155)); // of a counter, in pixels
    this.words.setAttribute("font-size", 12.5 * unit);
    this.words.setAttribute("stroke-width", 3.4 * unit);
    this.words.replaceChildren(...[...taken].map((id) => {
      const word = document.createElementNS(SVG, "text");
      word.setAttribute("x", 10 * this.anchors[id][0]);
      word.setAttribute("y", 10 * (chart.height - this.anchors[id][1]) + (half + 12) * unit);
      word.textContent = (names[id] || id).split(/[,;(]/)[0].trim();
      return word;
    }));
  }

  remove() {
    clearTimeout(this.waiting);
    if (this.again) this.chart.map.off("zoomend moveend viewreset resize", this.again);
    this.button?.remove();
  }
}
