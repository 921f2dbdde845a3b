// Everything that the page is made of, kept on the device under the name of this build: after one visit it opens without a
// network. A new build waits until the page is loaded again.
const BUILD = "{build}";
const FILES = {files};

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
  const known = (await caches.keys()).filter((name) => name !== BUILD);
  for (const name of known.slice(0, -1)) await caches.delete(name);
  await self.clients.claim();
})()));

self.addEventListener("fetch", (event) => {
  const { method, url, mode } = event.request;
  if (method !== "GET" || new URL(url).origin !== location.origin) return;
  event.respondWith((async () => {
    const cache = await caches.open(BUILD);
    const kept = mode === "navigate" ? await cache.match("./") : await caches.match(event.request, { ignoreSearch: true });
    return kept || fetch(event.request);
  })());
});
