import { setTimeout as sleepFor } from 'node:timers/promises'
import type { Config } from '../config.ts'
import type { Database } from '../db/dialect.ts'
import { DatabaseUnavailable } from '../db/unavailable.ts'
import { ImportFault, type ImportSource } from '../imports/imports.record.ts'
import { openSite } from '../imports/site/site.open.ts'
import { BadUsage, type World } from './command.ts'
import { authorsIn, importingUser } from './import.authors.ts'
import { contextOf, hostsOf, importOnce } from './import.once.ts'
import { credentialsOf } from './import.password.ts'
import { assertWhole } from './import.report.ts'

/** The options of the command for a running site. */
export interface SiteWords {
  readonly source: string
  readonly user: string | undefined
  readonly password: string | undefined
  readonly passwordFile: string | undefined
  readonly as: string | undefined
  readonly authorMap: string | undefined
  readonly concurrency: string | undefined
  readonly watch: string | undefined
  readonly isDryRun: boolean
  readonly allowsRemovals: boolean
}

/** The most requests at a time: more would be a burden to most sites. */
const mostAtOnce = 20
const usuallyAtOnce = 2

/** Imports a running site, once or again and again. Throws a sentence when something was left out or it cannot go on. */
export async function importSite(
  world: World,
  db: Database,
  config: Config,
  words: SiteWords,
): Promise<void> {
  const every_ms = words.watch === undefined ? undefined : readDuration(words.watch)
  const source = await sourceIn(world, config, words)
  const context = contextOf(db, config, words.source)
  const user = await importingUser(db.read, words.as)
  const authors = await authorsIn(db.read, words.authorMap, user)
  const { isDryRun, allowsRemovals } = words
  const options = { user, authors, now: world.now, isDryRun, allowsRemovals }
  if (every_ms === undefined) {
    assertWhole(await importOnce(world, { context, source, options }))
    return
  }
  for (;;) {
    await importOnce(timed(world), { context, source, options, isMirror: true }).catch((error: unknown) => {
      // The site, or the database, may be available again next time.
      if (!(error instanceof ImportFault || error instanceof DatabaseUnavailable)) throw error
      timed(world).remark(error.message)
    })
    await sleepFor(every_ms)
  }
}

/** Adds the time to everything that is printed. */
function timed(world: World): World {
  const time = () => world.now().toString({ smallestUnit: 'second' })
  return { ...world, remark: (text) => world.remark(`${time()} ${text}`) }
}

async function sourceIn(world: World, config: Config, words: SiteWords): Promise<ImportSource> {
  const credentials = await credentialsOf(world, words)
  const concurrency = Number(words.concurrency ?? usuallyAtOnce)
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > mostAtOnce)
    throw new BadUsage(`--concurrency takes a number from 1 to ${mostAtOnce}, not “${words.concurrency}”.`)
  return openSite({
    url: words.source,
    ...(credentials ? { credentials } : {}),
    concurrency,
    allowedHosts: hostsOf(config, words.source),
    costFormat: { symbol: config.currencySymbol, position: config.currencyPosition },
    now: world.now,
  })
}

/** Timers cannot wait for more than 24 days: a longer one would end at once, and requests would have no pause. */
const longestWait_h = 500

const units = { s: 1_000, m: 60_000, h: 3_600_000 } as const

/** A time such as `30s`, `10m` or `2h`, in milliseconds. */
function readDuration(text: string): number {
  const [, digits, unit] = /^(\d{1,4})([smh])$/.exec(text) ?? []
  const time_ms = Number(digits) * (units[unit as keyof typeof units] ?? Number.NaN)
  if (time_ms > 0 && time_ms <= longestWait_h * units.h) return time_ms
  throw new BadUsage(
    `--watch takes a time such as 30s, 10m or 2h, of at most ${longestWait_h}h, not “${text}”.`,
  )
}
