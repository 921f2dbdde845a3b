// What the page does not load. Voilà's front end brings the whole of a notebook with it: an editor, a notebook, viewers of
// many kinds, every plugin of the map. Its parts share libraries by name (module federation); here those that this page never
// calls are shared as something empty, before anybody asks for them, and so their scripts are not fetched.
(function () {
  "use strict";
  const UNUSED = [
    "@jupyterlab/codemirror", "@jupyterlab/codemirror-extension", "@jupyterlab/console", "@jupyterlab/docregistry",
    "@jupyterlab/javascript-extension", "@jupyterlab/json-extension", "@jupyterlab/logconsole", "@jupyterlab/mainmenu",
    "@jupyterlab/markedparser-extension", "@jupyterlab/mathjax-extension", "@jupyterlab/mathjax2-extension",
    "@jupyterlab/nbformat", "@jupyterlab/notebook", "@jupyterlab/outputarea", "@jupyterlab/settingregistry",
    "@jupyterlab/statedb", "@jupyterlab/theme-dark-extension", "@jupyterlab/ui-components", "@jupyterlab/vega5-extension",
    "@jupyter-widgets/output", "@lumino/datagrid", "react", "react-dom", "style-mod",
    "@geoman-io/leaflet-geoman-free", "leaflet-ant-path", "leaflet-defaulticon-compatibility", "leaflet-draw",
    "leaflet-fullscreen", "leaflet-rotatedmarker", "leaflet-search", "leaflet-splitmap", "leaflet-transform",
    "leaflet-velocity", "leaflet.awesome-markers", "leaflet.markercluster", "leaflet.vectorgrid", "proj4", "proj4leaflet",
    "protomaps-leaflet", "spin.js",
  ];

  class Absent {}
  /** Whatever is asked of it is there, and is nothing: to be called, to be extended, to be gone through. */
  const nothing = new Proxy(Absent, {
    get: (absent, name) => {
      if (name === "then") return undefined; // it is nothing to wait for
      if (name === "__esModule") return true;
      if (name === "prototype") return absent.prototype;
      if (name === Symbol.toPrimitive) return () => "";
      if (name === Symbol.iterator) return function* () {};
      return nothing;
    },
    apply: () => nothing,
    construct: (absent, values, made) => (made === nothing ? nothing : Reflect.construct(Object, [], made)),
    set: () => true,
  });
  const noPlugins = { __esModule: true, default: [] };

  /** The versions of a library as its owner announces them, each of which gives `stub`. */
  const stubbed = (stub) => new Proxy({}, {
    set: (versions, version, library) => {
      versions[version] = Object.assign(library, { get: () => Promise.resolve(() => stub) });
      return true;
    },
  });

  // A chunk without modules: webpack's runtime takes it up as it starts, before the first library is shared.
  (self.webpackChunk_JUPYTERLAB_CORE_OUTPUT ||= []).push([["elric-light"], {}, (runtime) => {
    const shared = runtime.S.default ||= {};
    for (const name of UNUSED) shared[name] = stubbed(name.endsWith("-extension") ? noPlugins : nothing);
  }]);
})();
