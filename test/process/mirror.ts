import { expect } from 'vitest'

/** Where the routes of the calendar are. */
export const root = '/vendor/events/v1'

/** Records as a mirror keeps them, by what stands for each of them. */
export type Kept = ReadonlyMap<string, object>

/** The kinds that are followed, and where the list of each is. */
const lists = {
  event: { path: 'events', also: '&start_date=0001-01-01&end_date=9999-12-31' },
  venue: { path: 'venues', also: '' },
  category: { path: 'categories', also: '&hide_empty=false' },
} as const
type Kind = keyof typeof lists

interface Page {
  readonly changes: readonly {
    readonly kind: Kind
    readonly id: number
    readonly action: string
    readonly record?: object
  }[]
  readonly next: string
  readonly more: boolean
}

/** The longest list that is asked for, and the longest page of changes. */
const perPage = 50
const limit = 20

/** Follows one calendar at the nodes in turn, and begins anew where it is told to. */
export class Mirror {
  #records = new Map<string, object>()
  #token: string | undefined
  #asked = 0
  /** How often it has read the whole lists. */
  beginnings = 0
  /** How many changes it was told. */
  told = 0

  /** Everything it has. */
  get records(): Kept {
    return this.#records
  }

  /** Reads on until there is no more; a node that is not there is left, and where none is it stops. */
  async follow(origins: readonly string[]): Promise<void> {
    for (let missing = 0; missing < origins.length;) {
      this.#asked += 1
      const origin = origins[this.#asked % origins.length] ?? ''
      try {
        if (!(await this.#step(origin))) return
        missing = 0
      } catch (error) {
        if (!isCutOff(error)) throw error
        missing += 1
      }
    }
  }

  /** Reads on for as long as something lasts. */
  async followWhile(origins: readonly string[], lasting: Promise<unknown>): Promise<void> {
    const over = new AbortController()
    const ended = Promise.allSettled([lasting]).finally(() => over.abort())
    while (!over.signal.aborted) await this.follow(origins)
    await ended
  }

  /** One page; false where it was the last one. */
  async #step(origin: string): Promise<boolean> {
    if (this.#token === undefined) return this.#begin(origin)
    const query = `since=${this.#token}&limit=${limit}&kinds=${Object.keys(lists).join()}&include=records`
    const page = await ask<Page>(`${origin}${root}/changes?${query}`, 410)
    if (!page) {
      this.#token = undefined
      return true
    }
    for (const { kind, id, action, record } of page.changes) {
      if (action === 'deleted') this.#records.delete(`${kind} ${id}`)
      // What is gone again by now is told next.
      else if (record) this.#records.set(`${kind} ${id}`, comparable(kind, record))
    }
    this.told += page.changes.length
    this.#token = page.next
    return page.more
  }

  /** The token comes first: what changes while the lists are read is told again. */
  async #begin(origin: string): Promise<boolean> {
    const now = await ask<Page>(`${origin}${root}/changes`)
    this.#records = new Map(await readAll(origin))
    this.#token = now?.next
    this.beginnings += 1
    return true
  }
}

/** All that the lists of a calendar have. */
export async function readAll(origin: string): Promise<Kept> {
  const all = new Map<string, object>()
  for (const [name, { path, also }] of Object.entries(lists)) {
    // The keys of the table are the kinds.
    const kind = name as Kind
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const address = `${origin}${root}/${path}?per_page=${perPage}&page=${page}${also}`
      const list = await ask<Readonly<Record<string, unknown>>>(address, 404)
      // There is none of them, or the last page is gone meanwhile.
      if (!list) break
      for (const record of list[path] as readonly Listed[])
        if (!isProtected(record)) all.set(`${kind} ${record.id}`, comparable(kind, record))
      pages = Number(list['total_pages'])
    }
  }
  return all
}

interface Listed {
  readonly id: number
  readonly all_day?: boolean | null
}

/** Lists show that there are events with a password, and nothing of them; the feed has none. */
function isProtected({ all_day }: Listed): boolean {
  return all_day === null
}

/** The answer; undefined where it has the status that says so. */
async function ask<Body>(address: string, status?: number): Promise<Body | undefined> {
  const response = await fetch(address)
  const body: unknown = await response.json()
  if (response.status === status) return undefined
  expect([response.status, body]).toEqual([200, body])
  // What the lists and the feed answer is told by their schemas.
  return body as Body
}

/** Whether it is that of a process that was killed, or is not there. */
function isCutOff(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && error.name === 'SyntaxError')
}

/** What is told of an event that is told of others under their own names, and of a category that is not followed. */
interface Told {
  readonly venue?: unknown
  readonly categories?: unknown
  readonly count?: number
}

/** A record without that: an event has the ids of its links. */
function comparable(kind: Kind, record: object): object {
  if (kind === 'venue') return record
  const { venue, categories, count: _, ...own }: Told = record
  return kind === 'event' ? { ...own, venue: idsIn(venue), categories: idsIn(categories) } : own
}

function idsIn(linked: unknown): readonly number[] {
  const all = Array.isArray(linked) ? linked : [linked]
  return all.flatMap((each: { readonly id?: number } | undefined) => each?.id ?? [])
}

/** What both are equal in: of links only those whose target everybody can see. */
export function inOrder(records: Kept): readonly (readonly [string, object])[] {
  const seen = (kind: string, ids: readonly number[]) => ids.filter((id) => records.has(`${kind} ${id}`))
  return [...records]
    .map(([name, record]) => {
      if (!name.startsWith('event ')) return [name, record] as const
      const { venue, categories, ...rest } = record as {
        venue: readonly number[]
        categories: readonly number[]
      }
      return [
        name,
        { ...rest, venue: seen('venue', venue), categories: seen('category', categories) },
      ] as const
    })
    .toSorted(([one], [other]) => one.localeCompare(other))
}
