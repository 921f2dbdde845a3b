// The areas as things to choose: by mouse, finger and keyboard, with a name and a state for screen readers.

const DRAG = 6; // pixels between press and release that make it a drag
const RAISED = ["own", "enemy", "ready", "reach", "cross", "from", "fight", "target", "look", "sel"]; // later ones lie higher
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

class Areas {
  constructor(chart, model, say, chose, signal) {
    this.chart = chart;
    this.model = model;
    this.say = say;
    this.chose = chose; // is called after an area was chosen
    this.paths = new Map();
    this.hints = new Map(); // marks of the moment (pressed, look) that Python knows nothing of
    for (const [id, outline] of Object.entries(model.get("outlines"))) {
      const path = document.createElementNS(SVG, "path");
      path.setAttribute("d", outline);
      path.setAttribute("role", "button");
      path.setAttribute("tabindex", "-1");
      path.dataset.area = id;
      path.dataset.base = `prov prov-${id}`;
      chart.outlines.append(path);
      this.paths.set(id, path);
    }
    this.rove([...this.paths.keys()][0]);
    this.shown = new Map();
    this.drawName();
    this.drawMarks();
    addSeatPatterns(chart.outlines);
    chart.place();
    chart.container.setAttribute("role", "application");
    chart.container.setAttribute("aria-label", model.get("label"));

    const on = (type, listener, options = {}) =>
      chart.container.addEventListener(type, listener, { signal, ...options });
    let pressed = null;
    on("pointerdown", (event) => { pressed = [event.clientX, event.clientY]; this.walks = false; }, { capture: true });
    on("click", (event) => {
      if (pressed && Math.hypot(event.clientX - pressed[0], event.clientY - pressed[1]) > DRAG) return;
      const piece = event.target.closest(".er-piece");
      const path = event.target.closest("path.prov");
      if (piece) this.choose(piece.dataset.area, piece.dataset.unit);
      else if (path) this.choose(path.dataset.area);
    });
    // Not every area has room for its name: under the mouse it is shown in the corner, without a message to Python.
    this.told = document.createElement("div");
    this.told.className = "er-told";
    this.told.setAttribute("aria-hidden", "true");
    chart.container.append(this.told);
    signal.addEventListener("abort", () => this.told.remove());
    on("pointerover", (event) => {
      if (event.pointerType !== "touch") this.tell(event.target.closest("[data-area]")?.dataset.area);
    });
    on("pointerleave", () => this.tell());
    on("focusout", () => this.tell());
    on("keydown", (event) => this.key(event), { capture: true });
    on("focusin", (event) => {
      const path = event.target.closest?.("path.prov");
      if (!path) return;
      this.rove(path.dataset.area);
      raise(path);
      const at = this.at(path.dataset.area);
      if (!path.matches(":focus-visible")) return;
      this.walks = true;
      this.tell(path.dataset.area);
      if (at) chart.reveal(at);
    });
  }

  /** Whether the keyboard focus is on the map: letters then jump to areas instead of pressing buttons. */
  get walks() { return this.chart.container.classList.contains("er-walks"); }

  set walks(yes) { this.chart.container.classList.toggle("er-walks", yes); }

  /** An area's name in the corner. */
  tell(id) {
    const parts = id ? (this.model.get("names")[id] || id).split("; ") : [];
    const warned = / zone\b/.test(this.model.get("marks")[id]) && parts.length > 2 ? `: ${parts.at(-1)}` : "";
    const words = parts.slice(0, 2).join(", ") + warned;
    // never over what is pointed at: it changes corners
    const path = id && this.paths.get(id)?.getBoundingClientRect(), pane = this.chart.container.getBoundingClientRect();
    if (path) this.told.classList.toggle("high", path.bottom + 2 * path.height > pane.bottom - 60);
    this.told.textContent = /^\d{4}$/.test(id) && !words.includes(id) ? `${id}: ${words}` : words;
  }

  at(id) {
    return this.model.get("anchors")[id];
  }

  choose(id, unit) {
    if (!id) return;
    this.hint(id, "pressed", 1200);
    this.chosen = id;
    this.chose(true);
    this.say(unit ? { kind: "area", id, unit } : { kind: "area", id });
  }

  rove(id) {
    if (this.current) this.paths.get(this.current)?.setAttribute("tabindex", "-1");
    this.current = id;
    this.paths.get(id)?.setAttribute("tabindex", "0");
  }

  focus(id) {
    const path = this.paths.get(id);
    if (!path) return false;
    path.focus({ preventScroll: true, focusVisible: true });
    return true;
  }

  look(id, milliseconds = 2600) {
    const at = this.at(id);
    if (at) this.chart.reveal(at);
    this.hint(id, "look", milliseconds);
  }

  /** A mark that is removed after a time; without one it stays until `unhint`. */
  hint(id, name, milliseconds) {
    if (!this.paths.has(id)) return;
    this.hints.set(id, name);
    this.drawArea(id);
    this.order();
    if (milliseconds) setTimeout(() => this.unhint(id, name), milliseconds);
  }

  unhint(id, name) {
    if (this.hints.get(id) !== name) return;
    this.hints.delete(id);
    this.drawArea(id);
  }

  drawName() {
    const names = this.model.get("names");
    for (const [id, path] of this.paths) {
      const name = names[id] || id;
      if (path.named !== name) path.setAttribute("aria-label", path.named = name);
    }
  }

