// The Leaflet map that Python made: finding it, keeping it quiet, fitting the frame into its pane.

const CLOSEST = 3; // pixels for one unit of the map
const NAMES_FROM = [620, 1500]; // widths (CSS pixels) from which the picture shows more names, see elric/cartography/sheet.py
const INTERACTIONS = "click dblclick mousedown mouseup mouseover mouseout mousemove contextmenu preclick";

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** The view of the map nearest to `element`, once its picture stands; null when there is none. */
async function findChart(model, element, signal) {
  const id = model.get("map_id");
  if (!id) return null;
  const mapModel = await model.widget_manager.get_model(id);
  const asked = new Set(), views = new Set();
  while (!signal.aborted) {
    // One by one: a view that never comes must not keep the others waiting.
    for (const promise of Object.values(mapModel.views || {})) {
      if (asked.has(promise)) continue;
      asked.add(promise);
      Promise.resolve(promise).then((view) => views.add(view), () => {});
    }
    const near = element.closest(".elric-root") || document.body;
    for (const view of views) {
      if (view.obj && near.contains(view.el) && view.el.querySelector("img.leaflet-image-layer")) {
        return new Chart(view, model.get("frame"));
      }
    }
    await pause(30);
  }
  return null;
}

class Chart {
  constructor(view, [width, height]) {
    this.map = view.obj;
    this.box = view.el;
    this.container = this.map.getContainer();
    this.width = width;
    this.height = height;
    this.whole = true; // whether all of the frame is in sight, and shall stay so when the pane changes its size
    this.image = this.container.querySelector("img.leaflet-image-layer");
    this.image.alt = "";
    this.makeQuiet();
    this.makeLayers();
    this.fit();
    this.map.on("zoomend", () => this.setWhole(this.map.getZoom() <= this.map.getMinZoom() + 0.02));
    this.image.addEventListener("load", () => { if (this.drawn !== this.image.src) this.drawPicture(); });
    this.observer = new ResizeObserver(() => this.resized());
    this.observer.observe(this.container);
    this.addWholeButton();
  }

  /** ipyleaflet reports every movement and click of the mouse to Python: none of it is needed, areas.js listens for
   * itself. */
  makeQuiet() {
    this.map.off(INTERACTIONS);
    const hush = (layer) => { layer.off(INTERACTIONS); };
    this.map.eachLayer(hush);
    this.map.on("layeradd", (event) => hush(event.layer));
  }

  /** Layers that cover the frame exactly, at any zoom: the picture, over it the outlines of the areas, over those the
   * counters, which stand in theirs by percentages. */
  makeLayers() {
    const make = (name, layer) => {
      const pane = this.map.getPane(name) || this.map.createPane(name);
      layer.setAttribute("class", "er-layer leaflet-zoom-animated");
      pane.replaceChildren(layer);
      return layer;
    };
    this.picture = make("elric-picture", document.createElement("canvas"));
    this.outlines = make("elric-outlines", document.createElementNS("http://www.w3.org/2000/svg", "svg"));
    this.outlines.setAttribute("viewBox", `0 0 ${10 * this.width} ${10 * this.height}`);
    this.layer = make("elric-pieces", document.createElement("div"));
    const put = (corner, scale, size) => {
      for (const { style } of [this.picture, this.outlines, this.layer]) {
        style.transform = `translate3d(${corner.x}px, ${corner.y}px, 0)${scale ? ` scale(${scale})` : ""}`;
        if (size) [style.width, style.height] = [`${size.x}px`, `${size.y}px`];
      }
    };
    this.place = () => {
      const corner = this.map.latLngToLayerPoint([this.height, 0]);
      put(corner, 0, this.map.latLngToLayerPoint([0, this.width]).subtract(corner));
    };
    this.map.on("zoom viewreset", this.place);
    this.map.on("zoomanim", (event) => {
      const corner = this.map._latLngToNewLayerPoint([this.height, 0], event.zoom, event.center);
      put(corner, this.map.getZoomScale(event.zoom));
    });
    this.place();
  }

