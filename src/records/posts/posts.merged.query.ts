import type { Reader } from '../../storage/db/dialect.ts'
import { findRedirects } from '../redirects/redirects.query.ts'

/** What can be merged, with the folder of the addresses by which the IDs of what was merged are remembered. */
const folders = { venue: 'venues', organizer: 'organizers', category: 'categories', tag: 'tags' } as const
export type Mergeable = keyof typeof folders

/** The address by which an ID is remembered when its record becomes another one. */
export function idAddress(kind: Mergeable, id: number): string {
  return `/${folders[kind]}/${id}`
}

/** The address by which a slug is remembered when its term becomes another one: of a rename the original leaves filters nothing. */
export function slugAddress(kind: Mergeable, slug: string): string {
  return `/${folders[kind]}/by-slug/${slug}`
}

/** The records that these have become, by the IDs of those that are no more. */
export async function mergedIds(
  db: Reader,
  kind: Mergeable,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const byAddress = new Map(ids.map((id) => [idAddress(kind, id), id]))
  const found = await findRedirects(db, [...byAddress.keys()])
  return new Map(
    [...found].flatMap(([address, redirected]) => {
      const id = byAddress.get(address)
      return id !== undefined && redirected.kind === kind ? [[id, redirected.id] as const] : []
    }),
  )
}

/** The IDs, those of what was merged exchanged for those of what it has become; an ID that a record has stays. */
export async function idsNow(
  db: Reader,
  kind: 'venue' | 'organizer',
  ids: readonly number[],
): Promise<readonly number[]> {
  const merged = await mergedIds(db, kind, ids)
  if (merged.size === 0) return ids
  const rows = await db
    .selectFrom('items')
    .select('id')
    .where('id', 'in', [...merged.keys()])
    .execute()
  const there = new Set(rows.map(({ id }) => id))
  return [...new Set(ids.map((id) => (there.has(id) ? id : (merged.get(id) ?? id))))]
}
