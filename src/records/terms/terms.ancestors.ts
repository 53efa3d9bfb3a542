import type { Reader } from '../../storage/db/dialect.ts'

/** The categories and all above them. */
export async function withAncestors(db: Reader, ids: readonly number[]): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('terms')
    .select(['id', 'parent'])
    .where('taxonomy', '=', 'tribe_events_cat')
    .execute()
  const parents = new Map(rows.map(({ id, parent }) => [id, parent]))
  const found = new Set<number>()
  for (const id of ids)
    for (let at: number | undefined = id; at && parents.has(at) && !found.has(at); at = parents.get(at))
      found.add(at)
  return [...found]
}
