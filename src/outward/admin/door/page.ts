import { base } from '../place.ts'

/** Has this page and its files kept, so that it opens without a connection. Where a browser keeps none, it works as long as it is open. */
export async function keepPage(): Promise<void> {
  try {
    const { serviceWorker } = navigator
    if (!serviceWorker) return
    await serviceWorker.register(`${base}/events/door.js`)
    const { active } = await serviceWorker.ready
    // It is asked for as soon as the program starts where somebody has been at a door (`doors.ts`).
    await import('./kept.ts')
    const files = performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name))
      .filter(
        ({ origin, pathname }) =>
          origin === window.location.origin && /\/(?:admin\/files|assets)\//.test(pathname),
      )
      .map(({ pathname }) => pathname)
    active?.postMessage({ page: window.location.pathname, files: [...new Set(files)] })
  } catch {
    // It is not needed while there is a connection.
  }
}
