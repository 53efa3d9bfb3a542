import { open, rename } from 'node:fs/promises'
import { resolve } from 'node:path'
import { zoneNamed } from '../calendar/zone.ts'
import { type Config, readConfig } from '../config.ts'
import type { Reader } from '../db/dialect.ts'
import { assertFree } from '../db/free.ts'
import { atOneMoment } from '../db/moment.ts'
import { madeAside } from '../db/unfinished.ts'
import { feedOfEverything } from '../exports/exports.feed.ts'
import { calendarIdentity } from '../exports/exports.identity.ts'
import { exportLines } from '../exports/exports.lines.ts'
import { lineSchema } from '../exports/exports.records.ts'
import { formatByExtension } from '../feeds/formats.ts'
import { originOf, siteOf } from '../http/site.ts'
import { BadUsage, type World } from './command.ts'
import { assertThere, withDatabase } from './database.ts'
import { copyMediaOut } from './media.copy.ts'

/** The formats, by their names in the command. */
const formats = ['json', 'ics', 'csv'] as const

type Chunks = AsyncIterable<string>

/** The options of the command for the calendar. */
export interface ExportWords {
  readonly file: string | undefined
  readonly format: string | undefined
  readonly media: string | undefined
}

/** Writes the calendar at one moment, then copies the files of images. Throws a sentence when it cannot. */
export async function exportCalendar(world: World, words: ExportWords): Promise<void> {
  const { file, format = 'json', media } = words
  if (!isFormat(format)) throw new BadUsage(`--format takes one of ${formats.join(', ')}, not “${format}”.`)
  const config = readConfig(world.environment)
  assertThere(config)
  await withDatabase(world, async (db) => {
    const facts = { calendar: await calendarIdentity(db), program: world.version(), now: world.now() }
    await atOneMoment(db, (reader) =>
      writeOut(world, file, format === 'json' ? exportLines(reader, facts) : feed(reader, format, config)),
    )
  })
  // After the records, as files are stored before the records that refer to them.
  if (media !== undefined) await copyMediaOut(world, config, media)
}

/** Prints the JSON Schema of the lines of an export. */
export function printLineSchema(world: World): void {
  world.print(JSON.stringify(lineSchema(), null, 2))
}

function isFormat(text: string): text is (typeof formats)[number] {
  return formats.some((format) => format === text)
}

function feed(reader: Reader, extension: 'ics' | 'csv', config: Config): Chunks {
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
  })
}

async function writeOut(world: World, file: string | undefined, chunks: Chunks): Promise<void> {
  if (file === undefined) {
    for await (const chunk of chunks) await world.write(chunk)
  } else {
    await world.interruptible((stopped) => writeFile(resolve(file), chunks, stopped))
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
