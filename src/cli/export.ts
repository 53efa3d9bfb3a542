import { open, rename, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import process from 'node:process'
import { findZone } from '../calendar/zone.ts'
import { type Config, readConfig } from '../config.ts'
import type { Reader } from '../db/dialect.ts'
import { atOneMoment } from '../db/moment.ts'
import { feedOfEverything } from '../exports/exports.feed.ts'
import { calendarIdentity } from '../exports/exports.identity.ts'
import { exportLines } from '../exports/exports.lines.ts'
import { lineSchema } from '../exports/exports.records.ts'
import { formatByExtension } from '../feeds/formats.ts'
import { copyFiles } from '../files/copy.ts'
import { createDiskStore } from '../files/disk.ts'
import { originOf, siteOf } from '../http/site.ts'
import { createMediaTools } from '../media/media.tools.ts'
import { BadUsage, command, type World } from './command.ts'
import { withDatabase } from './database.ts'

/** The formats, by the word that asks for them. */
const formats = ['json', 'ics', 'csv'] as const

type Chunks = AsyncIterable<string>

/** The commands that take a calendar out. */
export const exportCommands = [
  command({
    name: 'export',
    arguments: ['FILE?'],
    options: {
      format: {
        value: 'FORMAT',
        says: 'json (everything, to be read back; the default), ics or csv (events but those in the trash).',
      },
      media: { value: 'DIR', says: 'Copy the files of images into this folder; those there already stay.' },
      schema: { says: 'Print the JSON Schema of the lines of json instead.' },
    },
    summary: 'Write the whole calendar as json, ics or csv',
    details:
      'Without FILE it goes to stdout. The service may go on running: the export is of one moment. “json” has a record a ' +
      'line, with its ID, and “kalends import FILE” reads it back; it holds no passwords and no tokens. Nothing is ' +
      'overwritten.',
    run: async (world, { FILE: file, format = 'json', media, schema }) => {
      if (schema) return world.print(JSON.stringify(lineSchema(), null, 2))
      if (!isFormat(format))
        throw new BadUsage(`--format takes one of ${formats.join(', ')}, not “${format}”.`)
      const config = readConfig(world.environment)
      await withDatabase(world, async (db) => {
        const facts = { calendar: await calendarIdentity(db), program: world.version(), now: world.now() }
        await atOneMoment(db, (reader) =>
          writeOut(
            world,
            file,
            format === 'json' ? exportLines(reader, facts) : feed(reader, format, config),
          ),
        )
      })
      // After the records: a file is there before the record that names it.
      if (media !== undefined) await copyMedia(world, config, media)
    },
  }),
]

function isFormat(text: string): text is (typeof formats)[number] {
  return formats.some((format) => format === text)
}

function feed(reader: Reader, extension: 'ics' | 'csv', config: Config): Chunks {
  const format = formatByExtension(extension)
  const siteZone = findZone(config.siteTimezone)
  // The settings have been checked, and feeds have these formats.
  if (!format || !siteZone) throw new Error(`There is no format ${extension}.`)
  const origin = originOf({ protocol: 'http', host: `${config.host}:${config.port}` })
  return feedOfEverything(reader, format, {
    name: config.siteName,
    description: config.siteDescription,
    siteZone,
    costFormat: { symbol: config.currencySymbol, position: config.currencyPosition },
    currencyCode: config.currencyCode,
    site: siteOf(config, config.namespaces[0] ?? '', origin),
  })
}

async function writeOut(world: World, file: string | undefined, chunks: Chunks): Promise<void> {
  if (file === undefined) {
    for await (const chunk of chunks) await world.write(chunk)
  } else {
    await writeFile(resolve(file), chunks)
    world.remark(`Written to ${file}.`)
  }
}

/** A whole file or none: it gets its name when it is on disk. */
async function writeFile(path: string, chunks: Chunks): Promise<void> {
  if (existsSync(path)) throw new Error(`${path} exists already; nothing is overwritten.`)
  const aside = `${path}.partial-${process.pid}`
  try {
    // For its owner alone: what is not public is in it.
    await using handle = await open(aside, 'wx', 0o600)
    for await (const chunk of chunks) await handle.write(chunk)
    await handle.sync()
    await rename(aside, path)
  } finally {
    await rm(aside, { force: true })
  }
}

async function copyMedia(world: World, config: Config, folder: string): Promise<void> {
  const { written, kept } = await copyFiles(createMediaTools(config).store, createDiskStore(folder))
  world.remark(`${written} files of images copied into ${folder}, ${kept} were there already.`)
}
