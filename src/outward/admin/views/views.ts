import { signal } from '@preact/signals'
import { me } from '../session.ts'
import { compareTexts } from '../texts.ts'

/** What a list shows, under a name: the query of its address. */
export interface View {
  readonly name: string
  readonly query: string
}

/** The lists that have views. */
export type ListName = 'events' | 'venues' | 'organizers'

/** How many views a list has at most, and how long their names are. */
export const mostViews = 30
export const longestName = 60

type Views = Readonly<Partial<Record<ListName, readonly View[]>>>

/** The views by their lists, as this browser keeps them for who is signed in: they are nobody else’s. */
const kept = signal<{ readonly by: number; readonly views: Views } | undefined>(undefined)

const storedAs = (id: number) => `kalends.views.${id}`

/** The views of a list, in the order of their names. */
export function viewsOf(list: ListName): readonly View[] {
  return allViews()[list] ?? []
}

function allViews(): Views {
  const id = me.value?.id ?? 0
  if (kept.value?.by !== id) kept.value = { by: id, views: readViews(id) }
  return kept.value.views
}

function readViews(id: number): Views {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storedAs(id)) ?? '{}')
    if (stored === null || typeof stored !== 'object') return {}
    return Object.fromEntries(
      Object.entries(stored).map(([list, views]) => [list, Array.isArray(views) ? views.filter(isView) : []]),
    )
  } catch {
    // What is no list of views, or cannot be read, is as if there were none.
    return {}
  }
}

function isView(one: unknown): one is View {
  const { name, query } = (one ?? {}) as Partial<Record<string, unknown>>
  return typeof name === 'string' && typeof query === 'string'
}

function keep(list: ListName, views: readonly View[]): void {
  const id = me.value?.id ?? 0
  kept.value = { by: id, views: { ...readViews(id), [list]: views } }
  try {
    localStorage.setItem(storedAs(id), JSON.stringify(kept.value.views))
  } catch {
    // A browser that keeps nothing has them until it is closed.
  }
}

/** Keeps what a list shows; what had the name is replaced. */
export function keepView(list: ListName, view: View): void {
  const others = viewsOf(list).filter(({ name }) => name !== view.name)
  keep(
    list,
    [...others, view].toSorted((one, other) => compareTexts(one.name, other.name)),
  )
}

/** Forgets a view. */
export function forgetView(list: ListName, { name }: View): void {
  keep(
    list,
    viewsOf(list).filter((one) => one.name !== name),
  )
}

/** Where one is within a list, rather than what it shows: the page, and the weeks of the month. */
const places = ['page', 'start', 'day']

/** What of the address of a list is kept; empty where it shows what it shows at first. */
export function viewIn(query: URLSearchParams): string {
  const shown = new URLSearchParams(query)
  for (const place of places) shown.delete(place)
  shown.sort()
  return shown.toString()
}
