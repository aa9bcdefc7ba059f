/**
 * The service worker: keeps the shell of the page, and nothing that the server says.
 *
 * What is built is put in one cache per version. Addresses of the page come from the network while
 * there is one, so that a new version shows at once; files with a hash in their names never change
 * and come from the cache. /api, /docs and sockets are never touched.
 *
 * A new worker waits until no page of the old version is open, as browsers have it: pushing it in
 * earlier can leave it stuck behind an answer that a closed page never read.
 */
const VERSION = "{{version}}";
const SHELL = ["{{shell}}"];
const CACHE = `shell-${VERSION}`;
const PAGE = "/";
/** What is not the page's: the server alone answers there. */
const OTHERS = /^\/(?:api|docs)(?:\/|$)/;
/** A network that takes longer than this is as good as none. */
const PATIENCE = 4000;

self.addEventListener("install", (event) => {
  const fresh = SHELL.map((path) => new Request(path, { cache: path.startsWith("/assets/") ? "default" : "reload" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)));
});

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || OTHERS.test(pathname)) return;
  if (request.mode === "navigate") event.respondWith(visit(request));
  else if (pathname.startsWith("/assets/") || SHELL.includes(pathname)) event.respondWith(file(event));
});

/** An address of the page: from the network, or else the page that is kept. */
async function visit(request) {
  const late = new Promise((_, fail) => setTimeout(() => fail(new Error("late")), PATIENCE));
  try {
    const answer = await Promise.race([fetch(request), late]);
    if (answer.status < 500) return answer;
  } catch {
    // no network, or none to speak of
  }
  return (await caches.match(PAGE)) ?? fetch(request);
}

/** A file of the page: from the cache; what was not there is kept when it comes. */
async function file(event) {
  const kept = await caches.match(event.request);
  if (kept) return kept;
  const answer = await fetch(event.request);
  if (answer.ok && answer.type === "basic") {
    const copy = answer.clone();
    event.waitUntil(caches.open(CACHE).then((cache) => cache.put(event.request, copy)));
  }
  return answer;
}

/** A notification leads to its table: to the page that has it open, else to a new one. */
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const path = event.notification.data?.path ?? PAGE;
  const open = async () => {
    const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const there = pages.find((page) => new URL(page.url).pathname === path);
    return there ? there.focus() : self.clients.openWindow(path);
  };
  event.waitUntil(open());
});
