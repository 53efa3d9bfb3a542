import type { Logger } from 'pino'
import type { App } from './app.ts'
import type { Database } from './db/dialect.ts'

/** How often what is scheduled is looked at, in milliseconds: so late, at most, it is published (D21). */
const publishEvery_ms = 1_000

/** How often venues without coordinates are looked for, in milliseconds. */
const geocodeEvery_ms = 5_000

/** How often it is seen what of searches is to be prepared, in milliseconds: where much has changed, that takes seconds of work. */
const prepareEvery_ms = 10 * 60_000

/** What has chores, and where it is told of those that fail. */
export interface Household {
  readonly app: Pick<App, 'publishDue' | 'geocodeDue' | 'sweepFiles'>
  readonly db: Pick<Database, 'prepareSearches'>
  readonly log: Logger
}

/** Begins what happens beside the requests, none of it twice at a time; answers what ends it. */
export function beginChores({ app, db, log }: Household): () => void {
  const ended = new AbortController()
  const attempt = async (work: () => Promise<unknown>, failure: string) => {
    try {
      await work()
    } catch (error) {
      // What the end has cut off is done after the next start.
      if (!ended.signal.aborted) log.error({ err: error }, failure)
    }
  }
  const geocode = oneAtATime(() => attempt(() => app.geocodeDue(), 'coordinates could not be looked up'))
  const publish = oneAtATime(() => attempt(() => app.publishDue(), 'scheduled publication failed'))
  const prepare = oneAtATime(() =>
    attempt(() => db.prepareSearches(ended.signal), 'searches could not be prepared'),
  )
  const timers = [
    setInterval(publish, publishEvery_ms),
    setInterval(geocode, geocodeEvery_ms),
    setInterval(prepare, prepareEvery_ms),
  ]
  geocode()
  prepare()
  void attempt(() => sweepFiles(app, log), 'files without a record could not be looked for')
  return () => {
    ended.abort()
    timers.forEach(clearInterval)
  }
}

/** Begins the work, which never fails, unless it is under way: what takes longer than its interval would pile up. */
function oneAtATime(work: () => Promise<void>): () => void {
  let underWay: Promise<void> | undefined
  return () => {
    underWay ??= work().finally(() => {
      underWay = undefined
    })
  }
}

/** Looks, beside everything else, for files that a crash has left without a record. */
async function sweepFiles(app: Household['app'], log: Logger): Promise<void> {
  const { removed, partial } = await app.sweepFiles()
  if (removed + partial > 0) log.info({ removed, partial }, 'removed files without a record')
}
