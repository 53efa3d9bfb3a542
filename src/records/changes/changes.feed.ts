import { instantOf } from '../../pure/calendar/text.ts'
import type { HistoryKind } from '../../storage/schema/tables.history.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import type { Site } from '../../http/site.ts'
import type { Context } from '../../http/context.ts'
import { changesBetween, endOfHistory, findPlace, publicSeries } from './changes.feed.query.ts'
import { changedNames } from './changes.changed.ts'
import type { Entry } from './changes.query.ts'
import { recordsOf } from './changes.records.ts'
import { type Seen, seenOf } from './changes.publicView.ts'
import { type Place, readToken, tokenOf } from './changes.token.ts'

/** A change as readers are told it. */
export interface Change {
  readonly kind: HistoryKind
  readonly id: number
  readonly action: Seen
  readonly at: string
  readonly record?: object
  /** The names of what has changed since the place, where the calendar has declared fields. */
  readonly changed?: readonly string[]
}

/** What has changed between two places, and where to go on. */
export interface Page {
  readonly changes: readonly Change[]
  readonly next: string
  readonly more: boolean
}

/** What a reader asks for. */
export interface Asking {
  readonly since: Place
  readonly kinds: readonly HistoryKind[]
  readonly limit: number
  readonly includesRecords: boolean
  readonly site: Site
  readonly now: Temporal.Instant
}

/** The feed of changes of a calendar: what everybody may know of its log. */
export class Feed {
  readonly #context: Context
  readonly #installation: string

  constructor(context: Context, installation: string) {
    this.#context = context
    this.#installation = installation
  }

  /** The place of a token. Throws 410 where the log does not go back to it, or where it is of another calendar. */
  async placeAt(token: string): Promise<Place> {
    const place = await this.find(token)
    if (!place) throw new ApiError('rest_sync_expired')
    return place
  }

  /** The same; undefined instead. */
  async find(token: string): Promise<Place | undefined> {
    const read = readToken(token)
    return read?.installation === this.#installation
      ? findPlace(this.#context.db.read, read.named)
      : undefined
  }

  /** Where the log ends now. */
  async end(): Promise<{ readonly place: Place; readonly token: string }> {
    const place = await endOfHistory(this.#context.db.read)
    return { place, token: tokenOf(this.#installation, place) }
  }

  /** What has changed since a place. */
  async page({
    since,
    kinds,
    limit,
    includesRecords,
    ...shown
  }: Asking): Promise<Page & { readonly place: Place }> {
    const { read } = this.#context.db
    const end = await endOfHistory(read)
    const found = await changesBetween(read, { since, until: end, kinds, limit: limit + 1 })
    const more = found.length > limit
    const entries = found.slice(0, limit)
    const place = more ? (entries.at(-1) ?? end) : end
    const told = await this.#toldOf(entries, since)
    const records = includesRecords
      ? await recordsOf(
          told.filter(({ action }) => action !== 'deleted'),
          { ...shown, context: this.#context },
        )
      : undefined
    const changes = told.map((change) => {
      const record = records?.get(`${change.kind} ${change.id}`)
      if (record === undefined) return change
      const { changed, ...others } = change
      return Object.assign(others, { record }, changed === undefined ? {} : { changed })
    })
    return { changes, next: tokenOf(this.#installation, place), more, place }
  }

  async #toldOf(entries: readonly Entry[], since: Place): Promise<Change[]> {
    const ids = entries.flatMap(({ kind, id }) => (kind === 'series' ? [id] : []))
    const series = await publicSeries(this.#context.db.read, ids)
    const told: Change[] = []
    for (const entry of entries) {
      const action = seenOf(entry, series)
      const { kind, id, at } = entry
      if (action === undefined) continue
      const changed = action === 'updated' ? await this.#changedOf(entry, since) : {}
      told.push({ kind, id, action, at: instantOf(at).toString(), ...changed })
    }
    return told
  }

  /** What has changed of a record since a place. Calendars that have declared no fields ask nothing of it, and answer as ever. */
  async #changedOf(entry: Entry, since: Place): Promise<{ changed?: readonly string[] }> {
    if (this.#context.declared.all.length === 0) return {}
    const { revision, kind, id } = since
    // Within the transaction of the place, what stands behind it.
    const isBehind = entry.kind > kind || (entry.kind === kind && entry.id > id)
    const isAmong = (one: number) => one > revision || (one === revision && isBehind)
    return { changed: await changedNames(this.#context, entry, { since: revision, isAmong }) }
  }
}
