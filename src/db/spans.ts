import { type RawBuilder, sql } from 'kysely'
import type { Limits } from '../calendar/window.ts'
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

/** What decides who sees an event. Events of the same audience are shown to the same readers. */
export interface Audience extends Readonly<Pick<EventsTable, 'status' | 'status_before' | 'author_id'>> {
  readonly isProtected: boolean
}

/** Whether a list shows its reader events of an audience. */
export type Sees = (audience: Audience) => boolean

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

/** When events start and end, by id, NaN for what no list shows; and what else lists choose them by. */
export interface SpansById {
  readonly starts: Float64Array
  readonly ends: Float64Array
  /** The number of the audience: 0 where it is everybody, in every list. */
  readonly audiences: Uint32Array
  /** All audiences by their numbers, that of everybody first. */
  readonly known: Audience[]
  /** These numbers, by what makes an audience. */
  readonly numbers: Map<string, number>
  /** A bit for each flag that holds. */
  readonly flags: Uint8Array
  /** The ids of events that are published, and have a password. */
  readonly withPassword: Set<number>
  readonly unpublished: Set<number>
}

/**
 * Keeps when each event that lists show starts and ends, and who sees it: 21 bytes an id, and some thirty for each that not everybody
 * sees. All are read when they are first needed, and from then on those that have changed.
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
    const name = [starts_at, ends_at].flatMap(({ from, until }) => [from, until]).join()
    const isOpen = isShownBy({ ...shown, showsProtected: false, sees: undefined }, known)
    const all = () => this.#findSet(name, isOpen, known, at)
    const window = this.#isAskedAgain(name) ? await all() : undefined
    const open: Narrow = (events) => window?.and(events) ?? events.filter(isOpen)
    const flagged = await this.#withFlags(flags, known, at)
    return {
      among: (events) => flagged(open(events).or(restrictedAmong(events, shown, known))),
      all: async () => {
        const events = window ?? (await all())
        return flagged(events.or(RowSet.of(restrictedIn(shown, known))))
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

/** Makes the test whether a list shows the event with an id. */
export function isShownBy(shown: Shown, known: SpansById): (id: number) => boolean {
  const { starts, ends, audiences } = known
  const { from: startsFrom, until: startsUntil } = shown.within.starts_at
  const { from: endsFrom, until: endsUntil } = shown.within.ends_at
  const seen = audiencesOf(shown, known)
  return (id) => {
    // Where there is no span it is NaN, which is within no limits.
    const start = starts[id] ?? NaN
    const end = ends[id] ?? NaN
    return (
      start >= startsFrom &&
      start < startsUntil &&
      end >= endsFrom &&
      end < endsUntil &&
      seen[audiences[id] ?? 0] === 1
    )
  }
}

/** By the number of each audience 1 if its events are shown, else 0. */
export function audiencesOf({ showsProtected, sees }: Shown, { known }: SpansById): Uint8Array {
  return Uint8Array.from(known, (audience, number) => {
    const isShown = audience.status === 'publish' ? number === 0 || showsProtected : sees?.(audience)
    return isShown ? 1 : 0
  })
}

/** The bit of each flag among those of an event. */
const bits: Readonly<Record<SpanFlag, number>> = { featured: 1, ticketed: 2 }

/** The bits of the flags of a row of listings. */
const bitsOfRow = sql.join(
  spanFlags.map((flag) => sql`${sql.ref(flag)} * ${sql.lit(bits[flag])}`),
  sql` + `,
)

/** Those of the events that not everybody sees and are shown nevertheless. */
function restrictedAmong(events: RowSet, shown: Shown, known: SpansById): RowSet {
  const isShown = isShownBy(shown, known)
  return shownOnly(shown, known)
    .map((some) =>
      events.size > some.size
        ? events.and(RowSet.of([...some].filter(isShown)))
        : events.filter((id) => some.has(id) && isShown(id)),
    )
    .reduce((all, some) => all.or(some), RowSet.of([]))
}

/** The ids of all events that not everybody sees and are shown nevertheless. */
function restrictedIn(shown: Shown, known: SpansById): number[] {
  const isShown = isShownBy(shown, known)
  return shownOnly(shown, known).flatMap((some) => [...some].filter(isShown))
}

