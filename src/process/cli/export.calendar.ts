import { open, rename } from 'node:fs/promises'
import type { Declared } from '../../fields/own/declaration.ts'
import { zoneNamed } from '../../pure/calendar/zone.ts'
import { type Config, readConfig } from '../../config/config.ts'
import type { Database, Reader } from '../../storage/db/dialect.ts'
import { declaredIn } from '../../records/own/own.live.ts'
import type { ListEvents } from '../../records/events/events.params.ts'
import { assertFree } from '../../storage/db/newFile.ts'
import { madeAside } from '../../storage/db/newFile.ts'
import { feedOfEverything } from '../../outward/exports/exports.feed.ts'
import { calendarIdentity } from '../../outward/exports/exports.identity.ts'
import { exportLines } from '../../outward/exports/exports.lines.ts'
import { lineSchema } from '../../outward/exports/exports.records.ts'
import { formatByExtension } from '../../outward/feeds/formats.ts'
import { originOf, siteOf } from '../../http/site.ts'
import { EventIndex } from '../../storage/index/eventIndex.ts'
import { BadUsage, pathIn, type World } from './command.ts'
import { assertThere } from '../../storage/db/open.ts'
import { Words } from '../../storage/words/words.ts'
import { withDatabase } from './database.ts'
import { exportFormats, type Filters } from './export.filters.ts'
import { copyMediaOut } from './media.copy.ts'

type Chunks = AsyncIterable<string>

/** The options of the command for the calendar. */
export interface ExportWords {
  readonly file: string | undefined
  readonly format: string | undefined
  readonly media: string | undefined
  readonly filters: Filters
}

/** Writes the calendar at one moment, then copies the files of images. Throws a sentence when it cannot. */
export async function exportCalendar(world: World, words: ExportWords): Promise<void> {
  const { file, format = 'json', media, filters } = words
  if (!isFormat(format))
    throw new BadUsage(`--format takes one of ${exportFormats.join(', ')}, not “${format}”.`)
  const filtered = Object.keys(filters).length > 0
  if (filtered && format === 'json')
    throw new BadUsage('Filters go with --format ics or csv: json holds everything, to be read back.')
  const given = readConfig(world.environment)
  assertThere(given.databaseUrl)
  await withDatabase(world, async (db, config) => {
    const only = filtered ? await chosenIds(world, db, config, filters) : undefined
    const facts = { calendar: await calendarIdentity(db), program: world.version(), now: world.now() }
    await db.atOneMoment(async (reader) =>
      writeOut(
        world,
        file,
        format === 'json'
          ? exportLines(reader, facts)
          : feed(reader, format, { config, only, declared: await declaredIn(reader, config) }),
      ),
    )
  })
  // After the records, as files are stored before the records that refer to them.
  if (media !== undefined) await copyMediaOut(world, given, media)
}

/** Prints the JSON Schema of the lines of an export. */
export function printLineSchema(world: World): void {
  world.print(JSON.stringify(lineSchema(), null, 2))
}

function isFormat(text: string): text is (typeof exportFormats)[number] {
  return exportFormats.some((format) => format === text)
}

function feed(
  reader: Reader,
  extension: 'ics' | 'csv',
  { config, only, declared }: { config: Config; only: ReadonlySet<number> | undefined; declared: Declared },
): Chunks {
  const format = formatByExtension(extension)
  // All of these are formats of feeds.
  if (!format) throw new Error(`There is no format ${extension}.`)
  const origin = originOf({ protocol: 'http', host: `${config.host}:${config.port}` })
  return feedOfEverything(reader, format, {
    name: config.siteName,
    description: config.siteDescription,
    siteZone: zoneNamed(config.siteTimezone),
    costFormat: { symbol: config.currencySymbol, position: config.currencyPosition },
    currencyCode: config.currencyCode,
    site: siteOf(config, config.namespaces[0] ?? '', origin),
    only,
    declared,
  })
}

/** Dates beyond all that events have: an export without dates is of all times. */
const allTimes = { start_date: '0001-01-02', end_date: '9999-12-30' }

/** All statuses but the trash. */
const allStatuses = 'publish,future,draft,pending,private'

/** The ids of the events that filters choose. Throws {@link BadUsage} for filters that are not acceptable. */
async function chosenIds(
  world: World,
  db: Database,
  config: Config,
  filters: Filters,
): Promise<ReadonlySet<number>> {
  const { listEventsParams } = await import('../../records/events/events.params.ts')
  const { findEventIds } = await import('../../records/events/events.list.ts')
  const { decode } = await import('../../http/decodedParameters.ts')
  const { contextOf } = await import('../app.context.ts')
  const { heldFields } = await import('../../records/own/own.filters.ts')
  const { values, faults } = decode(listEventsParams, { ...allTimes, status: allStatuses, ...filters })
  const [fault] = faults
  if (fault) throw new BadUsage(`--${fault[0].replaceAll('_', '-')} ${fault[1].message}.`)
  // It keeps no files, which are the service’s.
  const service = await contextOf({ config, db, now: world.now })
  const context = {
    ...service,
    index: new EventIndex({ db, fields: () => heldFields(service.declared) }),
    words: new Words({ db }),
  }
  const reader = {
    caller: { id: 0, role: 'administrator' as const, login: '' },
    now: world.now(),
    digest: undefined,
  }
  // Read by the parameters of lists, which decode to this.
  const params = values as ListEvents
  const { ids } = await findEventIds(context, {
    params,
    reader,
    page: 1,
    perPage: mostEvents,
    cancelledSince: undefined,
  })
  return new Set(ids)
}

/** More events than a calendar has; one more is asked for. */
const mostEvents = 2 ** 31 - 2

async function writeOut(world: World, file: string | undefined, chunks: Chunks): Promise<void> {
  if (file === undefined) {
    for await (const chunk of chunks) await world.write(chunk)
  } else {
    await world.interruptible((stopped) => writeFile(pathIn(world, file), chunks, stopped))
    world.remark(`Written to ${file}.`)
  }
}

/** Writes a file as a whole or not at all: it gets its name when it is on disk. */
async function writeFile(path: string, chunks: Chunks, stopped: AbortSignal): Promise<void> {
  assertFree(path)
  await madeAside(path, 'partial', async (aside) => {
    // Readable for its owner only, as it contains what is not public.
    await using handle = await open(aside, 'wx', 0o600)
    for await (const chunk of chunks) {
      stopped.throwIfAborted()
      await handle.write(chunk)
    }
    await handle.sync()
    await rename(aside, path)
  })
}
