import { instantOf } from '../../pure/calendar/text.ts'
import type { HistoryKind } from '../../storage/schema/tables.history.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import type { Site } from '../../http/site.ts'
import type { Context } from '../../http/context.ts'
import { changesBetween, endOfHistory, findPlace, publicSeries } from './changes.feed.query.ts'
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
    const told = await this.#toldOf(entries)
    const records = includesRecords
      ? await recordsOf(
          told.filter(({ action }) => action !== 'deleted'),
          { ...shown, context: this.#context },
        )
      : undefined
    const changes = told.map((change) => {
      const record = records?.get(`${change.kind} ${change.id}`)
      return record === undefined ? change : Object.assign({}, change, { record })
    })
    return { changes, next: tokenOf(this.#installation, place), more, place }
  }

  async #toldOf(entries: readonly Entry[]): Promise<Change[]> {
    const ids = entries.flatMap(({ kind, id }) => (kind === 'series' ? [id] : []))
    const series = await publicSeries(this.#context.db.read, ids)
    return entries.flatMap((entry): Change[] => {
      const action = seenOf(entry, series)
      const { kind, id, at } = entry
      return action === undefined ? [] : [{ kind, id, action, at: instantOf(at).toString() }]
    })
  }
}
