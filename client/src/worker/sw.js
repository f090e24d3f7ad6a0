/**
 * What answers when the server can't be reached: the page itself, so that it can say so. It never takes the page's place,
 * never reloads one, and has nothing to do with races: those go over the websocket alone.
 */
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const KEPT = `corrida-${VERSION}`;
const PAGE = "/";

worker.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll([new Request(PAGE, { cache: "reload" }), ...FILES])));
});

// Only once no page of an older version is open, so none loses its files under way.
worker.addEventListener("activate", (event) => {
  event.waitUntil(forgetOthers().then(() => worker.clients.claim()));
});

async function forgetOthers() {
  for (const name of await caches.keys()) if (name.startsWith("corrida-") && name !== KEPT) await caches.delete(name);
}

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate" && !pathname.startsWith("/api/")) event.respondWith(pageOf(request));
  else if (pathname.startsWith("/assets/")) event.respondWith(fileOf(request));
});

/** The server's own answer, so that a new version is seen at once; without one, the page that was kept. @param {Request} request */
async function pageOf(request) {
  try {
    const answer = await fetch(request);
    if (answer.status < 500) return answer;
  } catch {
    // No connection: the page says it.
  }
  return (await caches.match(PAGE, { cacheName: KEPT })) ?? Response.error();
}

/** Names of files change with their content: what is kept is as good as new. @param {Request} request */
const fileOf = async (request) => (await caches.match(request)) ?? fetch(request);
