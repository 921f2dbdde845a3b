// The Leaflet map that Python made: finding it, keeping it quiet, fitting the frame into its pane.

const CLOSEST = 3; // pixels for one unit of the map
const INTERACTIONS = "click dblclick mousedown mouseup mouseover mouseout mousemove contextmenu preclick";

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** The view of the map nearest to `element`, once its picture and its areas stand; null when there is none. */
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
      if (view.obj && near.contains(view.el) && view.el.querySelector("path.prov") && view.el.querySelector("img")) {
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
    this.makeLayer();
    this.fit();
    this.map.on("zoomend", () => { this.whole = this.map.getZoom() <= this.map.getMinZoom() + 0.02; });
    this.observer = new ResizeObserver(() => this.resized());
    this.observer.observe(this.container);
    this.addWholeButton();
  }

  /** ipyleaflet reports every movement and click of the mouse to Python, clicks with the whole outline: none of it is
   * needed, areas.js listens for itself. */
  makeQuiet() {
    this.map.off(INTERACTIONS);
    const hush = (layer) => { layer.off(INTERACTIONS); };
    this.map.eachLayer(hush);
    this.map.on("layeradd", (event) => hush(event.layer));
  }

  /** A layer that covers the frame exactly, at any zoom: counters stand in it by percentages. */
  makeLayer() {
    const pane = this.map.getPane("elric") || this.map.createPane("elric");
    pane.replaceChildren();
    this.layer = document.createElement("div");
    this.layer.className = "er-layer leaflet-zoom-animated";
    pane.append(this.layer);
    const place = () => {
      const corner = this.map.latLngToLayerPoint([this.height, 0]);
      const opposite = this.map.latLngToLayerPoint([0, this.width]);
      this.layer.style.transform = `translate3d(${corner.x}px, ${corner.y}px, 0)`;
      this.layer.style.width = `${opposite.x - corner.x}px`;
      this.layer.style.height = `${opposite.y - corner.y}px`;
    };
    this.map.on("zoom viewreset", place);
    this.map.on("zoomanim", (event) => {
      const scale = this.map.getZoomScale(event.zoom);
      const corner = this.map._latLngToNewLayerPoint([this.height, 0], event.zoom, event.center);
      this.layer.style.transform = `translate3d(${corner.x}px, ${corner.y}px, 0) scale(${scale})`;
    });
    this.place = place;
    place();
  }

  fit() {
    const size = this.map.getSize();
    if (size.x < 10 || size.y < 10) return;
    const zoom = Math.log2(Math.min(size.x / this.width, size.y / this.height));
    this.map.options.minZoom = zoom;
    this.map.options.maxZoom = Math.max(zoom + 1, Math.log2(CLOSEST));
    this.map.options.maxBoundsViscosity = 0.9;
    this.map.setMaxBounds(null);
    this.map.setView([this.height / 2, this.width / 2], zoom, { animate: false });
    const margin = 0.02 * this.width;
    this.map.setMaxBounds([[-margin, -margin], [this.height + margin, this.width + margin]]);
    this.map.fire("zoomlevelschange");
    this.whole = true;
    this.place();
  }

  resized() {
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
    this.observer.disconnect();
    this.layer.remove();
  }
}