  drawMarks() {
    this.hints.forEach((name, id) => { if (name === "pressed") this.hints.delete(id); });
    for (const id of this.paths.keys()) this.drawArea(id);
    this.order();
    // from elsewhere on the page the keyboard comes back to where the stack in hand stands, or to what is chosen
    const marks = this.model.get("marks"), among = (mark) => [...this.paths.keys()].find((id) => ` ${marks[id]} `.includes(` ${mark} `));
    const here = this.chart.container.contains(document.activeElement) ? "" : among("from") || among("sel");
    if (here && here !== this.current) this.rove(here);
  }

  drawArea(id) {
    const path = this.paths.get(id), told = this.model.get("marks")[id] || "";
    if (!told && !this.hints.has(id) && this.shown.get(id) === "") return; // as most areas are, of most maps
    const marks = told.split(/\s+/).filter(Boolean);
    if (this.hints.has(id)) marks.push(this.hints.get(id));
    const now = marks.join(" ");
    if (this.shown.get(id) === now) return;
    this.shown.set(id, now);
    path.setAttribute("class", [path.dataset.base, ...marks.map((mark) => `is-${mark}`)].join(" "));
    if (marks.includes("sel")) path.setAttribute("aria-pressed", "true");
    else path.removeAttribute("aria-pressed");
    const height = Math.max(...marks.map((mark) => RAISED.indexOf(mark.split("-")[0])));
    if (height >= 0) path.dataset.height = height;
    else delete path.dataset.height;
  }

  /** Marked areas are drawn over plain ones, stronger marks over weaker: neighbours share a border line. */
  order() {
    const marked = [...this.paths.values()].filter((path) => path.dataset.height)
      .sort((a, b) => a.dataset.height - b.dataset.height);
    const now = marked.map((path) => path.dataset.area).join(" ");
    if (now === this.ordered) return;
    this.ordered = now;
    const focused = this.paths.get(document.activeElement?.dataset?.area);
    for (const path of marked) if (path !== focused) path.parentNode.append(path);
    if (focused === document.activeElement) raise(focused);
  }

  key(event) {
    const path = event.target.closest?.("path.prov");
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const zooms = { "+": () => this.chart.map.zoomIn(), "=": () => this.chart.map.zoomIn(),
                    "-": () => this.chart.map.zoomOut(), "0": () => this.chart.fit() };
    if (zooms[event.key]) zooms[event.key]();
    else if (!path) return;
    else if (event.key === "Enter" || event.key === " ") this.choose(path.dataset.area);
    else if (ARROWS[event.key]) { this.walks = true; this.step(path.dataset.area, ARROWS[event.key]); }
    else if (this.walks && /^\p{L}$/u.test(event.key)) this.jump(path.dataset.area, event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** To the nearest area in a direction; sideways distance counts half as much again: on hexes the next row lies between the places of
      this one. Whoever goes on in the same direction, or back, keeps to the line on which he set out. */
  step(id, [dx, dy]) {
    const here = this.at(id);
    if (!here) return;
    const { line } = this, goesOn = line && line.reached === id && (line.dx !== 0) === (dx !== 0);
    const from = !goesOn ? here : dx ? [here[0], line.from[1]] : [line.from[0], here[1]];
    let best = null, least = Infinity;
    for (const other of this.paths.keys()) {
      const to = this.at(other);
      if (other === id || !to) continue;
      const ahead = (to[0] - from[0]) * dx + (to[1] - from[1]) * dy;
      const aside = Math.abs((to[0] - from[0]) * dy) + Math.abs((to[1] - from[1]) * dx);
      if (ahead > 4 && ahead + 1.5 * aside < least) [best, least] = [other, ahead + 1.5 * aside];
    }
    this.line = { from, dx, reached: best };
    if (best) this.focus(best);
  }

  /** To the next area whose name begins with a letter. */
  jump(id, letter) {
    const names = this.model.get("names");
    const sorted = [...this.paths.keys()].sort((a, b) => (names[a] || a).localeCompare(names[b] || b));
    const start = sorted.indexOf(id);
    const ring = [...sorted.slice(start + 1), ...sorted.slice(0, start)];
    const found = ring.find((other) => (names[other] || other).toLowerCase().startsWith(letter.toLowerCase()));
    if (found) this.focus(found);
  }
}

/** Bring a path to the front by moving those above it below: moving the path itself would lose its focus. */
function raise(path) {
  while (path.nextElementSibling) path.parentNode.insertBefore(path.nextElementSibling, path);
}

/** Fill patterns by seat, so that the owner of an area is shown by more than colour. Each map has its own. */
function addSeatPatterns(svg) {
  const shapes = ['<path d="M-2 2l4-4M0 10L10 0M8 12l4-4"/>', '<path d="M-2 8l4 4M0 0l10 10M8-2l4 4"/>',
    '<path d="M0 5h10"/>', '<path d="M5 0v10"/>', '<path d="M0 5h10M5 0v10"/>', '<path d="M-1 4l3 3 3-3 3 3 3-3"/>'];
  const defs = document.createElementNS(SVG, "defs");
  const own = Math.random().toString(36).slice(2);
  defs.innerHTML = shapes.map((shape, seat) =>
    `<pattern id="er-${own}-${seat}" class="er-seat-${seat}" width="10" height="10" patternUnits="userSpaceOnUse">${shape}</pattern>`
  ).join("");
  svg.prepend(defs);
  defs.innerHTML += `<pattern id="er-${own}-zone" class="er-zone" width="7" height="7" patternUnits="userSpaceOnUse"><path d="M-2 5l4 4M0 0l7 7M5-2l4 4"/></pattern>`;
  svg.style.setProperty("--hatch-zone", `url(#er-${own}-zone)`);
  shapes.forEach((_, seat) => { svg.style.setProperty(`--hatch-${seat}`, `url(#er-${own}-${seat})`); });
}
