import { sql } from 'kysely'
import type { SearchWords } from '../text/search.ts'
import { Changes, type Moment } from './changes.ts'
import type { Dialect, Reader } from './dialect.ts'
import { type Condition, type FindClue, findRows, type Found, type Narrow, type Remembered } from './found.ts'
import { atAny, countAt, venuesById } from './eventVenues.ts'
import { FactsById } from './factsById.ts'
import { KeptRows } from './keptRows.ts'
import { type LinkedTo, LinkedRows } from './linkedRows.ts'
import { isPartFar, type Part, type Stretch, stretchAround } from './partByStart.ts'
import { RowSet } from './rowSet.ts'
import { countUnpublished, type Shown, Spans, type WantedFlags } from './spans.ts'

/** Up to this many events, their texts are read at once; of more, only those of the events on the page. */
const lookedInto = 1000

/** What events are looked for by. All of it must hold. */
export interface Wanted {
  readonly words?: SearchWords | undefined
  readonly linked?: readonly LinkedTo[]
  readonly places?: readonly Places[]
  readonly flags?: WantedFlags
}

/** Whether events are to be at any of the venues, or at none of them. */
export interface Places {
  readonly venues: readonly number[]
  readonly isAt: boolean
}

/** Makes the function that finds clues to words, beginning with the sets that are remembered. */
type CluesOf = (db: Reader, remembered: Remembered) => FindClue

/** Searches events, and remembers which of them have each word and where they are, catching up with later changes. */
export class EventSearch {
  readonly #db: Reader
  readonly #dialect: Dialect
  readonly #cluesOf: CluesOf
  readonly #changes = new Changes('event_changes')
  readonly #venueChanges = new Changes('event_venue_changes')
  readonly #kept = new KeptRows()
  readonly #linked: LinkedRows
  readonly #spans = new Spans()
  readonly #venues = new FactsById(venuesById)

  constructor(db: Reader, dialect: Dialect, cluesOf: CluesOf) {
    this.#db = db
    this.#dialect = dialect
    this.#cluesOf = cluesOf
    this.#linked = new LinkedRows(db, dialect, this.#kept)
  }

  /** Finds the events with the words, as far as indexes tell; undefined on a replica that is behind. */
  async find(words: SearchWords): Promise<Found | undefined> {
    const moment = await this.#changes.now(this.#db)
    return moment && this.#findRows(words, moment)
  }

