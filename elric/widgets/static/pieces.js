// The counters, and the small numbers on areas, in the layer over the map.

const MOVE = { duration: 480, easing: "cubic-bezier(.3,.1,.2,1)" };

class Pieces {
  constructor(chart, model) {
    this.chart = chart;
    this.model = model;
    this.drawn = new Map();
    const sprite = document.createElement("div");
    sprite.className = "er-sprite";
    sprite.innerHTML = model.get("sprite");
    chart.layer.append(sprite);
    this.badges = document.createElement("div");
    chart.layer.append(this.badges);
    this.draw(false);
    this.drawBadges();
  }

  /** Make the layer show the pieces of the model; those that moved glide, those that are new appear. */
  draw(moving = true) {
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
    const className = `er-piece ${piece.class || ""}`;
    if (element.className !== className) element.className = className;
    for (const name of ["area", "unit", "label"]) {
      if (piece[name]) element.dataset[name] = piece[name];
      else delete element.dataset[name];
    }
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
