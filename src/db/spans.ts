import { type RawBuilder, sql } from 'kysely'
import type { Limits } from '../calendar/window.ts'
import { statuses } from '../params/statuses.ts'
import { type SpanFlag, spanFlags } from './changes.ts'
import { type At, FactsById, type KindOfFacts } from './factsById.ts'
import type { Narrow } from './found.ts'
import { KeptRows } from './keptRows.ts'
import { type Edge, isListed } from './listings/listings.days.ts'
import { unpublished } from './listings/listings.ts'
import { readNumbers } from './numbers.ts'
import { RowSet } from './rowSet.ts'
import type { EventsTable } from './tables.ts'

/** How many windows are remembered. */
const keptWindows = 8

/** How many sets are: those of windows, and one for each flag. */
const keptSets = keptWindows + spanFlags.length

/** The limits for the starts and ends of events. */
export type Within = Readonly<Record<Edge, Limits>>

/** An event that lists show only to some, or not all lists do. */
export interface Restricted extends Readonly<Pick<EventsTable, Edge | 'status' | 'author_id'>> {
  readonly isProtected: boolean
}

/** Whether a list shows its reader such an event. */
export type Sees = (event: Restricted) => boolean

/** Which events a list shows. */
export interface Shown {
  readonly within: Within
  /** Whether it shows those with a password. */
  readonly showsProtected: boolean
  /** Which of those that are not published; undefined if none. */
  readonly sees: Sees | undefined
}

/** Flags of events, and whether each is to hold. */
export type WantedFlags = Readonly<Partial<Record<SpanFlag, boolean | undefined>>>

/** Which events are wanted: those that a list shows, with the flags. */
export interface WantedEvents {
  readonly shown: Shown
  readonly flags?: WantedFlags | undefined
}

/** The events that a list shows. */
export interface ListedEvents {
  /** Those among a set. */
  readonly among: Narrow
  all(): Promise<RowSet>
}

/** The spans of events by id, NaN for restricted ones; these; and the flags of all. */
export interface SpansById {
  readonly starts: Float64Array
  readonly ends: Float64Array
  /** Those that are published, and have a password. */
  readonly withPassword: Map<number, Restricted>
  readonly unpublished: Map<number, Restricted>
  /** A bit for each flag that holds. */
  readonly flags: Uint8Array
}

/**
 * Keeps when each event that lists show starts and ends: sixteen bytes an id, and a hundred for a restricted one. All are read
 * when they are first needed, and from then on those that have changed.
 */
export class Spans {
  /**
   * The events within limits that were recently asked for more than once: above all, the window of today. And those with a flag.
   */
  readonly #sets = new KeptRows(keptSets)
  #asked: readonly string[] = []
  readonly #spans = new FactsById(spansById)

  /** The events that are wanted, as of the moment or later; undefined where no spans are kept. */
  async find(wanted: WantedEvents, at: At): Promise<ListedEvents | undefined> {
    const known = await this.#spans.find(at)
    return known && this.#find(wanted, known, at)
  }

  /** Likewise, but undefined also where all spans are yet to be read, which then begins. */
  async findIfKept(wanted: WantedEvents, at: At): Promise<ListedEvents | undefined> {
    const known = await this.findKept(at)
    return known && this.#find(wanted, known, at)
  }

  async #find({ shown, flags = {} }: WantedEvents, known: SpansById, at: At): Promise<ListedEvents> {
    const { starts_at, ends_at } = shown.within
    const isIn = isWithin(shown.within, known)
    const name = [starts_at, ends_at].flatMap(({ from, until }) => [from, until]).join()
    const all = () => this.#findSet(name, isIn, known, at)
    const window = this.#isAskedAgain(name) ? await all() : undefined
    const published: Narrow = (events) => window?.and(events) ?? events.filter(isIn)
    const flagged = await this.#withFlags(flags, known, at)
    return {
      among: (events) => flagged(published(events).or(restrictedAmong(events, shown, known))),
      all: async () => {
        const published = window ?? (await all())
        return flagged(published.or(RowSet.of([...restrictedIn(shown, known)])))
      },
    }
  }

  /** Makes the filter for events with the flags. */
  async #withFlags(wanted: WantedFlags, known: SpansById, at: At): Promise<Narrow> {
    const tests: Narrow[] = []
    for (const flag of spanFlags) {
      if (wanted[flag] === undefined) continue
      const holds = (id: number) => ((known.flags[id] ?? 0) & bits[flag]) !== 0
      const having = await this.#findSet(flag, holds, known, at)
      tests.push((events) => (wanted[flag] ? events.and(having) : events.without(having)))
    }
    return (events) => tests.reduce((left, test) => test(left), events)
  }

  /** The events for whose ids a condition holds, which is given a name. */
  async #findSet(name: string, holds: (id: number) => boolean, known: SpansById, at: At): Promise<RowSet> {
    return this.#sets.findOr(name, at.moment, {
      tell: async (ids) => ids.filter(holds),
      find: async () => RowSet.where(known.starts.length, holds),
    })
  }

  /** The spans as of the moment or later; undefined where none are kept, or where all are yet to be read, which then begins. */
  async findKept(at: At): Promise<SpansById | undefined> {
    return this.#spans.findKept(at)
  }

  #isAskedAgain(name: string): boolean {
    const isAgain = this.#asked.includes(name)
    this.#asked = [name, ...this.#asked.filter((other) => other !== name)].slice(0, keptWindows)
    return isAgain
  }
}