/** The sets of events that not everybody sees of which a list shows any. */
function shownOnly({ showsProtected, sees }: Shown, { withPassword, unpublished }: SpansById) {
  return [...(showsProtected ? [withPassword] : []), ...(sees ? [unpublished] : [])]
}

/** How many events that are not published are wanted. */
export function countUnpublished({ shown, flags = {} }: WantedEvents, known: SpansById): number {
  const isShown = isShownBy(shown, known)
  const [mask, value] = [
    bitsWhere((flag) => flags[flag] !== undefined),
    bitsWhere((flag) => flags[flag] === true),
  ]
  let count = 0
  for (const id of known.unpublished) if (((known.flags[id] ?? 0) & mask) === value && isShown(id)) count += 1
  return count
}

function bitsWhere(isSet: (flag: SpanFlag) => boolean): number {
  return spanFlags.reduce((set, flag) => (isSet(flag) ? set | bits[flag] : set), 0)
}

/** The audience of everybody. */
const everybody: Audience = { status: 'publish', status_before: null, author_id: 0, isProtected: false }

const spansById: KindOfFacts<SpansById> = {
  empty: (length) => ({
    starts: new Float64Array(length).fill(NaN),
    ends: new Float64Array(length).fill(NaN),
    audiences: new Uint32Array(length),
    known: [everybody],
    numbers: new Map(),
    flags: new Uint8Array(length),
    withPassword: new Set(),
    unpublished: new Set(),
  }),
  read: async ({ db, dialect }, holds) => {
    const chosen = holds(sql`id`)
    const restricted = (condition: RawBuilder<unknown>) =>
      sql<RestrictedRow>`
        select id, starts_at, ends_at, status, status_before, author_id, ${bitsOfRow} as flags from listings
        where ${chosen} and ${condition}`.execute(db)
    const [[ids = [], starts, ends, flags], unpublishedRows, protectedRows] = await Promise.all([
      readNumbers(
        { dialect, read: db },
        [sql.ref('id'), sql.ref('starts_at'), sql.ref('ends_at'), bitsOfRow],
        sql`listings where ${chosen} and ${sql.raw(isListed('listings'))}`,
      ),
      restricted(sql.raw(unpublished())),
      restricted(
        sql`hide_from_listings = 0 and id in (select id from events where password_digest > '' and ${chosen})`,
      ),
    ])
    return (spans) => {
      for (const [index, id] of ids.entries()) {
        spans.starts[id] = starts?.[index] ?? NaN
        spans.ends[id] = ends?.[index] ?? NaN
        spans.flags[id] = flags?.[index] ?? 0
        spans.audiences[id] = 0
      }
      for (const row of unpublishedRows.rows) addRestricted(row, false, spans)
      for (const row of protectedRows.rows) addRestricted(row, true, spans)
    }
  },
  forget: ({ starts, withPassword, unpublished }, id) => {
    starts[id] = NaN
    withPassword.delete(id)
    unpublished.delete(id)
  },
}

interface RestrictedRow extends Readonly<
  Pick<EventsTable, 'id' | Edge | 'status' | 'status_before' | 'author_id'>
> {
  readonly flags: number
}

function addRestricted(row: RestrictedRow, isProtected: boolean, spans: SpansById): void {
  const { id, status } = row
  spans.starts[id] = row.starts_at
  spans.ends[id] = row.ends_at
  spans.flags[id] = row.flags
  spans.audiences[id] = numberOf({ ...row, isProtected }, spans)
  const some = status === 'publish' ? spans.withPassword : spans.unpublished
  some.add(id)
}

/** The number of an audience; of published events the author does not matter, nor what those were that are not in the trash. */
function numberOf({ status, isProtected, ...row }: Audience, { known, numbers }: SpansById): number {
  const author_id = status === 'publish' ? 0 : row.author_id
  const status_before = status === 'trash' ? row.status_before : null
  const name = `${status} ${status_before} ${author_id} ${isProtected}`
  const number = numbers.get(name) ?? known.push({ status, status_before, author_id, isProtected }) - 1
  numbers.set(name, number)
  return number
}
