// Python in this thread, with the files that it runs; and its memory, kept on the device: whoever has been here starts from what an
// idle worker of an earlier visit left (memory.js), which takes a third of the time. That way in is none that Pyodide promises, so
// whatever goes wrong with it, Python starts as on a first visit.

const MEMORY = `elric ${new URL("../", import.meta.url).pathname} memory`; // a cache: this build's snapshot, and how it has fared
const HERE = "./snapshot", NOTE = "./snapshot-note";
const MOST_FAULTS = 2; // then this build makes none any more on this device

const at = (address, pyodide) => `${new URL(address, import.meta.url).href}?${pyodide.split("/").pop()}`;

/** The files that Python runs: an index ([path, bytes] each, as JSON, behind its length) and all of them, one after another. */
export async function files(came = () => {}) {
  const { size, code } = await (await fetch("./python.json")).json();
  const answer = await fetch(code);
  if (!answer.ok) throw new Error(`${answer.status} for ${code}`);
  const parts = [], reader = answer.body.getReader();
  let got = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) { parts.push(next.value); came((got += next.value.length) / size); }
  const inflated = new Blob(parts).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(inflated).arrayBuffer());
}

/** Python, ready to import `elric`. `more`: what Pyodide is to be told besides. */
export async function python(pyodide, pack, more) {
  const { loadPyodide } = await import(`${pyodide}/pyodide.mjs`);
  const served = await (await fetch("./served.json")).text();
  const running = await loadPyodide({ indexURL: `${pyodide}/`, packages: [], stdout: console.log, stderr: console.error, env: { HOME: "/home", PYTHONDONTWRITEBYTECODE: "1", ELRIC_SERVED: served }, ...more });
  lay(running.FS, await pack);
  if (more?._loadSnapshot) {
    delete running._api?.config?._loadSnapshot; // its own copy is the memory now: fifty megabytes that nobody asks for again
    running.pyimport("random").seed(); // luck of its own
  } else running.runPython("import sys; sys.path.insert(0, '/elric')");
  return running;
}

function lay(FS, pack) {
  const length = new DataView(pack.buffer).getUint32(0, true), made = new Set();
  let from = 4 + length;
  for (const [path, size] of JSON.parse(new TextDecoder().decode(pack.subarray(4, from)))) {
    const folder = `/elric/${path}`.replace(/\/[^/]*$/, "");
    if (!made.has(folder)) FS.mkdirTree(folder);
    made.add(folder);
    FS.writeFile(`/elric/${path}`, pack.subarray(from, from += size), { canOwn: true });
  }
}

async function noted(cache, pyodide) {
  return (await (await cache.match(at(NOTE, pyodide)))?.json()) ?? { faults: 0, trying: false };
}
const note = (cache, pyodide, now) => cache.put(at(NOTE, pyodide), Response.json(now));

async function dropped(cache) {
  for (const one of await cache.keys()) await cache.delete(one);
}

/** Do `open(snapshot)` with what is kept here; where there is none, or it comes to nothing, `open(null)`. */
export async function recalled(pyodide, open) {
  const cache = await self.caches?.open(MEMORY), kept = await cache?.match(at(HERE, pyodide));
  if (!kept) return open(null);
  const { faults, trying } = await noted(cache, pyodide);
  try {
    if (trying) throw new Error("the last start from it did not come to its end"); // the browser may have died of it
    await note(cache, pyodide, { faults, trying: true });
    const inflated = new Response(kept.body.pipeThrough(new DecompressionStream("gzip"))); // which also looks whether it is whole
    const opened = await open(new Uint8Array(await inflated.arrayBuffer()));
    await note(cache, pyodide, { faults: 0, trying: false });
    return opened;
  } catch (error) {
    console.warn("Python's memory is thrown away:", error);
    await dropped(cache);
    await note(cache, pyodide, { faults: faults + 1, trying: false });
    return open(null);
  }
}

/** Whether the next visit would be glad of a memory: there is none yet, and making one is worth trying. */
export async function wanted(pyodide) {
  const cache = await self.caches?.open(MEMORY);
  return !!cache && !await cache.match(at(HERE, pyodide)) && (await noted(cache, pyodide)).faults < MOST_FAULTS;
}

/** Keep a snapshot for the next visit, and none of an earlier build. Resolves to the bytes that it takes on the device. */
export async function keep(pyodide, snapshot) {
  const cache = await caches.open(MEMORY), { faults } = await noted(cache, pyodide);
  const packed = await new Response(new Blob([snapshot]).stream().pipeThrough(new CompressionStream("gzip"))).blob();
  await dropped(cache);
  await note(cache, pyodide, { faults, trying: false });
  await cache.put(at(HERE, pyodide), new Response(packed));
  return packed.size;
}
