import { existsSync } from 'node:fs'
import { type Config, readConfig } from '../../config/config.ts'
import { BadUsage, command, pathIn, type World } from './command.ts'
import { withDatabase } from './database.ts'
import type { Database } from '../../storage/db/dialect.ts'
import type { FileWords } from './import.file.ts'
import { withoutLogin } from './import.password.ts'
import type { SiteWords } from './import.site.ts'
import { siteOptions } from './site.options.ts'
import type { ImportSource } from '../../outward/imports/imports.record.ts'

/** The commands that import other calendars. */
export const importCommands = [
  command({
    name: 'import',
    arguments: ['SOURCE'],
    options: {
      'dry-run': { says: 'Only tell what would be done.' },
      as: {
        value: 'LOGIN',
        says: 'Who has what belongs to nobody known here; the first administrator if not given.',
      },
      media: { value: 'DIR', says: 'The folder into which “export --media” copied the files of images.' },
      map: {
        value: 'Wann=start_date,Was=title',
        says: 'Which columns of a table, or fields of an agenda of OpenAgenda, are which fields, where they do not say so.',
      },
      dates: {
        value: 'dmy|mdy|ymd',
        says: 'The order of days, months and years in dates of a table; else its columns and SITE_LOCALE say it.',
      },
      status: {
        value: 'STATUS',
        says: 'What events of a table come as where their rows do not say it: publish (if not given), pending or draft.',
      },
      timezone: {
        value: 'ZONE',
        says: 'The zone of times of a table where its rows name none; that of the site if not given.',
      },
      duration: {
        value: 'TIME',
        says: 'How long events of a table last where their rows say no end (90m, 2h, midnight); else they end as they begin.',
      },
      'file-name': {
        value: 'NAME',
        says: 'The name under which rows of a table are remembered, where it is a new version of a file of that name.',
      },
      ...siteOptions,
      'author-map': {
        value: '7=ann,9=bob',
        says: 'Whose the records of a site are here, by the ID of their author there.',
      },
      watch: {
        value: 'TIME',
        says: 'Import a site, or the address of a calendar, again and again, each such time (30s, 10m, 2h) after the last; another Kalends as it changes.',
      },
      report: {
        value: 'FILE',
        says: 'Write what did not come along, or not as it is there, into a table: kind, id, title, field, what, why.',
      },
      fields: {
        says: 'Declare fields that records of a site of the original, or of a file, have and this calendar has not, as texts.',
      },
      'accept-losses': {
        says: 'What is lost of records of a site is right: the exit status is 0 all the same.',
      },
      'allow-removals': { says: 'Follow removals even when most of what the site or calendar had is gone.' },
    },
    summary: 'Bring records from elsewhere into the calendar',
    details:
      'SOURCE is the address of a running site with this interface (its home page, its page of events, or ' +
      'https://old.example/wp-json/tribe/events/v1), with or without www; a file or an address that holds iCalendar, a table (CSV), an agenda of OpenAgenda (JSON), or a page with events in JSON-LD; or a file that “kalends ' +
      'export” wrote, which is read into an empty calendar, or once more into the one that it is of. ' +
      'Nothing is imported twice: a site that is imported again brings what has changed, and goes on where an import was ' +
      'broken off. What a site, or a calendar (iCalendar) at an address, no longer has goes to the trash, unless most of it is ' +
      'gone or, of a calendar, it is over. A record that cannot be read is told of and left out; the exit status is then 1, and so ' +
      'it is when something of a record of a site is lost.',
    run: async (world, given) => {
      const { isAddress, isPage, isSiteAddress } = await import('../../outward/imports/imports.address.ts')
      const { source, ...login } = withoutLogin(await sourceIn(world, given.SOURCE), given)
      const { SOURCE: _source, 'author-map': authorMap, 'dry-run': isDryRun, ...others } = given
      const { 'password-file': passwordFile, 'accept-losses': acceptsLosses, ...rest } = others
      const { 'allow-removals': allowsRemovals, 'file-name': fileName, ...words } = rest
      const all = {
        ...words,
        ...login,
        fileName,
        source,
        authorMap,
        passwordFile,
        isDryRun,
        allowsRemovals,
        acceptsLosses,
      }
      const isNamed = isSiteAddress(source)
      const opened = isAddress(source) && isPage(source) && !isNamed ? await siteAt(world, all) : undefined
      const isSite = isNamed || opened !== undefined
      assertTaken(given, { isSite, isAddress: isAddress(source) })
      return importSource(world, { ...all, opened }, isSite)
    },
  }),
]

/** The site that a page is of, if it is of one. */
async function siteAt(world: World, words: SiteWords): Promise<ImportSource | undefined> {
  const { siteOfPage } = await import('./import.site.ts')
  return siteOfPage(world, readConfig(world.environment), words)
}

/** The source; an address without a scheme gets `https://`, if there is no file of that name. */
async function sourceIn(world: World, source: string): Promise<string> {
  const { isAddress, readAddress } = await import('../../outward/imports/imports.address.ts')
  const isFileName =
    !source.includes('/') &&
    !/^[^.\s]+(?:\.[^.\s]+)*\.(?!\d)(?!(?:ics|ical|csv|tsv|txt|json|jsonl|ndjson|html?|xml|xlsx?|ods|zip|gz)$)\p{L}{2,}$/iu.test(
      source,
    )
  if (isAddress(source) || isFileName || existsSync(pathIn(world, source))) return source
  const address = readAddress(source)
  if (address === undefined) return source
  world.remark(`There is no file ${source}: ${address} is read.`)
  return address
}

/** The options that only some kinds of source take. */
const taken = {
  site: ['user', 'password', 'password-file', 'author-map', 'concurrency', 'accept-losses'],
  address: ['watch', 'allow-removals'],
  file: ['media', 'map', 'dates', 'status', 'timezone', 'duration', 'file-name'],
} as const

/** Throws {@link BadUsage} for options that the kind of source does not take, rather than ignore them. */
function assertTaken(
  given: Readonly<Record<string, string | boolean | undefined>>,
  { isSite, isAddress }: { isSite: boolean; isAddress: boolean },
): void {
  const isGiven = (name: string) => given[name] !== undefined && given[name] !== false
  const named = (names: readonly string[]) => names.filter(isGiven).map((name) => `--${name}`)
  if (isSite && taken.file.some(isGiven))
    throw new BadUsage(`SOURCE is a site, which takes no ${named(taken.file).join(' and no ')}.`)
  if (!isSite && taken.site.some(isGiven))
    throw new BadUsage(`SOURCE is no site, which alone takes ${named(taken.site).join(' and ')}.`)
  if (!isSite && !isAddress && taken.address.some(isGiven))
    throw new BadUsage(
      `SOURCE is a file, and only a site or the address of a calendar takes ${named(taken.address).join(' and ')}.`,
    )
}

/** Imports the source, whatever its kind. */
async function importSource(
  world: World,
  words: FileWords & SiteWords & { readonly opened: ImportSource | undefined },
  isSite: boolean,
): Promise<void> {
  const { importFile } = await import('./import.file.ts')
  const { importSite } = await import('./import.site.ts')
  const work = (db: Database, config: Config) =>
    isSite ? importSite(world, db, config, words) : importFile(world, db, config, words)
  await withDatabase(world, work)
}
