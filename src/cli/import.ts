import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { requireUser } from '../auth/users.ts'
import { type Config, readConfig } from '../config.ts'
import type { Database } from '../db/dialect.ts'
import { copyFiles } from '../files/copy.ts'
import { createDiskStore } from '../files/disk.ts'
import { type ImportReport, newReport } from '../imports/imports.report.ts'
import { loadExport } from '../imports/kalends/kalends.load.ts'
import { isExport, openExport } from '../imports/kalends/kalends.read.ts'
import { createMediaTools } from '../media/media.tools.ts'
import { command, type World } from './command.ts'
import { withDatabase } from './database.ts'
import { printReport } from './import.report.ts'

/** How much of a file tells what it is, in bytes. */
const beginning_bytes = 4096

/** The commands that bring other calendars here. */
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
    },
    summary: 'Bring records from elsewhere into the calendar',
    details:
      'SOURCE is a file that “kalends export” wrote: it is read into an empty calendar, or once more into the one that it ' +
      'is of. A record that cannot be read is told of and left out. Nothing is imported twice. The exit status is 1 if ' +
      'something was left out.',
    run: async (world, { SOURCE: source, 'dry-run': isDryRun, as, media }) => {
      const config = readConfig(world.environment)
      const report = newReport()
      await assertReadable(source)
      await withDatabase(world, async (db) => {
        const owner = as === undefined ? undefined : (await requireUser(db.read, as)).id
        if (media !== undefined && !isDryRun) await bringFiles(world, config, media)
        await readBack(db, source, { owner, isDryRun, report })
      }).finally(() => printReport(world, report, isDryRun))
      if (report.skipped.length > 0) throw new Error('Not everything was imported.')
    },
  }),
]

async function assertReadable(source: string): Promise<void> {
  const beginning = await text(createReadStream(resolve(source), { end: beginning_bytes - 1 }))
  if (!isExport(beginning))
    throw new Error(`${source} is not an export of Kalends: its first line does not say so.`)
}

async function readBack(
  db: Database,
  source: string,
  loading: { owner: number | undefined; isDryRun: boolean; report: ImportReport },
): Promise<void> {
  await using file = await open(resolve(source))
  await loadExport(db, await openExport(file.readLines()), loading)
}

/** Before the records: a file is there before the record that names it. */
async function bringFiles(world: World, config: Config, folder: string): Promise<void> {
  const { written, kept } = await copyFiles(createDiskStore(folder), createMediaTools(config).store)
  world.remark(`${written} files of images copied from ${folder}, ${kept} were there already.`)
}
