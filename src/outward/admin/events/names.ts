import { signal } from '@preact/signals'
import { ask, askWp } from '../api.ts'
import { settle } from '../settle.ts'
import { categories, categoryText } from '../terms.ts'
import { plain } from '../texts.ts'
import type { NarrowKind } from './filterValues.ts'

/** What of each kind is called how, by `kind id`, as far as it is known. */
const names = signal<ReadonlyMap<string, string>>(new Map())

/** What is known of one that can be looked for. Its name is HTML. */
export interface Named {
  readonly id: number
  readonly name: string
}

/** Where the service has each kind, and under which name its names. */
export const sources = {
  venue: { path: 'venues', field: 'venue' },
  organizer: { path: 'organizers', field: 'organizer' },
  tag: { path: 'tags', field: 'name' },
  category: { path: 'categories', field: 'name' },
} as const satisfies Record<NarrowKind, object>

/** What the service answers of any of the kinds. */
export interface Source {
  readonly id: number
  readonly name?: string
  readonly venue?: string
  readonly organizer?: string
  readonly count?: number
}

/** The name of a record, as text. */
export function nameIn(kind: NarrowKind, record: Source): string {
  return plain(record[sources[kind].field] ?? '')
}

/** Remembers what records are called. */
export function learn(kind: NarrowKind, records: readonly Source[]): void {
  const next = new Map(names.peek())
  for (const record of records) next.set(`${kind} ${record.id}`, nameIn(kind, record))
  names.value = next
}

/** The name of one, or its number as long as no more is known. */
export function nameOf(kind: NarrowKind, id: number): string {
  const term = kind === 'category' ? categories.value.get(id) : undefined
  return term ? categoryText(term) : (names.value.get(`${kind} ${id}`) ?? `#${id}`)
}

/** Asks for the names that are not known. */
export function needNames(kind: NarrowKind, ids: readonly number[]): void {
  if (kind === 'category') return
  for (const id of ids) {
    if (names.peek().has(`${kind} ${id}`)) continue
    void settle(
      ask<Source>(`${sources[kind].path}/${id}`),
      ({ body }) => learn(kind, [body]),
      // What is gone, or not to be read, keeps its number.
      () => {},
    )
  }
}

/** Who writes events, once that is known. */
export const authors = signal<readonly Named[]>([])

/** So many are offered. */
const mostAuthors = 100

/** Asks who writes events; who may not know that is told nobody. */
export function needAuthors(): void {
  if (authors.peek().length > 0) return
  void settle(
    askWp<readonly Named[]>('users', { query: { per_page: mostAuthors, _fields: 'id,name' } }),
    ({ body }) => {
      authors.value = body
    },
    () => {},
  )
}
