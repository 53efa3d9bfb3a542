import type { Caller } from '../../http/auth/rights.ts'
import { byIds } from '../../storage/db/statements.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import { statuses } from '../../pure/params/words.ts'
import { visibleIn } from '../posts/posts.query.ts'
import type { SeriesRow } from './schedules.row.ts'

/** The series with these ids. */
export const readSeries = byIds<SeriesRow>((db, ids) =>
  db.selectFrom('series').selectAll().where('id', 'in', ids).compile(),
)

/** The series with the id, without regard to rights. */
export async function findSeries(db: Reader, id: number): Promise<SeriesRow | undefined> {
  const [series] = await readSeries(db, [id])
  return series
}

/** Whether the reader sees any date of a series, or may restore one from the trash. */
export async function isSeriesSeen(db: Reader, id: number, caller: Caller): Promise<boolean> {
  const date = await db
    .selectFrom('events')
    .select('id')
    .where('series_id', '=', id)
    .where(visibleIn('events', caller, statuses))
    .limit(1)
    .executeTakeFirst()
  return date !== undefined
}
