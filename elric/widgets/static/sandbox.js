// Dragging, where the page allows it ([data-drags] stands somewhere): a counter, or what bears data-drag, onto an area.
// By touch: the first tap picks a counter up, the next says where it goes.

const PULL = 6; // pixels before a press becomes a drag

class Dragging {
  constructor(el, say, signal) {
    this.say = say;
    this.root = () => el.closest(".elric-root") || el;
    const on = (type, listener) => document.addEventListener(type, listener, { signal, capture: true });
    on("pointerdown", (event) => this.begin(event));
    on("mousedown", (event) => { if (this.what) event.stopPropagation(); }); // or the map would go along
    on("pointermove", (event) => this.move(event));
    on("pointerup", (event) => this.end(event));
    on("pointercancel", () => this.stop());
    on("keydown", (event) => { if (event.key === "Escape" && this.ghost) { this.stop(); event.stopPropagation(); } });
    // ignore the click that ends a drag
    on("click", (event) => {
      if (!this.dragged) return;
      this.dragged = false;
      event.stopImmediatePropagation();
      event.preventDefault();
    });
    signal.addEventListener("abort", () => this.stop());
  }

  begin(event) {
    this.dragged = false;
    const root = this.root();
    if (event.button || event.pointerType === "touch" || !root.contains(event.target)) return;
    if (!root.querySelector("[data-drags]")) return;
    const it = event.target.closest("[data-drag], .er-piece[data-unit]");
    if (!it) return;
    this.what = it.dataset.drag || it.dataset.unit;
    this.from = it;
    this.at = [event.clientX, event.clientY];
    if (it.matches(".er-piece")) event.stopPropagation();
  }

  move(event) {
    if (!this.what) return;
    const [x, y] = this.at;
    if (!this.ghost && Math.hypot(event.clientX - x, event.clientY - y) < PULL) return;
    if (!this.ghost) this.lift();
    this.ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
    this.light(this.under(event));
    event.preventDefault();
  }

  /** What is dragged follows the pointer. */
  lift() {
    this.ghost = document.createElement("div");
    this.ghost.className = "sand-ghost";
    const drawing = this.from.querySelector("svg");
    this.ghost.append(drawing ? drawing.cloneNode(true) : (this.from.querySelector("b") || this.from).textContent);
    this.root().append(this.ghost);
    this.root().classList.add("er-dragging");
    getSelection()?.removeAllRanges();
  }

  /** The area below the pointer. */
  under(event) {
    for (const it of document.elementsFromPoint(event.clientX, event.clientY)) {
      const spot = it.closest("path.prov, .er-piece[data-area], [data-drop]");
      if (spot && spot !== this.from) return spot.dataset.drop || spot.dataset.area;
    }
    return "";
  }

  light(area) {
    if (area === this.lit) return;
    const path = (id) => (id ? this.root().querySelector(`path[data-area="${CSS.escape(id)}"]`) : null);
    path(this.lit)?.classList.remove("is-drop");
    path(area)?.classList.add("is-drop");
    this.lit = area;
  }

  end(event) {
    if (!this.what) return;
    const what = this.what, area = this.ghost ? this.under(event) : "";
    this.dragged = !!this.ghost;
    setTimeout(() => { this.dragged = false; }, 50);
    this.stop();
    if (area) this.say({ kind: "do", name: "sand-drop", value: `${what} ${area}` });
  }

  stop() {
    this.light("");
    this.ghost?.remove();
    this.root().classList.remove("er-dragging");
    this.what = this.ghost = this.from = null;
  }
}
