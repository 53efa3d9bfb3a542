import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { requireUser } from '../../http/auth/users.ts'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../storage/db/dialect.ts'
import { doneIn, newReport } from '../../outward/imports/imports.report.ts'
import { type Loading, loadExport } from '../../outward/imports/kalends/kalends.load.ts'
import { openExport, recordsTold } from '../../outward/imports/kalends/kalends.read.ts'
import { linesIn } from '../../pure/text/lines.ts'
import { pathIn, type World } from './command.ts'
import { createProgress } from './import.progress.ts'
import { assertWhole, printReport } from './import.report.ts'
import { assertMediaFolder, copyMediaBack } from './media.copy.ts'

/** The options of the command for a file that “kalends export” wrote. */
export interface ExportWords {
  readonly source: string
  readonly as: string | undefined
  /** The folder with the files of images. */
  readonly media: string | undefined
  readonly isDryRun: boolean
}

/** Imports an export. Throws a sentence when something was left out, or when the file is no export. */
export async function importExport(
  world: World,
  db: Database,
  config: Config,
  { source, as, media, isDryRun }: ExportWords,
): Promise<void> {
  const report = newReport()
  const owner = as === undefined ? undefined : (await requireUser(db.read, as)).id
  if (media !== undefined) assertMediaFolder(world, media)
  // Files come before the records that refer to them.
  if (media !== undefined && !isDryRun) await copyMediaBack(world, config, media)
  const progress = createProgress(world)
  const path = pathIn(world, source)
  const expected = await expectedIn(path)
  const onProgress = () => progress.told({ done: doneIn(report), expected })
  await readBack(db, path, { owner, isDryRun, report, onProgress }).finally(() => {
    progress.end()
    printReport(world, report, { isDryRun })
  })
  if (media === undefined && report.counts.image.created > 0)
    world.remark('The files of images are not in an export: --media DIR brings what “export --media” copied.')
  assertWhole(report)
}

async function readBack(db: Database, path: string, loading: Loading): Promise<void> {
  await using file = await open(path)
  await loadExport(db, await openExport(linesIn(file.createReadStream())), loading)
}

/** How many records will be reported, by the last line of a complete file. */
async function expectedIn(path: string): Promise<number | undefined> {
  const { size } = await stat(path)
  const end = await text(createReadStream(path, { start: Math.max(size - end_bytes, 0) }))
  return recordsTold(
    end
      .trimEnd()
      .split(/[\r\n]/)
      .at(-1) ?? '',
  )
}

/** The last line is shorter than this, in bytes. */
const end_bytes = 4096
