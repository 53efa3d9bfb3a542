import type { Config } from '../config.ts'
import type { Database } from '../db/dialect.ts'
import type { ImportSource } from '../imports/imports.record.ts'
import { openSite } from '../imports/site/site.open.ts'
import { BadUsage, type World } from './command.ts'
import { authorsIn, importingUser } from './import.authors.ts'
import { contextOf, hostsOf, importOnce } from './import.once.ts'
import { credentialsOf } from './import.password.ts'
import { assertWhole } from './import.report.ts'
import { readWatch, watch } from './import.watch.ts'

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
  const every_ms = readWatch(words.watch)
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
  await watch(world, every_ms, (timed) => importOnce(timed, { context, source, options, isMirror: true }))
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
