import type { Config } from '../../config/config.ts'
import type { Database } from '../../storage/db/dialect.ts'
import { followSource } from '../../outward/imports/imports.follow.ts'
import type { ImportSource } from '../../outward/imports/imports.record.ts'
import { openSite, requireSite, type SiteOptions } from '../../outward/imports/site/site.open.ts'
import { BadUsage, type World } from './command.ts'
import { authorsIn, importingUser } from './import.authors.ts'
import { contextOf, declaringBy, hostsOf, importOnce } from './import.once.ts'
import { credentialsOf, withoutLogin } from './import.password.ts'
import { assertNothingLost, assertWhole } from './import.report.ts'
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
  /** The file that everything told of records is written into. */
  readonly report: string | undefined
  readonly isDryRun: boolean
  readonly allowsRemovals: boolean
  readonly acceptsLosses: boolean
  /** Fields of the original that are not declared here are declared. */
  readonly fields: boolean
}

/** The most requests at a time: more would be a burden to most sites. */
const mostAtOnce = 20
const usuallyAtOnce = 2

/**
 * Imports a running site, once or again and again; `opened` if it was looked for already. Throws a sentence when something was left
 * out or lost, or it cannot go on.
 */
export async function importSite(
  world: World,
  db: Database,
  config: Config,
  { opened, ...words }: SiteWords & { readonly opened?: ImportSource | undefined },
): Promise<void> {
  const every_ms = readWatch(words.watch)
  if (every_ms !== undefined && words.report !== undefined)
    throw new BadUsage('--report is of one import: it does not go with --watch.')
  const site = await siteOptions(world, config, words)
  const context = contextOf(db, config, words.source, site.credentials)
  const user = await importingUser(db.read, words.as)
  const authors = await authorsIn(db.read, words.authorMap, user)
  const { isDryRun, allowsRemovals, report: reportFile } = words
  const tellsAll = reportFile !== undefined
  const declaring = declaringBy(user, words.fields)
  const options = {
    user,
    authors,
    now: world.now,
    home: config.siteUrl,
    isDryRun,
    allowsRemovals,
    tellsAll,
    declaring,
  }
  const sourceOf = async () => opened ?? (await requireSite(site))
  if (every_ms === undefined) {
    const report = await importOnce(world, { context, source: await sourceOf(), options, reportFile })
    assertWhole(report)
    if (!words.acceptsLosses) assertNothingLost(report)
    return
  }
  // A site that is away now may be there next time.
  await watch(world, every_ms, async (timed) => {
    const run = async (source: ImportSource) =>
      importOnce(timed, { context, source, options, isMirror: true })
    const source = await sourceOf()
    // What is only looked at has not come here: the changes since say nothing of it.
    if (isDryRun) return run(source)
    return followSource({ db: db.read, source, now: world.now, run })
  })
}

/** The site that a page is of; undefined for a page of anything else. */
export async function siteOfPage(
  world: World,
  config: Config,
  words: Pick<SiteWords, 'source' | 'user' | 'password' | 'passwordFile' | 'concurrency'>,
): Promise<ImportSource | undefined> {
  return openSite(await siteOptions(world, config, words))
}

/** The site at an address, with or without a login in it. Throws a sentence where there is none. */
export async function siteOfAddress(
  world: World,
  config: Config,
  words: Pick<SiteWords, 'source' | 'user' | 'password' | 'passwordFile' | 'concurrency'>,
): Promise<ImportSource> {
  const source = /^https?:\/\//i.test(words.source) ? words.source : `https://${words.source}`
  return requireSite(await siteOptions(world, config, { ...words, ...withoutLogin(source, words) }))
}

async function siteOptions(
  world: World,
  config: Config,
  words: Pick<SiteWords, 'source' | 'user' | 'password' | 'passwordFile' | 'concurrency'>,
): Promise<SiteOptions> {
  const credentials = await credentialsOf(world, words)
  const concurrency = Number(words.concurrency ?? usuallyAtOnce)
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > mostAtOnce)
    throw new BadUsage(`--concurrency takes a number from 1 to ${mostAtOnce}, not “${words.concurrency}”.`)
  return {
    url: words.source,
    ...(credentials ? { credentials } : {}),
    concurrency,
    allowedHosts: hostsOf(config, words.source),
    costFormat: { symbol: config.currencySymbol, position: config.currencyPosition },
    currencyCode: config.currencyCode,
    now: world.now,
  }
}
