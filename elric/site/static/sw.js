// Everything that the page is made of, kept on the device under the name of this build: after one visit it opens without a
// network. A new build waits until the page is loaded again.
const HERE = new URL("./", location.href).pathname;
const NAME = `elric ${HERE} `; // the names of our caches: a host may have other pages beside this one
const BUILD = `${NAME}{build}`;
const FILES = {files};
// What python.js keeps of Python's memory is of one build.
const MEMORY = `${NAME}memory`;
// The documentation lies beside the page and belongs to no build: what was read of it once is there without a network too.
const PAPERS = `${NAME}docs`, BESIDE = `${HERE}docs/`;

self.addEventListener("install", (event) => event.waitUntil((async () => {
  const cache = await caches.open(BUILD);
  const before = await caches.keys();
  await Promise.all(FILES.map(async (file) => {
    // what an earlier build had at the same address is the same: addresses hold a hash
    const known = file === "./" || file === "manifest.webmanifest" ? null : await caches.match(file);
    await (known && before.length ? cache.put(file, known) : cache.add(new Request(file, { cache: "no-cache" })));
  }));
})()));

// The page says so as it goes: whoever loads it next has the new build. Another tab, still open, finds its files in the cache
// of the build before, which stays for so long.
self.addEventListener("message", ({ data }) => { if (data === "next") self.skipWaiting(); });

self.addEventListener("activate", (event) => event.waitUntil((async () => {
  const known = (await caches.keys()).filter((name) => name.startsWith(NAME) && ![BUILD, PAPERS, MEMORY].includes(name));
  for (const name of known.slice(0, -1)) await caches.delete(name);
  if (known.length) await caches.delete(MEMORY);
  await self.clients.claim();
})()));

self.addEventListener("fetch", (event) => {
  const { method, url, mode } = event.request;
  if (method !== "GET" || new URL(url).origin !== location.origin) return;
  if (new URL(url).pathname.startsWith(BESIDE)) { event.respondWith(paper(event.request)); return; }
  event.respondWith((async () => {
    const cache = await caches.open(BUILD);
    const kept = mode === "navigate" ? await cache.match("./") : await caches.match(event.request, { ignoreSearch: true });
    return kept || fetch(event.request);
  })());
});

/** A file of the documentation: as it is now, or as it was when it was read last. */
async function paper(request) {
  const cache = await caches.open(PAPERS);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch (error) {
    const kept = await cache.match(request, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}
