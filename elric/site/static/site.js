// The page's half of the site: the browser's half of the bridge with a worker behind it instead of a server, and a Leaflet
// map of our own instead of a widget's.
import { greeting, over } from "./bridge.js";

const { pyodide } = document.body.dataset;
const WORDS = {
  old: "This browser is too old for the game: it has no WebAssembly, or cannot unpack what comes. A newer one, of any make, runs it.",
  base: "This browser keeps nothing for this page (a private window, perhaps), and the game could not be kept. Open the page in an ordinary window.",
  fetch: "A part of the page did not come. Look whether you are connected, and try again.",
  python: "Something went wrong on our side before the game began. A game you had begun is kept.",
};
const NOTES = {
  full: "This browser has no more room, and your last act is not kept yet. Save your game as a file, or delete old games: then it is kept.",
  behind: "In another tab this game has been played on. Its act stands, and yours was taken back.",
  new: "A new version of this page is here. It is used when you load the page again; your games stay.",
};

/** What a widget's model is to the bridge: values, listeners, and the way to Python. */
class Model {
  constructor(send) {
    this.values = { regions: {}, pieces: {}, marks: {}, badges: {}, names: {}, slots: {}, announce: "", arrangement: "", theme: "auto", version: 0, game: "" };
    this.heard = new Map();
    this.send = send;
  }
  get(name) { return this.values[name]; }
  set(name, value, options) {
    const all = typeof name === "string" ? { [name]: value } : name;
    const changed = Object.keys(all).filter((key) => this.values[key] !== all[key]);
    Object.assign(this.values, all);
    if ((typeof name === "string" ? options : value)?.silent) return;
    for (const key of changed) this.fire(`change:${key}`);
  }
  on(names, listener) {
    for (const name of names.split(" ")) this.heard.set(name, new Set(this.heard.get(name)).add(listener));
  }
  off(names, listener) { for (const name of names.split(" ")) this.heard.get(name)?.delete(listener); }
  fire(name, ...what) { for (const listener of [...(this.heard.get(name) || [])]) listener(...what); }
}

const root = document.getElementById("root");
const pane = root.querySelector(".elric-map"), el = root.querySelector(".elric-bridge");
const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
let heard = 0; // when the page last said anything to Python
const model = new Model((message) => {
  if (message.kind !== "ping") heard = performance.now();
  worker.postMessage({ kind: "take", text: JSON.stringify(message) });
});
let map = null;

/** The map of the board that is open, made anew for each. */
function findMap() {
  map?.remove();
  const [width, height] = model.get("frame");
  map = L.map(pane.firstElementChild, {
    crs: L.CRS.Simple, center: [height / 2, width / 2], zoom: Math.log2(1000 / width), zoomSnap: 0, zoomDelta: 0.6, attributionControl: false,
    doubleClickZoom: false, scrollWheelZoom: true, keyboard: false, boxZoom: false,
  });
  return { obj: map, el: pane };
}

function note(kind) {
  const it = document.getElementById("site-note");
  it.textContent = NOTES[kind] || "";
  it.hidden = !kind;
}

/** A card in the place of the game, in words. */
function card(kind) {
  const it = document.getElementById("site-card");
  it.querySelector("p").textContent = WORDS[kind];
  it.hidden = false;
  it.querySelector("button").focus();
}

const host = { ours: true, findMap, greeted: true };
const page = over(host);

/** Show messages in order; the values that come first make the page. */
function show(text) {
  for (const message of JSON.parse(text)) {
    if (message.kind === "state") model.set(message.state);
    else model.fire("msg:custom", message, []);
  }
}

function begin(text) {
  performance.mark("elric-python");
  const [first, ...rest] = JSON.parse(text);
  Object.assign(model.values, first.state);
  document.title = first.title;
  page.initialize({ model });
  for (const message of rest) model.fire("msg:custom", message, []);
  Promise.resolve(page.render({ model, el }));
}

worker.onerror = () => card("fetch");
worker.onmessage = ({ data }) => {
  if (data.kind === "part") document.getElementById("loading_part")?.setAttribute("value", data.percent);
  else if (data.kind === "first") begin(data.text);
  else if (data.kind === "show") show(data.text);
  else if (data.kind === "note") note(data.note);
  else if (data.kind === "broken") { console.error(data.text); card(data.why); }
};

document.addEventListener("elric:ready", () => {
  performance.mark("elric-ready");
  const lesson = window.elricFirstLesson?.();
  if (lesson) {
    history.pushState(null, "", lesson);
    dispatchEvent(new PopStateEvent("popstate"));
  }
  const loading = document.getElementById("loading");
  loading.classList.add("gone");
  setTimeout(() => loading.remove(), 400);
  heard = performance.now();
  if ("serviceWorker" in navigator) prepare();
}, { once: true });
document.getElementById("site-card").querySelector("button").addEventListener("click", () => location.reload());

const runtime = new URL(pyodide, document.baseURI).href;
if (!("WebAssembly" in window && "DecompressionStream" in window)) card("old");
else worker.postMessage({ kind: "begin", hello: greeting(model, host), pyodide: runtime });

// Once the page is on the device and nobody has done anything for a while, another worker prepares the next visit: some seconds of
// one processor and two hundred megabytes of memory for so long, and twenty of the device's room from then on.
const QUIET = 8_000, ROOM = 200e6, SMALL = 4; // milliseconds, bytes, gigabytes
async function prepare() {
  await navigator.serviceWorker.ready;
  const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  if (quota - usage < ROOM || navigator.deviceMemory < SMALL || navigator.connection?.saveData) return;
  while (document.hidden || performance.now() - heard < QUIET) await new Promise((ok) => setTimeout(ok, 1_000));
  const idle = new Worker(new URL("./memory.js", import.meta.url), { type: "module" });
  idle.onmessage = idle.onerror = () => idle.terminate();
  idle.postMessage({ pyodide: runtime });
}

if ("serviceWorker" in navigator) {
  const known = !!navigator.serviceWorker.controller;
  navigator.serviceWorker.register("sw.js").catch(() => {}); // without it the page needs the network
  // the new one takes over at the next load, never in the middle of a game
  navigator.serviceWorker.ready.then((it) => {
    const awaits = (found) => { if (known && found?.state === "installed") note("new"); };
    awaits(it.waiting);
    it.addEventListener("updatefound", () => it.installing?.addEventListener("statechange", (event) => awaits(event.target)));
    addEventListener("pagehide", () => it.waiting?.postMessage("next"));
  });
}
