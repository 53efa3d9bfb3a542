import { Current } from '../db/revisionCache.ts'
import { rowsIn } from '../db/rows.ts'
import { within } from '../db/transactions.ts'
import type { Context } from './context.ts'

/**
 * Does a write and makes its answer, all or nothing: where the answer cannot be made nothing was written. Whatever takes long, such as
 * fetching an image, is done before: nobody else writes meanwhile.
 */
export async function wholly<Answer>(
  context: Context,
  work: (context: Context) => Promise<Answer>,
): Promise<Answer> {
  return context.db.write((tx) => {
    // Nothing is remembered of what is not committed.
    const rows = new Current({ revision: () => 0 }, () => rowsIn(tx))
    return work({ ...context, db: within(tx, context.db), rows })
  })
}
