import type { Database } from '../../../storage/db/dialect.ts'
import type { ExportRecord } from '../../exports/exports.lines.ts'

/** Stores redirects; answers how many are new or changed. */
export async function writeRedirects(db: Database, records: readonly ExportRecord[]): Promise<number> {
  const each = records.map(({ path, leads_to, id }) => {
    return { path: String(path), kind: String(leads_to), record_id: id }
  })
  const rows = [...new Map(each.map((row) => [row.path, row])).values()]
  const known = await db.read
    .selectFrom('redirects')
    .selectAll()
    .where(
      'path',
      'in',
      rows.map(({ path }) => path),
    )
    .execute()
  const there = new Map(known.map((row) => [row.path, row]))
  const news = rows.filter(({ path, kind, record_id }) => {
    const before = there.get(path)
    return before?.kind !== kind || before.record_id !== record_id
  })
  if (news.length === 0) return 0
  await db.write(async (tx) => {
    const paths = news.map(({ path }) => path)
    await tx.deleteFrom('redirects').where('path', 'in', paths).execute()
    await tx.insertInto('redirects').values(news).execute()
  })
  return news.length
}
