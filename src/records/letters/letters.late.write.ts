import { sql } from 'kysely'
import type { Database } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import { endIssues } from './letters.issues.write.ts'

/** How long it is known what was sent to how many, in seconds. */
const keptFor_s = 90 * 86_400

/** How many issues are looked at before others have their turn. */
const atOnce = 100

/** Takes away what waits of issues that are too late, and says so of each; answers how much. */
export async function dropLate(db: Database, now: EpochSeconds): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select distinct letter_issues.id from letter_issues
    inner join letter_sends on letter_sends.issue_id = letter_issues.id
    where letter_issues.expires_at <= ${now} limit ${atOnce}`.execute(db.read)
  let late = 0
  for (const { id } of rows)
    late += await db.write(async (tx) => {
      const dropped = await tx.deleteFrom('letter_sends').where('issue_id', '=', id).returning('id').execute()
      await tx
        .updateTable('letter_issues')
        .set(({ eb }) => ({ late: eb('late', '+', dropped.length) }))
        .where('id', '=', id)
        .execute()
      await endIssues(tx, [id])
      return dropped.length
    }, 'aside')
  return late
}

/** Ends issues of which nothing waits any more, as the last who were to get them have left or are paused. */
export async function endUnwanted(db: Database): Promise<void> {
  const rows = await db.read
    .selectFrom('letter_bodies')
    .select('issue_id')
    .distinct()
    .where(
      sql<boolean>`not exists (select 1 from letter_sends where letter_sends.issue_id = letter_bodies.issue_id)`,
    )
    .limit(atOnce)
    .execute()
  const ids = rows.map(({ issue_id }) => issue_id)
  if (ids.length > 0) await db.write((tx) => endIssues(tx, ids), 'aside')
}

/** Forgets issues that were made long ago. */
export async function forgetOldIssues(db: Database, now: EpochSeconds): Promise<void> {
  await db.write(async (tx) => {
    await tx
      .deleteFrom('letter_issues')
      .where('made_at', '<=', now - keptFor_s)
      .where('expires_at', '<=', now)
      .execute()
  }, 'aside')
}
