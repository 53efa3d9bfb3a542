import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../storage/db/dialect.ts'
import { isExport } from '../../outward/exports/exports.records.ts'
import { isAddress, nameAt, plainAddress } from '../../outward/imports/imports.address.ts'
import { readDeclarations } from '../../records/own/own.query.ts'
import { openAway } from '../../outward/imports/imports.readingThread.ts'
import { fetchFile } from '../../outward/imports/imports.fetch.ts'
import { readMap } from '../../outward/imports/csv/csv.columns.ts'
import { ImportFault, type ImportSource } from '../../outward/imports/imports.record.ts'
import type { TableSays } from '../../outward/imports/csv/csv.says.ts'
import { tableNames, tableSaid } from '../../outward/imports/imports.table.params.ts'
import { type FileContents, largestFile_bytes } from '../../outward/imports/imports.text.ts'
import { Fault } from '../../pure/params/parameter.ts'
import { BadUsage, pathIn, type World } from './command.ts'
import { authorsIn, importingUser } from './import.authors.ts'
import { importExport } from './import.export.ts'
import { assertWhole } from './import.report.ts'
import { contextOf, declaringBy, hostsOf, importOnce } from './import.once.ts'
import { preview } from './import.preview.ts'
import { readWatch, watch } from './import.watch.ts'

/** The options of the command for a file, on disk or at an address. */
export interface FileWords extends Readonly<Record<(typeof tableNames)[number], string | undefined>> {
  readonly source: string
  readonly as: string | undefined
  readonly media: string | undefined
  readonly map: string | undefined
  /** The name under which rows are remembered. */
  readonly fileName: string | undefined
  readonly watch: string | undefined
  /** The file that everything told of records is written into. */
  readonly report: string | undefined
  readonly isDryRun: boolean
  readonly allowsRemovals: boolean
  /** Fields that an agenda has and this calendar has not are declared. */
  readonly fields: boolean
}

/** How much of a file identifies its format, in bytes. */
const beginning_bytes = 4096

/** Imports a file of any format. Throws a sentence when something was left out or it cannot go on. */
export async function importFile(
  world: World,
  db: Database,
  config: Config,
  words: FileWords,
): Promise<void> {
  const { source, as, media, isDryRun, allowsRemovals } = words
  const every_ms = readWatch(words.watch)
  const map = mapIn(words.map)
  const says = saysIn(words)
  const isExported = await holdsExport(world, source)
  if (words.report !== undefined && (isExported || every_ms !== undefined))
    throw new BadUsage('--report is of one import of a site, a calendar, a table or a page.')
  if (isExported) return importExport(world, db, config, { source, as, media, isDryRun })
  if (media !== undefined) throw new BadUsage('--media goes with a file that “kalends export” wrote.')
  const context = contextOf(db, config, source)
  const { fileName } = words
  const name = fileName ?? basename(isAddress(source) ? new URL(source).pathname : source)
  const address = isAddress(source) ? nameAt(source) : undefined
  const { siteZone } = context
  const { siteLocale: locale, seriesHorizonMonths: horizonMonths } = config
  const about = {
    name,
    isNamed: fileName !== undefined,
    siteZone,
    address,
    map,
    ...says,
    locale,
    horizonMonths,
  }
  const open = async () => {
    const contents =
      address === undefined ? await fileContents(world, source) : await fetched(world, config, source)
    const own = await readDeclarations(db.read)
    return openAway(contents, { ...about, own, now: world.now() })
  }
  const user = await importingUser(db.read, as)
  const authors = await authorsIn(db.read, undefined, user)
  const declaring = declaringBy(user, words.fields)
  const options = { user, authors, now: world.now, isDryRun, allowsRemovals, declaring }
  if (every_ms !== undefined) {
    await watch(world, every_ms, async (timed) => {
      const opened = await open()
      assertFollowed(opened, source)
      await importOnce(timed, { context, source: opened, options, isMirror: true })
    })
    return
  }
  const opened = await open()
  if (allowsRemovals) assertFollowed(opened, source)
  if (isDryRun) await preview(world, opened, siteZone)
  assertWhole(await importOnce(world, { context, source: opened, options, reportFile: words.report }))
}

/** Throws {@link BadUsage} for what cannot be followed: nobody knows which events of a table or a page are gone. */
function assertFollowed({ follows }: ImportSource, source: string): void {
  if (follows === 'nothing')
    throw new BadUsage(
      `${source} holds no calendar (iCalendar): only these, agendas of OpenAgenda and sites can be followed by --watch and --allow-removals.`,
    )
}

/** Whether it is a file that “kalends export” wrote. */
async function holdsExport(world: World, source: string): Promise<boolean> {
  return !isAddress(source) && isExport(await beginningOf(world, source))
}

/** The first bytes of a file; throws a sentence when there is none. */
async function beginningOf(world: World, source: string): Promise<string> {
  const path = pathIn(world, source)
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile())
    throw new ImportFault(
      `There is no file ${source}. Name a file, or an address that begins with https:// or webcal://.`,
    )
  return text(createReadStream(path, { end: beginning_bytes - 1 }))
}

async function fileContents(world: World, source: string): Promise<FileContents> {
  const path = pathIn(world, source)
  const { size } = await stat(path)
  if (size > largestFile_bytes)
    throw new ImportFault(`${source} has ${size} bytes; ${largestFile_bytes} are read at most.`)
  return { bytes: await readFile(path) }
}

/** The file at an address, whose host may be private, as whoever runs this command can reach it anyway; redirects may not be. */
function fetched(world: World, config: Config, source: string): Promise<FileContents> {
  return fetchFile(source, { allowedHosts: hostsOf(config, plainAddress(source)), now: world.now })
}

function mapIn(text: string | undefined): ReadonlyMap<string, string> {
  try {
    return readMap(text ?? '')
  } catch (error) {
    throw error instanceof Fault ? new BadUsage(`--map ${error.message}.`) : error
  }
}

function saysIn(words: FileWords): TableSays {
  return Object.assign(
    {},
    ...tableNames.map((name) => {
      try {
        return tableSaid({ [name]: words[name] })
      } catch (error) {
        throw error instanceof Fault ? new BadUsage(`--${name} ${error.message}.`) : error
      }
    }),
  ) as TableSays
}
