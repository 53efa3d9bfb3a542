import { signal } from '@preact/signals'
import { base } from './place.ts'

/** Where the reader is: the path below the program, without slashes around it, and the query. */
export interface Route {
  readonly path: string
  readonly query: URLSearchParams
  /** Grows with each step: two visits to one address are two screens. */
  readonly visit: number
}

let visits = 0

/** The present place. */
export const route = signal<Route>(readRoute())

/** The address of a place. */
export function to(path: string, query: Readonly<Record<string, string | number | undefined>> = {}): string {
  const words = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') words.set(name, String(value))
  const text = words.toString()
  return `${base}/${path}${text === '' ? '' : `?${text}`}`
}

/** Goes to an address of this program; `isInstead`: the way back does not lead here. */
export function go(url: string, isInstead = false): void {
  if (isInstead) window.history.replaceState(null, '', url)
  else window.history.pushState(null, '', url)
  route.value = readRoute()
}

/** Lets links of this program be followed without loading it anew, and the way back too. */
export function followLinks(): void {
  window.addEventListener('popstate', () => {
    route.value = readRoute()
  })
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || link.target !== '' || link.hasAttribute('download')) return
    if (link.origin !== window.location.origin || !isOurs(link.pathname)) return
    if (link.hash !== '') return
    event.preventDefault()
    go(link.href)
    window.scrollTo(0, 0)
  })
}

function isOurs(path: string): boolean {
  return path === base || (path.startsWith(`${base}/`) && path !== `${base}/setup`)
}

/** Gives the present screen another address, as what it is about has got one. */
export function rename(url: string): void {
  window.history.replaceState(null, '', url)
}

function readRoute(): Route {
  const { pathname, search } = window.location
  visits += 1
  return {
    visit: visits,
    path: pathname.slice(base.length).replaceAll(/^\/+|\/+$/g, ''),
    query: new URLSearchParams(search),
  }
}
