import { Current } from '../storage/db/revisionCache.ts'
import { rowsIn } from '../storage/db/rows.ts'
import type { Database, Scope } from '../storage/db/dialect.ts'
import { within } from '../storage/db/transactions.ts'
import type { Context } from './context.ts'

/**
 * Does a write and makes its answer, all or nothing: where the answer cannot be made nothing was written. Whatever takes long, such as
 * fetching an image, is done before: nobody else writes meanwhile.
 */
export async function wholly<Answer>(
  context: Context,
  work: (context: Context) => Promise<Answer>,
  scope?: Scope,
): Promise<Answer> {
  return whollyIn(
    context.db,
    (db) => {
      // Nothing is remembered of what is not committed.
      const rows = new Current({ revision: () => 0 }, () => rowsIn(db.read))
      return work({ ...context, db, rows })
    },
    scope,
  )
}

/** The same for what needs the database alone. */
export async function whollyIn<Answer>(
  db: Database,
  work: (db: Database) => Promise<Answer>,
  scope?: Scope,
): Promise<Answer> {
  return db.write((tx) => work(within(tx, db)), scope)
}
