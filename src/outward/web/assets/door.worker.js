// @ts-check
// Keeps the page for the door of events, so that it opens where there is no connection: that page and its files, and nothing else.

/** Under this name the page keeps what it shows as well (`admin/door/kept.ts`). */
const kept = 'kalends-door'

/** How long an answer is waited for where one is kept, in milliseconds: at a door a weak connection is as good as none. */
const patience_ms = 4000

/**
 * What it is told, and what it can do: browsers declare no types of workers that pages could use beside theirs.
 * @typedef {{ readonly page: string, readonly files: readonly string[] }} Told
 * @typedef {{ readonly request: Request, readonly data: Told, waitUntil: (work: Promise<unknown>) => void, respondWith: (answer: Promise<Response>) => void }} WorkerEvent
 * @typedef {{ addEventListener: (name: string, listener: (event: WorkerEvent) => void) => void, skipWaiting: () => Promise<void>, clients: { claim: () => Promise<void> } }} DoorWorker
 */
const worker = /** @type {DoorWorker} */ (/** @type {unknown} */ (self))

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
worker.addEventListener('message', (event) => event.waitUntil(keepPage(event.data)))

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  const isDoor = request.mode === 'navigate' && /\/events\/\d+\/door$/.test(pathname)
  if (isDoor) event.respondWith(newest(request, pathname))
  else if (isFile(pathname)) event.respondWith(stored(request, pathname))
})

/**
 * Files have a hash of what is in them in their addresses: they never change.
 * @param {string} path
 */
function isFile(path) {
  return /\/(?:admin\/files|assets)\//.test(path)
}

/**
 * Keeps a page and its files, in the place of those of an earlier version.
 * @param {Told} told
 */
async function keepPage({ page, files }) {
  const cache = await caches.open(kept)
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  for (const path of known) if (isFile(path) && !files.includes(path)) await cache.delete(path)
  for (const path of files) if (!known.has(path)) await cache.add(path)
  const answer = await fetch(page, { credentials: 'same-origin' })
  if (answer.ok && !answer.redirected) await cache.put(page, answer)
}

/**
 * The page as it is now, or else as it is kept.
 * @param {Request} request
 * @param {string} path
 */
async function newest(request, path) {
  const known = await caches.match(path, { cacheName: kept })
  if (!known) return fetch(request)
  /** @type {Promise<Response>} */
  const late = new Promise((resolve) => {
    setTimeout(() => resolve(known), patience_ms)
  })
  return Promise.race([fetch(request).catch(() => known), late])
}

/**
 * A file as it is kept, or else as it is there.
 * @param {Request} request
 * @param {string} path
 */
async function stored(request, path) {
  return (await caches.match(path, { cacheName: kept })) ?? fetch(request)
}
