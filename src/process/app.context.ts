import { spanned } from '../http/traces.ts'
import { createPresentedDigest } from '../http/auth/presentedPassword.ts'
import { createPasswordDigest, installationSecret } from '../http/auth/secret.ts'
import { zoneNamed } from '../pure/calendar/zone.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../storage/db/dialect.ts'
import { Current } from '../storage/db/revisionCache.ts'
import { KnownRows, type Rows } from '../storage/db/rows.ts'
import { EventIndex, type IndexParts } from '../storage/index/eventIndex.ts'
import { createMediaTools } from '../storage/images/tools.ts'
import { heldFields } from '../records/own/own.filters.ts'
import { LiveDeclared } from '../records/own/own.live.ts'
import type { LiveSettings } from '../people/settings/settings.live.ts'
import type { Context } from '../http/context.ts'
import { Words } from '../storage/words/words.ts'

/** Room for remembered venues, organizers, terms and images that events show, in bytes: some ten thousand of them. */
const rowsRemembered = 18 * 1024 * 1024

/** By what lists are found. */
export type Finding = Pick<Context, 'index' | 'words'>

interface ContextParts extends Pick<IndexParts, 'warn'>, Pick<Context, 'findPlace'> {
  /** The settings, with which what is declared is followed. */
  readonly live?: Pick<LiveSettings, 'alsoFollow' | 'follow'> | undefined
  /** By default what is kept in the folder of data. */
  readonly finding?: Finding | undefined
  readonly config: Config
  readonly db: Database
  readonly now: () => Temporal.Instant
}

/** The index, whose finding is told where traces are kept. */
class TracedIndex extends EventIndex {
  override find(...asked: Parameters<EventIndex['find']>): ReturnType<EventIndex['find']> {
    return spanned('kalends.index', () => super.find(...asked))
  }
}

/**
 * Rows, and what is made of them: records are remembered beside their rows, so that settings are never older than these, whoever has
 * begun before both have changed.
 */
class RowsOfNow extends Current<Rows> {
  readonly #live: ContextParts['live']

  constructor(live: ContextParts['live'], ...of: ConstructorParameters<typeof Current<Rows>>) {
    super(...of)
    this.#live = live
  }

  override async get(): Promise<Rows> {
    const rows = await super.get()
    await this.#live?.follow()
    return rows
  }
}

/** What the rooms share, made from the settings, which may change; also for commands that write as the service would. */
export async function contextOf({ config, db, now, warn, ...parts }: ContextParts): Promise<Context> {
  const passwordDigest = createPasswordDigest(await installationSecret(db))
  const guesses = { now, failures: config.loginFailures, window_s: config.loginWindowS }
  // The same object as long as the settings are the same: what costs look like is remembered by it (`costShown`).
  let costFormat = { symbol: config.currencySymbol, position: config.currencyPosition }
  const declared = new LiveDeclared(db, config)
  await declared.read()
  parts.live?.alsoFollow((stored) => declared.follow(stored))
  const kept = { db, folder: config.dataDir, ...(warn ? { warn } : {}) }
  const index = () => new TracedIndex({ ...kept, fields: () => heldFields(declared) })
  const finding = parts.finding ?? { index: index(), words: new Words(kept) }
  return {
    db,
    get index() {
      return finding.index
    },
    get words() {
      return finding.words
    },
    rows: new RowsOfNow(
      parts.live,
      db,
      () => new KnownRows(db.read, config.answerCache > 0 ? rowsRemembered : 0),
      async (rows, since) => {
        // Terms say how many events they have; nothing else that is remembered is touched by other events.
        const touched = await finding.index.touchedSince(since)
        if (touched) rows.forget(touched.ids)
        return touched?.revision
      },
    ),
    get siteZone() {
      return zoneNamed(config.siteTimezone)
    },
    get dayTurn() {
      return config.dayTurn
    },
    declared,
    get siteName() {
      return config.siteName
    },
    perPage: config.perPage,
    perPageMax: config.perPageMax,
    seriesHorizonMonths: config.seriesHorizonMonths,
    get costFormat() {
      const { currencySymbol: symbol, currencyPosition: position } = config
      if (symbol !== costFormat.symbol || position !== costFormat.position) costFormat = { symbol, position }
      return costFormat
    },
    get currencyCode() {
      return config.currencyCode
    },
    get geoUnit() {
      return config.geoUnit
    },
    findPlace: parts.findPlace,
    passwordDigest,
    media: createMediaTools(config),
    presentedDigest: createPresentedDigest(db, passwordDigest, guesses),
  }
}
