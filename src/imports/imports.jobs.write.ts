import { epochSeconds } from '../calendar/text.ts'
import type { Database } from '../db/dialect.ts'
import type { ImportStatus } from '../schema/tables.imports.ts'
import type { ImportRow } from './imports.job.ts'
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
      .returning('dry_run')
      .executeTakeFirst()
    // What only told what it would do is no news.
    if (row?.dry_run === 0 && status !== 'running')
      await tx.insertInto('import_ends').values({ import_id: id, at }).execute()
  }, 'aside')
}
