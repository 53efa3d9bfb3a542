import type { Reader } from '../../../storage/db/dialect.ts'
import { inParts } from '../../../storage/db/statements.ts'
import {
  eventRecords,
  type ExportRecord,
  imageRecords,
  recordOf,
  seriesRecords,
} from '../../exports/exports.lines.ts'
import type { KeptKind, Row } from './kalends.rows.ts'

/** The table of each kind, and the table that generates its ids. */
export const tables = {
  category: { table: 'terms', ids: 'terms' },
  tag: { table: 'terms', ids: 'terms' },
  image: { table: 'media', ids: 'items' },
  venue: { table: 'venues', ids: 'items' },
  organizer: { table: 'organizers', ids: 'items' },
  series: { table: 'series', ids: 'items' },
  event: { table: 'events', ids: 'items' },
} as const satisfies Record<KeptKind, { table: string; ids: 'items' | 'terms' }>

/** The name of each kind in `items` and `terms`. */
export const kindNames = {
  category: 'tribe_events_cat',
  tag: 'post_tag',
  image: 'media',
  venue: 'venue',
  organizer: 'organizer',
  series: 'series',
  event: 'event',
} as const satisfies Record<KeptKind, string>

/** The stored records with these ids in the form of an export, by id. */
export async function storedRecords(
  db: Reader,
  kind: KeptKind,
  ids: readonly number[],
): Promise<Map<number, ExportRecord>> {
  const found = await db
    .selectFrom(tables[kind].table)
    .selectAll()
    .where('id', 'in', [...ids])
    .execute()
  const rows = found as Row[]
  const records =
    kind === 'event'
      ? await eventRecords(db, rows)
      : kind === 'image'
        ? await imageRecords(db, rows)
        : kind === 'series'
          ? seriesRecords(rows)
          : rows.map((row) => recordOf(kind, row))
  return new Map(records.map((record) => [record.id, record]))
}

/** Which of these ids belong to a record of another kind, and to which kind. */
export async function foreignIds(
  db: Reader,
  kind: KeptKind,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const { ids: from } = tables[kind]
  const rows =
    from === 'items'
      ? await db
          .selectFrom('items')
          .select(['id', 'kind'])
          .where('id', 'in', [...ids])
          .execute()
      : await db
          .selectFrom('terms')
          .select(['id', 'taxonomy as kind'])
          .where('id', 'in', [...ids])
          .execute()
  const named = new Map(Object.entries(kindNames).map(([name, stored]) => [stored as string, name]))
  return new Map(
    rows
      .filter((row) => row.kind !== kindNames[kind])
      .map((row) => [row.id, named.get(row.kind) ?? row.kind]),
  )
}

/** Which of these ids exist in a table. */
export async function idsThere(
  db: Reader,
  table: 'users' | 'media' | 'venues' | 'organizers' | 'series' | 'events' | 'terms',
  ids: Iterable<number>,
): Promise<Set<number>> {
  const there = new Set<number>()
  for (const some of inParts([...new Set(ids)])) {
    const rows = await db.selectFrom(table).select('id').where('id', 'in', some).execute()
    for (const { id } of rows) there.add(id)
  }
  return there
}
