// The Leaflet map that Python made: finding it, keeping it quiet, fitting the frame into its pane, and what lies in it:
// the picture, the areas and the counters, each a layer that covers the frame exactly.

const SMALL = 820; // pixels: a narrower map shows only where something happens
const CLOSEST = 3; // pixels for one unit of the map
const KEY_FOLDED = "elric-key-folded";
const INTERACTIONS = "click dblclick mousedown mouseup mouseover mouseout mousemove contextmenu preclick";
const SVG = "http://www.w3.org/2000/svg";

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** In Jupyter, the view of the map nearest to `element`, once it stands: its Leaflet map `obj` in `el`; null when there is none. */
async function findView(model, element, signal) {
  const id = model.get("map_id");
  if (!id) return null;
  const mapModel = await model.widget_manager.get_model(id);
  const asked = new Set(), views = new Set();
  while (!signal.aborted) {
    // Each by itself: a view that never comes must not delay the others.
    for (const promise of Object.values(mapModel.views || {})) {
      if (asked.has(promise)) continue;
      asked.add(promise);
      Promise.resolve(promise).then((view) => views.add(view), () => {});
    }
    const near = element.closest(".elric-root") || document.body;
    for (const view of views) if (view.obj && near.contains(view.el)) return view;
    await pause(15);
  }
  return null;
}

class Chart {
  /** `view` has a Leaflet map `obj` in the element `el`; in a page that is not all `ours` the wheel belongs to the page. `board`: how
   * wide the board itself is, where a key stands beside it; `edge`: how wide a frame is that is printed over the ends of the areas. */
  constructor(view, [width, height, board, edge], ours) {
    this.map = view.obj;
    this.box = view.el;
    this.container = this.map.getContainer();
    this.width = width;
    this.height = height;
    this.board = board || width;
    try { this.folded = this.board < width && localStorage.getItem(KEY_FOLDED) === "yes"; } catch { this.folded = false; }
    this.whole = true; // whether all of the frame is in sight, and shall stay so when the pane changes its size
    this.makeQuiet(ours);
    this.makeLayers();
    if (edge) this.outlines.style.clipPath = `inset(${(100 * edge) / height}% ${(100 * edge) / width}%)`;
    this.addWholeButton();
    this.addKeyButton();
    this.fit();
    this.onZoom = () => this.setWhole(this.map.getZoom() <= this.map.getMinZoom() + 0.02);
    this.map.on("zoomend", this.onZoom);
    this.shape();
    this.observer = new ResizeObserver(() => this.resized());
    this.observer.observe(this.container);
  }

  /** ipyleaflet reports every movement and click of the mouse to Python: not needed, areas.js has its own listeners. */
  makeQuiet(ours) {
    this.map.off(INTERACTIONS);
    // In a notebook the wheel scrolls the notebook; with Ctrl it zooms, as everywhere.
    const wheel = this.map.scrollWheelZoom, zoom = wheel._onWheelScroll;
    if (ours) return;
    wheel.disable();
    wheel._onWheelScroll = function (event) { if (event.ctrlKey || event.metaKey) zoom.call(this, event); };
    wheel.enable();
  }

