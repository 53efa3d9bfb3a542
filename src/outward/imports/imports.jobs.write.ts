import { epochSeconds } from '../../pure/calendar/text.ts'
import type { Database } from '../../storage/db/dialect.ts'
import type { ImportStatus } from '../../storage/schema/tables.imports.ts'
import type { ImportRow } from './imports.job.ts'
import { lostJobs } from './imports.query.ts'
import { freeSource } from './imports.sources.write.ts'
import type { Progress } from './imports.options.ts'
import { newReport } from './imports.report.ts'

/** Stores a new import; answers its id. */
export async function createJob(
  db: Database,
  {
    now,
    ...told
  }: Pick<ImportRow, 'user_id' | 'source' | 'dry_run' | 'schedule_id'> & { now: Temporal.Instant },
): Promise<number> {
  const at = epochSeconds(now)
  const row = { ...told, status: 'running' as const, done: 0, expected: null, fault: null }
  const report = JSON.stringify(newReport())
  const { id } = await db.write(
    (tx) =>
      tx
        .insertInto('imports')
        .values({ ...row, report, created_at: at, updated_at: at })
        .returning('id')
        .executeTakeFirstOrThrow(),
    'aside',
  )
  return id
}

/** Stores the progress of an import, or its end, which others are told of. */
export async function tellJob(
  db: Database,
  id: number,
  told: { status: ImportStatus; fault?: string; progress: Progress; now: Temporal.Instant },
): Promise<void> {
  const { status, fault = null, progress } = told
  const { done, expected = null } = progress
  const at = epochSeconds(told.now)
  const report = JSON.stringify(progress.report)
  await db.write(async (tx) => {
    const row = await tx
      .updateTable('imports')
      .set({ status, fault, done, expected, report, updated_at: at })
      .where('id', '=', id)
      // One that was taken for lost has been told of already.
      .where('status', '=', 'running')
      .returning('dry_run')
      .executeTakeFirst()
    // What only told what it would do is no news.
    if (row?.dry_run === 0 && status !== 'running')
      await tx.insertInto('import_ends').values({ import_id: id, at }).execute()
  }, 'aside')
}

/**
 * Ends the imports whose process has told nothing of them for so long that it is gone. A source that is kept is free again: one with
 * an address is due at once and goes on where it was; of files nobody has the bytes any more.
 */
export async function endLostJobs(db: Database, now: Temporal.Instant): Promise<number> {
  const at = epochSeconds(now)
  const lost = await lostJobs(db.read, at)
  for (const { id, schedule_id, updated_at, dry_run } of lost)
    await db.write(async (tx) => {
      const source =
        schedule_id === null || dry_run === 1
          ? undefined
          : await freeSource(tx, schedule_id, { at, updated_at })
      const fault = source && source.url !== '' ? goesOn : beginAgain
      const ended = await tx
        .updateTable('imports')
        .set({ status: 'failed', fault, updated_at: at })
        .where('id', '=', id)
        .where('status', '=', 'running')
        .where('updated_at', '=', updated_at)
        .returning('id')
        .executeTakeFirst()
      if (ended && dry_run === 0) await tx.insertInto('import_ends').values({ import_id: id, at }).execute()
    }, 'aside')
  return lost.length
}

const goesOn = 'The process that did it is gone. It goes on where it was, as another import.'
const beginAgain =
  'The process that did it is gone. What it had written is here; import the same again, and the rest follows.'