  /** The whole map is drawn once, as pixels: a browser without graphics hardware would else draw the big picture again
   * for every tile of its screen. Seen closer, the picture itself comes on top, and this one bridges the wait. */
  async drawPicture() {
    if (!this.whole || !this.image.complete || !this.image.naturalWidth) return;
    const turn = this.turn = (this.turn || 0) + 1;
    const wide = parseFloat(this.layer.style.width), high = parseFloat(this.layer.style.height);
    const sharp = Math.min(window.devicePixelRatio || 1, 3);
    if (!(wide * sharp > 1 && high * sharp > 1)) return;
    const image = await this.lettered(wide, high);
    if (turn !== this.turn || !this.whole) return;
    this.picture.width = Math.round(wide * sharp);
    this.picture.height = Math.round(high * sharp);
    this.picture.getContext("2d").drawImage(image, 0, 0, this.picture.width, this.picture.height);
    this.drawn = this.image.src;
    this.container.classList.add("er-drawn");
  }

  /** The picture with the names that can be read at a width, once its letters are there. A picture chooses its names by
   * its own width, and drawn as pixels it takes the width it was made with: for another setting it takes a copy. */
  async lettered(wide, high) {
    const setting = (width) => NAMES_FROM.filter((from) => width >= from).length;
    const url = this.image.src, of = `${url} ${setting(wide)}`;
    if (this.ready?.of === of) return this.ready.image;
    let image = this.image;
    if (setting(wide) !== setting(image.naturalWidth)) {
      try {
        const svg = (await (await fetch(url)).text()).replace(/ width="[\d.]+" height="[\d.]+"/, ` width="${wide}" height="${high}"`);
        const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
        image = new Image();
        image.src = address;
        await image.decode();
        URL.revokeObjectURL(address);
      } catch { image = this.image; }
    }
    // It fetches its letters when it is first drawn, and nobody tells when they have come.
    const scrap = document.createElement("canvas");
    scrap.width = scrap.height = 1;
    scrap.getContext("2d").drawImage(image, 0, 0, 1, 1);
    await pause(60);
    this.ready = { of, image };
    return image;
  }

  /** Show another picture of the same map (by day, by night). */
  setPicture(url) {
    if (!url) return;
    this.map.eachLayer((layer) => { if (layer._image === this.image && layer._url !== url) layer.setUrl(url); });
  }

  setWhole(whole) {
    if (whole && !this.whole) this.drawing = setTimeout(() => this.drawPicture(), 60);
    this.whole = whole;
    this.container.classList.toggle("er-all", whole);
  }

  fit() {
    const size = this.map.getSize();
    if (size.x < 10 || size.y < 10) return;
    this.seen = `${size.x} ${size.y}`;
    const zoom = Math.log2(Math.min(size.x / this.width, size.y / this.height));
    this.map.options.minZoom = zoom;
    this.map.options.maxZoom = Math.max(zoom + 1, Math.log2(CLOSEST));
    this.map.options.maxBoundsViscosity = 0.9;
    this.map.setMaxBounds(null);
    this.map.setView([this.height / 2, this.width / 2], zoom, { animate: false });
    const margin = 0.02 * this.width;
    this.map.setMaxBounds([[-margin, -margin], [this.height + margin, this.width + margin]]);
    this.map.fire("zoomlevelschange");
    this.setWhole(true);
    this.place();
    clearTimeout(this.drawing);
    if (this.drawn) this.drawing = setTimeout(() => this.drawPicture(), 60);
    else this.drawPicture();
  }

  resized() {
    const { clientWidth, clientHeight } = this.container;
    if (this.seen === `${clientWidth} ${clientHeight}`) return;
    this.seen = `${clientWidth} ${clientHeight}`;
    this.map.invalidateSize({ animate: false, pan: !this.whole });
    if (this.whole) this.fit();
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

  /** Bring a point (map units) into sight. */
  reveal([x, y]) {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const edge = Math.min(70, this.container.clientWidth / 6);
    this.map.panInside([y, x], { padding: [edge, edge], animate: !still });
  }

  remove() {
    clearTimeout(this.drawing);
    this.observer.disconnect();
    for (const layer of [this.picture, this.outlines, this.layer]) layer.remove();
  }
}
