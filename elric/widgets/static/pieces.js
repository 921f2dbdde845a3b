// The counters, and the small numbers on areas, in the layer over the map.

const REST = 220; // milliseconds the mouse rests on a pile before it is laid open
const MOVE = { duration: 480, easing: "cubic-bezier(.3,.1,.2,1)" };

class Pieces {
  constructor(chart, model, signal) {
    this.chart = chart;
    this.model = model;
    this.drawn = new Map();
    const sprite = document.createElement("div");
    sprite.className = "er-sprite";
    sprite.innerHTML = model.get("sprite");
    chart.layer.append(sprite);
    this.opened = null; // the area whose piles are laid open
    this.touched = null; // the area of the pile that was touched last
    this.listen(signal);
    this.badges = document.createElement("div");
    chart.layer.append(this.badges);
    this.draw(false);
    this.drawBadges();
  }

  /** A pile is laid open under the mouse, under a finger, and when the keyboard comes to its area. */
  listen(signal) {
    const on = (type, listener) => this.chart.container.addEventListener(type, listener, { signal });
    const later = (area) => {
      clearTimeout(this.resting);
      if (area !== this.opened) this.resting = setTimeout(() => this.open(area), REST);
    };
    on("pointerover", (event) => {
      if (event.pointerType === "touch" || event.buttons) return;
      const piece = event.target.closest?.(".er-piece");
      if (piece) this.tell(piece);
      const below = event.target.closest?.("path.prov")?.dataset.area; // seen between the counters of an open pile: it stays open
      later(piece?.dataset.area || (below === this.opened && below) || this.focused || null);
    });
    on("pointerleave", (event) => { if (event.pointerType !== "touch") later(this.focused || null); });
    on("pointerdown", (event) => {
      clearTimeout(this.resting);
      const touched = event.pointerType === "touch";
      this.touched = touched ? event.target.closest?.(".er-piece")?.dataset.area || null : null;
      if (touched) this.open(this.touched);
    });
    on("focusin", (event) => {
      this.focused = event.target.matches("path.prov:focus-visible") ? event.target.dataset.area : null;
      this.open(this.focused || this.touched); // a tap moves the focus too, and what it laid open stays so
    });
    on("focusout", () => { this.focused = null; later(null); });
  }

  /** Lay the piles of an area open (and whatever lies open together again); null for none. */
  open(area) {
    clearTimeout(this.resting);
    if (area === this.opened) return;
    for (const element of this.on(this.opened)) element.classList.remove("open");
    this.opened = area;
    const spread = this.on(area).filter((element) => element.dataset.open);
    if (!spread.length) return;
    for (const element of this.on(area)) element.classList.add("open");
    // Keep all of it within the pane.
    const pane = this.chart.container.getBoundingClientRect(), anchor = this.chart.layer.getBoundingClientRect();
    const first = this.drawn.get(spread[0].dataset.unit).piece, size = spread[0].offsetWidth;
    const x = anchor.x + (first.at[0] / this.chart.width) * anchor.width;
    const y = anchor.y + (1 - first.at[1] / this.chart.height) * anchor.height;
    const within = (middle, offsets, low, high) => {
      const least = middle + (Math.min(...offsets) - 0.6) * size, most = middle + (Math.max(...offsets) + 0.6) * size;
      return (least < low ? low - least : most > high ? high - most : 0) / size;
    };
    const places = spread.map((element) => element.dataset.open.split(" ").map(Number));
    const dx = within(x, places.map((place) => place[0]), pane.left, pane.right);
    const dy = within(y, places.map((place) => place[1]), pane.top, pane.bottom);
    spread.forEach((element, n) => {
      element.style.setProperty("--ox", places[n][0] + dx);
      element.style.setProperty("--oy", places[n][1] + dy);
    });
  }