  /** Layers that cover the frame exactly, at any zoom. During a zoom they are only scaled. */
  makeLayers() {
    const make = (pane, height, layer) => {
      const into = this.map.getPane(pane) || this.map.createPane(pane);
      into.style.zIndex = height;
      layer.setAttribute("class", "er-layer leaflet-zoom-animated");
      into.append(layer);
      return layer;
    };
    this.canvas = make("elric-picture", 350, document.createElement("canvas"));
    this.image = make("elric-picture", 350, document.createElement("img"));
    this.image.alt = "";
    this.outlines = make("elric-outlines", 420, document.createElementNS(SVG, "svg"));
    this.outlines.setAttribute("viewBox", `0 0 ${10 * this.width} ${10 * this.height}`);
    this.numbers = make("elric-numbers", 430, document.createElementNS(SVG, "svg"));
    this.numbers.setAttribute("viewBox", `0 0 ${10 * this.width} ${10 * this.height}`);
    this.layer = make("elric-pieces", 450, document.createElement("div"));
    this.arrows = make("elric-arrows", 460, document.createElementNS(SVG, "svg"));
    this.arrows.setAttribute("viewBox", `0 0 ${10 * this.width} ${10 * this.height}`);
    const layers = [this.canvas, this.image, this.outlines, this.numbers, this.layer, this.arrows];
    const put = (corner, scale) => {
      for (const { style } of layers) style.transform = `translate3d(${corner.x}px, ${corner.y}px, 0) scale(${scale})`;
    };
    const bounds = () => {
      const corner = this.map.latLngToLayerPoint([this.height, 0]);
      return [corner, this.map.latLngToLayerPoint([0, this.width]).subtract(corner)];
    };
    this.place = () => {
      const [corner, size] = bounds();
      this.size = size;
      for (const { style } of layers) [style.width, style.height] = [`${size.x}px`, `${size.y}px`];
      put(corner, 1);
      // Lines of constant width on the screen get their width in map units.
      const unit = (10 * this.width) / size.x;
      this.outlines.style.setProperty("--u", unit);
      for (const it of this.outlines.querySelectorAll("pattern")) it.setAttribute("patternTransform", `scale(${unit})`);
    };
    this.stretch = () => { const [corner, size] = bounds(); put(corner, size.x / this.size.x); };
    this.glide = (event) => {
      const corner = this.map._latLngToNewLayerPoint([this.height, 0], event.zoom, event.center);
      put(corner, (this.map.getZoomScale(event.zoom, 0) * this.width) / this.size.x);
    };
    this.map.on("zoomend viewreset", this.place);
    this.map.on("zoom", this.stretch);
    this.map.on("zoomanim", this.glide);
    this.place();
  }

  /** Show a picture of the map, given as address or as text. Resolves when it is visible. */
  setPicture(from) {
    if (from && this.from !== from) {
      this.from = from;
      this.image.removeAttribute("src");
      this.painted = this.drawPicture();
      if (!this.whole) this.showImage();
    }
    return this.painted;
  }

  async drawPicture() {
    const { from, size: { x: wide, y: high } } = this;
    if (!from || !this.whole || !wide || !high) return;
    const drawn = await drawnPicture(from, wide, high).catch(() => null);
    if (!drawn || this.from !== from || this.size.x !== wide) return;
    [this.canvas.width, this.canvas.height] = [drawn.width, drawn.height];
    this.canvas.getContext("2d").drawImage(drawn, 0, 0);
  }

  /** When zoomed in, the SVG itself is shown over its bitmap, which stays visible until it is drawn. */
  async showImage() {
    const { from } = this;
    if (!from || this.image.hasAttribute("src")) return;
    const svg = await pictureText(from).catch(() => "");
    if (!svg || this.from !== from || this.image.hasAttribute("src")) return;
    this.image.src = from.startsWith("<") ? URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" })) : from;
  }

  setWhole(whole) {
    const changed = whole !== this.whole;
    this.whole = whole;
    this.container.classList.toggle("er-all", whole);
    if (!whole) this.showImage();
    else if (changed) this.redraw();
  }

  /** Draw the picture again when the pane has stopped moving. */
  redraw() {
    clearTimeout(this.drawing);
    this.drawing = setTimeout(() => this.drawPicture(), 60);
  }

  fit() {
    const size = this.map.getSize();
    if (size.x < 10 || size.y < 10) return;
    this.seen = `${size.x} ${size.y}`;
    // without its key the board takes all of the pane's width, and what is too high for it is reached by moving the map
    const wide = this.folded ? this.board : this.width;
    const zoom = Math.log2(this.folded ? size.x / wide : Math.min(size.x / wide, size.y / this.height));
    this.map.options.minZoom = zoom;
    this.map.options.maxZoom = Math.max(zoom + 1, Math.log2(CLOSEST));
    this.map.options.maxBoundsViscosity = 0.9;
    this.map.setMaxBounds(null);
    this.map.setView([this.height / 2, wide / 2], zoom, { animate: false });
    const margin = 0.02 * this.width;
    this.map.setMaxBounds([[-margin, this.folded ? 0 : -margin], [this.height + margin, this.folded ? wide : wide + margin]]);
    this.map.fire("zoomlevelschange");
    this.setWhole(true);
    this.place();
    if (this.from) this.redraw();
  }