/** Whether the event with an id is within the limits. */
export function isWithin(limits: Within, { starts, ends }: SpansById): (id: number) => boolean {
  const { from: startsFrom, until: startsUntil } = limits.starts_at
  const { from: endsFrom, until: endsUntil } = limits.ends_at
  return (id) => {
    // Where there is no span it is NaN, which is within no limits.
    const start = starts[id] ?? NaN
    const end = ends[id] ?? NaN
    return start >= startsFrom && start < startsUntil && end >= endsFrom && end < endsUntil
  }
}

/** The bit of each flag among those of an event. */
const bits: Readonly<Record<SpanFlag, number>> = { featured: 1, ticketed: 2 }

/** The bits of the flags of a row of listings. */
const bitsOfRow = sql.join(
  spanFlags.map((flag) => sql`${sql.ref(flag)} * ${sql.lit(bits[flag])}`),
  sql` + `,
)

/** Those of the events that are restricted and are shown nevertheless. */
function restrictedAmong(events: RowSet, shown: Shown, spans: SpansById): RowSet {
  let found = RowSet.of([])
  for (const { restricted, isShown } of shownOnly(shown, spans)) {
    const all = () => RowSet.of([...idsOf(restricted, isShown)])
    const each = (id: number) => {
      const event = restricted.get(id)
      return event !== undefined && isShown(event)
    }
    found = found.or(events.size > restricted.size ? events.and(all()) : events.filter(each))
  }
  return found
}

/** The ids of all events that are restricted and are shown nevertheless. */
export function* restrictedIn(shown: Shown, spans: SpansById): Generator<number, void, undefined> {
  for (const { restricted, isShown } of shownOnly(shown, spans)) yield* idsOf(restricted, isShown)
}

/** How many events that are not published are wanted. */
export function countUnpublished({ shown, flags = {} }: WantedEvents, known: SpansById): number {
  const [mask, value] = [
    bitsWhere((flag) => flags[flag] !== undefined),
    bitsWhere((flag) => flags[flag] === true),
  ]
  let count = 0
  for (const id of restrictedIn({ ...shown, showsProtected: false }, known))
    if (((known.flags[id] ?? 0) & mask) === value) count += 1
  return count
}

function bitsWhere(isSet: (flag: SpanFlag) => boolean): number {
  return spanFlags.reduce((set, flag) => (isSet(flag) ? set | bits[flag] : set), 0)
}

function* idsOf(events: ReadonlyMap<number, Restricted>, isShown: Sees): Generator<number, void, undefined> {
  for (const [id, event] of events) if (isShown(event)) yield id
}

/** The kinds of restricted events of which a list shows any, and which. */
function shownOnly({ within, showsProtected, sees }: Shown, { withPassword, unpublished }: SpansById) {
  const isIn = ({ starts_at, ends_at }: Restricted) =>
    starts_at >= within.starts_at.from &&
    starts_at < within.starts_at.until &&
    ends_at >= within.ends_at.from &&
    ends_at < within.ends_at.until
  return [
    ...(showsProtected ? [{ restricted: withPassword, isShown: isIn }] : []),
    ...(sees
      ? [{ restricted: unpublished, isShown: (event: Restricted) => isIn(event) && sees(event) }]
      : []),
  ]
}

const spansById: KindOfFacts<SpansById> = {
  empty: (length) => ({
    starts: new Float64Array(length).fill(NaN),
    ends: new Float64Array(length).fill(NaN),
    withPassword: new Map(),
    unpublished: new Map(),
    flags: new Uint8Array(length),
  }),
  read: async ({ db, dialect }, holds) => {
    const chosen = holds(sql`id`)
    const restricted = (condition: RawBuilder<unknown>) =>
      sql<RestrictedRow>`
        select id, starts_at, ends_at, status, author_id, ${bitsOfRow} as flags from listings
        where ${chosen} and ${condition}`.execute(db)
    const [[ids = [], starts, ends, flags], unpublishedRows, protectedRows] = await Promise.all([
      readNumbers(
        { dialect, read: db },
        [sql.ref('id'), sql.ref('starts_at'), sql.ref('ends_at'), bitsOfRow],
        sql`listings where ${chosen} and ${sql.raw(isListed('listings'))}`,
      ),
      restricted(sql.raw(unpublished())),
      restricted(
        sql`status <> 'trash' and hide_from_listings = 0
          and id in (select id from events where password_digest > '' and ${chosen})`,
      ),
    ])
    return (known) => {
      for (const [index, id] of ids.entries()) {
        known.starts[id] = starts?.[index] ?? NaN
        known.ends[id] = ends?.[index] ?? NaN
        known.flags[id] = flags?.[index] ?? 0
      }
      const add = (row: RestrictedRow, isProtected: boolean) => {
        const all = row.status === 'publish' ? known.withPassword : known.unpublished
        all.set(row.id, restrictedOf(row, isProtected))
        known.flags[row.id] = row.flags
      }
      for (const row of unpublishedRows.rows) add(row, false)
      for (const row of protectedRows.rows) {
        known.starts[row.id] = NaN
        add(row, true)
      }
    }
  },
  forget: ({ starts, withPassword, unpublished }, id) => {
    starts[id] = NaN
    withPassword.delete(id)
    unpublished.delete(id)
  },
}

type RestrictedRow = Omit<Restricted, 'isProtected'> & { readonly id: number; readonly flags: number }

function restrictedOf(row: RestrictedRow, isProtected: boolean): Restricted {
  const { starts_at, ends_at, author_id } = row
  // One text for all events rather than one for each.
  const status = statuses.find((known) => known === row.status) ?? row.status
  return { starts_at, ends_at, status, author_id, isProtected }
}
