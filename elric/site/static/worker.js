// Python in a worker. Messages of the page go in; what is to be shown comes out once what was done is written down.
import { files, python as loaded, recalled } from "./python.js";

const STORES = ["texts", "games", "shelves"];
const NAME = Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, "0")).join("");
const others = new BroadcastChannel("elric");
const waiting = []; // messages of the page, and rows of other tabs
let wake = () => {};
let base, python;

/** Another tab has written between our reading and our writing. */
class Behind extends Error {}

const done = (request) => new Promise((ok, fail) => {
  request.onsuccess = () => ok(request.result);
  request.onerror = () => fail(request.error);
});

function openBase() {
  const asked = indexedDB.open("elric", 1);
  asked.onupgradeneeded = () => { for (const name of STORES) asked.result.createObjectStore(name); };
  return done(asked);
}

async function readRows() {
  const rows = {}, work = base.transaction(STORES, "readonly");
  await Promise.all(STORES.map(async (name) => {
    const store = work.objectStore(name);
    const [keys, values] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
    rows[name] = Object.fromEntries(keys.map((key, n) => [key, values[n]]));
  }));
  return rows;
}

/** Write all rows or none; resolves when the browser says that they are written. */
function writeRows(changes) {
  return new Promise((ok, fail) => {
    const work = base.transaction(STORES, "readwrite", { durability: "strict" });
    let behind = false;
    work.oncomplete = ok;
    work.onabort = work.onerror = () => fail(behind ? new Behind() : work.error);
    for (const [name, key, row, over] of changes) {
      const store = work.objectStore(name), there = store.get(key);
      there.onsuccess = () => {
        if ((there.result?.stamp ?? "") === over) store.put(row, key);
        else { behind = true; work.abort(); }
      };
    }
  });
}

/** What was done is written, then shown. What cannot be written waits for the next time, and the page says so. */
async function settle(text) {
  const changed = python.changes();
  if (changed) {
    const changes = JSON.parse(changed);
    try {
      await writeRows(changes);
      python.keeper.written();
      others.postMessage(Object.fromEntries(STORES.map((name) => [name, Object.fromEntries(changes.filter((it) => it[0] === name).map(([, key, row]) => [key, row]))])));
      if (told) tell("");
    } catch (error) {
      if (error instanceof Behind) {
        python.read_again(JSON.stringify(await readRows()));
        const now = python.follow();
        if (text) postMessage({ kind: "show", text });
        if (now) postMessage({ kind: "show", text: now });
        tell("behind");
        return;
      }
      console.error(error);
      tell("full");
    }
  }
  if (text) postMessage({ kind: "show", text });
}

let told = "";
function tell(note) {
  told = note;
  postMessage({ kind: "note", note });
}

async function run() {
  for (;;) {
    while (waiting.length) {
      const next = waiting.shift();
      if (next.kind === "take") await settle(python.take(next.text));
      else {
        python.read_again(JSON.stringify(next.rows));
        await settle(python.follow());
      }
    }
    await new Promise((ok) => { wake = ok; setTimeout(ok, 1000 * python.patience); });
    if (!waiting.length) await settle(python.follow());
  }
}

async function start({ hello, pyodide }) {
  let why = "fetch";
  try {
    const pack = files((part) => postMessage({ kind: "part", percent: Math.round(90 * part) }));
    const kept = (async () => { base = await openBase(); return readRows(); })().catch((error) => { why = "base"; throw error; });
    kept.catch(() => {}); // it is waited for below
    const first = await recalled(pyodide, async (snapshot) => {
      const running = await loaded(pyodide, pack, snapshot && { _loadSnapshot: snapshot });
      postMessage({ kind: "part", percent: 92 });
      const rows = await kept;
      why = "python";
      python = running.pyimport("elric.site.worker").Worker(JSON.stringify({ rows, name: NAME, hello }));
      Object.assign(globalThis, { python: running, remembered: !!snapshot });
      return python.first();
    });
    await settle("");
    postMessage({ kind: "first", text: first });
    await run();
  } catch (error) {
    postMessage({ kind: "broken", why, text: String(error?.stack || error) });
  }
}

others.onmessage = ({ data }) => { waiting.push({ kind: "rows", rows: data }); wake(); };
self.onmessage = ({ data }) => {
  if (data.kind === "begin") start(data);
  else { waiting.push(data); wake(); }
};