  resized() {
    const { clientWidth, clientHeight } = this.container;
    if (this.seen === `${clientWidth} ${clientHeight}`) return;
    this.seen = `${clientWidth} ${clientHeight}`;
    const shown = clientWidth > 10 && !this.shown;
    this.shown = clientWidth > 10;
    this.map.invalidateSize({ animate: false, pan: !this.whole });
    if (this.whole) this.fit();
    if (shown && this.framed?.length) this.frame(this.framed, this.close);
  }

  addWholeButton() {
    const bar = this.container.querySelector(".leaflet-control-zoom");
    if (!bar || bar.querySelector(".er-whole")) return;
    const button = document.createElement("a");
    button.className = "er-whole";
    button.href = "#";
    button.role = "button";
    button.title = "Whole map";
    button.setAttribute("aria-label", "Whole map");
    button.innerHTML = '<svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true"><path d="M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4" fill="none" stroke="currentColor" stroke-width="2"/></svg>';
    button.addEventListener("click", (event) => { event.preventDefault(); event.stopPropagation(); this.fit(); });
    button.addEventListener("dblclick", (event) => event.stopPropagation());
    bar.append(button);
  }

  /** The pane takes the shape of what it shows. */
  shape() {
    this.box.closest(".elric-map")?.style.setProperty("--shape", `${this.folded ? this.board : this.width} / ${this.height}`);
  }

  /** Where a key stands beside the board: it can be folded away, and stays so on this device. */
  addKeyButton() {
    const bar = this.container.querySelector(".leaflet-control-zoom");
    if (!bar || this.board >= this.width || bar.querySelector(".er-key")) return;
    const button = this.keyButton = document.createElement("a");
    button.className = "er-key";
    button.href = "#";
    button.role = "button";
    button.innerHTML = '<svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true"><path d="M2 2h12v12H2zM10 2v12M11.7 5h1M11.7 8h1M11.7 11h1" fill="none" stroke="currentColor" stroke-width="1.6"/></svg>';
    const tell = () => {
      button.title = this.folded ? "Show the key of the map" : "Fold the key away";
      button.setAttribute("aria-label", "Key of the map");
      button.setAttribute("aria-pressed", !this.folded);
    };
    button.addEventListener("click", (event) => {
      event.preventDefault();
      event.stopPropagation();
      this.folded = !this.folded;
      try { localStorage.setItem(KEY_FOLDED, this.folded ? "yes" : "no"); } catch { /* it holds as long as the page */ }
      tell();
      this.shape();
      this.fit();
    });
    button.addEventListener("dblclick", (event) => event.stopPropagation());
    tell();
    bar.prepend(button);
  }

  /** Where the map is small, or is to be seen close, show the part of it that holds these points; else all of it. */
  frame(points, close = false) {
    [this.framed, this.close] = [points, close];
    const wide = this.container.clientWidth > SMALL;
    if (!points.length || (wide && !close)) {
      if (!this.whole) this.fit();
      return;
    }
    if (this.container.clientWidth < 10) return; // folded away: when it is shown
    const xs = points.map((point) => point[0]), ys = points.map((point) => point[1]), room = (wide ? 0.09 : 0.06) * this.width;
    const corners = [[Math.min(...ys) - room, Math.min(...xs) - room], [Math.max(...ys) + room, Math.max(...xs) + room]];
    // without animation: a moving target is missed by a finger
    this.map.fitBounds(corners, { animate: false, maxZoom: Math.log2(CLOSEST) });
  }

  /** Bring a point (map units) into view, at once or gliding; a map that is all in sight stays where it is. */
  reveal([x, y], atOnce = false) {
    if (this.whole && !this.folded) return;
    const still = atOnce || matchMedia("(prefers-reduced-motion: reduce)").matches;
    const edge = Math.min(70, this.container.clientWidth / 6);
    this.map.panInside([y, x], { padding: [edge, edge], animate: !still });
  }

  remove() {
    clearTimeout(this.drawing);
    this.observer.disconnect();
    this.map.off("zoomend viewreset", this.place);
    this.map.off("zoom", this.stretch);
    this.map.off("zoomanim", this.glide);
    this.map.off("zoomend", this.onZoom);
    this.container.querySelector(".er-whole")?.remove();
    this.keyButton?.remove();
    if (this.image.src.startsWith("blob:")) URL.revokeObjectURL(this.image.src);
    for (const layer of [this.canvas, this.image, this.outlines, this.numbers, this.layer, this.arrows]) layer.remove();
  }
}