  /** A counter's words appear above it, or where there is room and nothing of its own pile is covered. */
  tell(element) {
    const pane = this.chart.container.getBoundingClientRect(), box = element.getBoundingClientRect();
    const room = 60 + (parseFloat(getComputedStyle(element).getPropertyValue("--clear")) || 0) * box.height;
    const lower = element.classList.contains("open") && Number(element.dataset.open?.split(" ")[1]) > 0;
    element.classList.toggle("say-below", box.top - pane.top < room || (lower && pane.bottom - box.bottom > room));
    element.classList.toggle("say-right", box.left - pane.left < 115);
    element.classList.toggle("say-left", pane.right - box.right < 115);
  }

  on(area) {
    return area ? [...this.drawn.values()].map((drawn) => drawn.element).filter((element) => element.dataset.area === area) : [];
  }

  /** Make the layer show the pieces of the model; those that moved glide, those that are new appear. */
  draw(moving = true) {
    const opened = this.opened;
    this.open(null);
    const still = !moving || matchMedia("(prefers-reduced-motion: reduce)").matches;
    const pieces = this.model.get("pieces");
    const before = new Map();
    if (!still) {
      for (const [key, { element, place }] of this.drawn) {
        const next = pieces[key];
        if (next && placeOf(next) !== place) before.set(key, element.getBoundingClientRect());
      }
    }
    for (const [key, { element }] of [...this.drawn]) {
      if (key in pieces) continue;
      this.drawn.delete(key);
      if (still) element.remove();
      else element.animate([{ opacity: 1 }, { opacity: 0, scale: 0.6 }], { duration: 260, fill: "forwards" })
        .finished.then(() => element.remove(), () => element.remove());
    }
    for (const [key, piece] of Object.entries(pieces)) {
      let drawn = this.drawn.get(key);
      const fresh = !drawn;
      if (fresh) {
        const element = document.createElement("div");
        this.chart.layer.append(element);
        drawn = { element, place: "", html: null };
        this.drawn.set(key, drawn);
      }
      this.drawOne(drawn, key, piece);
      if (fresh && !still) drawn.element.animate([{ opacity: 0, scale: 1.35 }, {}], { duration: 260 });
    }
    for (const [key, was] of before) {
      const { element } = this.drawn.get(key);
      const is = element.getBoundingClientRect();
      element.animate([{ translate: `${was.x - is.x}px ${was.y - is.y}px`, zIndex: 900 }, { translate: "0 0", zIndex: 900 }], MOVE);
    }
    if (opened && [this.focused, this.touched].includes(opened)) this.open(opened);
  }

  drawOne(drawn, key, piece) {
    const { element } = drawn;
    const place = placeOf(piece);
    if (drawn.place !== place) {
      drawn.place = place;
      element.style.left = `${(100 * piece.at[0]) / this.chart.width}%`;
      element.style.top = `${100 - (100 * piece.at[1]) / this.chart.height}%`;
      element.style.setProperty("--dx", piece.dx || 0);
      element.style.setProperty("--dy", piece.dy || 0);
      element.style.zIndex = piece.z || 0;
    }
    drawn.piece = piece;
    const told = { area: piece.area, unit: piece.unit, label: piece.label, name: piece.name, open: piece.open?.join(" ") };
    for (const [name, value] of Object.entries(told)) {
      if (value) element.dataset[name] = value;
      else delete element.dataset[name];
    }
    const className = `er-piece ${piece.class || ""}`;
    if (drawn.className !== className) element.className = drawn.className = className;
    if (drawn.html !== piece.html) element.innerHTML = drawn.html = piece.html;
  }

  drawBadges() {
    const anchors = this.model.get("anchors");
    const badges = this.model.get("badges");
    this.badges.replaceChildren(...Object.entries(badges).filter(([id]) => anchors[id]).map(([id, text]) => {
      const badge = document.createElement("span");
      badge.className = `er-badge ${/^×/.test(text) ? "fight" : /!$/.test(text) ? "risk" : ""}`;
      badge.textContent = text;
      badge.style.left = `${(100 * anchors[id][0]) / this.chart.width}%`;
      badge.style.top = `${100 - (100 * anchors[id][1]) / this.chart.height}%`;
      return badge;
    }));
  }
}

const placeOf = (piece) => [piece.at, piece.dx, piece.dy, piece.z].join(" ");