  /** Implements {@link Database.findListed}. */
  async findListed(
    { words, linked = [], places = [], flags }: Wanted,
    shown: Shown,
  ): Promise<RowSet | undefined> {
    const moment = await this.#changes.now(this.#db)
    if (!moment) return undefined
    const at = { db: this.#db, dialect: this.#dialect, moment }
    const events = { shown, flags }
    // Reading all spans takes longer than one list without them does, but whoever shares the thread need not wait for it.
    const mayWait = words !== undefined || this.#dialect.blocksThread
    const [listed, placed, ...sets] = await Promise.all([
      mayWait ? this.#spans.find(events, at) : this.#spans.findIfKept(events, at),
      this.#atPlaces(places),
      ...linked.map((one) => this.#linked.find(one)),
    ])
    const known = sets.filter((set) => set !== undefined)
    if (!listed || !placed || known.length < sets.length) return undefined
    const narrow: Narrow = (rows) => placed(listed.among(known.reduce((all, set) => all.and(set), rows)))
    const [first] = known
    if (!words) return first ? narrow(first) : placed(await listed.all())
    const { rows, left } = await this.#findRows(words, moment, narrow)
    if (!rows || left.length === 0 || rows.size === 0) return rows
    if (rows.size > lookedInto) return undefined
    return RowSet.of(await this.#among('listings', [this.#dialect.isAmong('events', rows), ...left]))
  }

  /** Makes the filter for events at places; undefined where their venues are not kept, or are yet to be read. */
  async #atPlaces(places: readonly Places[]): Promise<Narrow | undefined> {
    if (places.length === 0) return (rows) => rows
    const moment = await this.#venueChanges.now(this.#db)
    if (!moment) return undefined
    const at = { db: this.#db, dialect: this.#dialect, moment }
    const known = await (this.#dialect.blocksThread ? this.#venues.find(at) : this.#venues.findKept(at))
    if (!known) return undefined
    const tests = places.map(({ venues, isAt }) => ({ isThere: atAny(venues, known), isAt }))
    return (rows) =>
      tests.reduce((left, { isThere, isAt }) => left.filter((id) => isThere(id) === isAt), rows)
  }

  /** Implements {@link Database.countAt}. */
  async countAt(venues: readonly number[], shown: Shown): Promise<number | undefined> {
    const [db, dialect] = [this.#db, this.#dialect]
    const [moment, venueMoment] = await Promise.all([this.#changes.now(db), this.#venueChanges.now(db)])
    if (!moment || !venueMoment) return undefined
    const [spans, venuesOf] = await Promise.all([
      this.#spans.findKept({ db, dialect, moment }),
      this.#venues.findKept({ db, dialect, moment: venueMoment }),
    ])
    return spans && venuesOf && countAt(venues, venuesOf, spans, shown)
  }

  /** Implements {@link Database.countUnpublished}. */
  async countUnpublished(shown: Shown, flags: WantedFlags): Promise<number | undefined> {
    // On the same thread an index takes no longer, and far less for a short window.
    if (this.#dialect.blocksThread) return undefined
    const moment = await this.#changes.now(this.#db)
    const at = moment && { db: this.#db, dialect: this.#dialect, moment }
    const known = at && (await this.#spans.findKept(at))
    return known && countUnpublished({ shown, flags }, known)
  }

  /** Implements {@link Database.findStretch}. */
  async findStretch(events: RowSet, part: Part): Promise<Stretch | undefined> {
    const moment = await this.#changes.now(this.#db)
    const at = moment && { db: this.#db, dialect: this.#dialect, moment }
    const known = at && (await this.#spans.findKept(at))
    return known && isPartFar(events, part, known) ? stretchAround(events, part, known) : undefined
  }

  /** Implements {@link Database.rankByTitle}. */
  async rankByTitle(events: RowSet, words: readonly string[]): Promise<readonly RowSet[] | undefined> {
    const moment = await this.#changes.now(this.#db)
    if (!moment) return undefined
    const remembered = this.#rememberedAt('title_folded', moment)
    const titled = await Promise.all(words.map((word) => this.#titled(word, remembered)))
    const empty = RowSet.of([])
    let ranks = [events]
    for (const holding of titled) {
      // Within each rank, events without the word fall to the next one.
      ranks = [...ranks, empty].map((rank, missed) =>
        rank.and(holding).or((ranks[missed - 1] ?? empty).without(holding)),
      )
    }
    return ranks
  }

  async #findRows(words: SearchWords, moment: Moment, narrow?: Narrow): Promise<Found> {
    const remembered = this.#rememberedAt('folded', moment)
    return findRows({ dialect: this.#dialect, table: 'events' }, words, {
      findClue: this.#cluesOf(this.#db, remembered),
      narrow,
    })
  }

  async #titled(word: string, remembered: Remembered): Promise<RowSet> {
    return remembered.findOr(word, async () =>
      RowSet.of(await this.#among('listings', [this.#holds('title_folded', word)])),
    )
  }

  #rememberedAt(column: 'folded' | 'title_folded', moment: Moment): Remembered {
    const name = (text: string) => `${column} ${text}`
    const tell = (text: string) => (ids: readonly number[]) =>
      this.#among('events', [sql`events.id in (${sql.join(ids)})`, this.#holds(column, text)])
    return {
      find: (text) => this.#kept.find(name(text), moment, tell(text)),
      findOr: (text, find) => this.#kept.findOr(name(text), moment, { tell: tell(text), find }),
      since: moment.first,
      caughtUp: async (text, rows, upTo) => {
        const changed = moment.changedSince(upTo) ?? []
        return changed.length === 0 ? rows : rows.changed(changed, await tell(text)(changed))
      },
    }
  }

  #holds(column: 'folded' | 'title_folded', text: string): Condition {
    return this.#dialect.holds(sql.ref(`events.${column}`), text)
  }

  /** The ids of all rows for which the conditions hold. */
  async #among(table: 'events' | 'listings', conditions: readonly Condition[]): Promise<number[]> {
    const { rows } = await sql<{ id: number }>`
      select id from ${sql.table(table)} as events where ${sql.join(conditions, sql` and `)}`.execute(
      this.#db,
    )
    return rows.map(({ id }) => id)
  }
}
