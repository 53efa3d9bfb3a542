import type { Reader } from '../../../storage/db/dialect.ts'
import type { ExportRecord } from '../../exports/exports.lines.ts'
import type { KeptKind } from './kalends.rows.ts'
import { idsThere } from './kalends.stored.ts'

/** The authors here of records in the export. */
export interface Owners {
  /** The ids of users here by those in the export. */
  readonly byId: ReadonlyMap<number, number>
  /** The author of records whose author is not in the export. */
  readonly otherwise: number
}

/** A record with valid references, and those that were not valid. */
export interface Settled {
  readonly record: ExportRecord
  readonly lost: readonly string[]
  /** The id of its parent event, if that is still to come. */
  readonly parent?: number
}

/** Lists of ids that events have, and the table that these are in. */
const lists = {
  categories: 'terms',
  tags: 'terms',
  venues: 'venues',
  organizers: 'organizers',
} as const

/** The columns with references; all others depend on the record alone. */
export const settledColumns = ['author_id', 'image_id', 'post_parent', 'series_id', 'series_key'] as const

/** Resolves the references of records: authors become users here, and references to missing records are removed and reported. */
export async function settleReferences(
  db: Reader,
  kind: KeptKind,
  records: readonly ExportRecord[],
  owners: Owners,
): Promise<Settled[]> {
  if (kind === 'category' || kind === 'tag') return records.map((record) => ({ record, lost: [] }))
  const there = await targetsThere(db, kind, records)
  const ids = new Set(records.map(({ id }) => id))
  return records.map((record) => settle(record, owners, { ...there, ids }))
}

type There = Readonly<Record<string, ReadonlySet<number>>>

async function targetsThere(db: Reader, kind: KeptKind, records: readonly ExportRecord[]): Promise<There> {
  // The members have been checked against the schema.
  const numbers = (name: string) => records.flatMap((record) => (record[name] ?? []) as number | number[])
  const image_id = await idsThere(db, 'media', numbers('image_id'))
  if (kind !== 'event') return { image_id }
  return {
    image_id,
    post_parent: await idsThere(db, 'events', numbers('post_parent')),
    series_id: await idsThere(db, 'series', numbers('series_id')),
    categories: await idsThere(db, 'terms', numbers('categories')),
    tags: await idsThere(db, 'terms', numbers('tags')),
    venues: await idsThere(db, 'venues', numbers('venues')),
    organizers: await idsThere(db, 'organizers', numbers('organizers')),
  }
}

function settle(record: ExportRecord, owners: Owners, there: There): Settled {
  const lost: string[] = []
  const found: Record<string, unknown> = { ...record }
  const author = owners.byId.get(Number(record['author_id']))
  found['author_id'] = author ?? owners.otherwise
  if (author === undefined) lost.push(`author_id: the export has no user ${Number(record['author_id'])}`)
  const image = record['image_id']
  if (typeof image === 'number' && !there['image_id']?.has(image)) {
    found['image_id'] = null
    lost.push(`image_id: there is no image ${image}`)
  }
  for (const name of Object.keys(lists)) {
    const ids = record[name]
    if (!Array.isArray(ids)) continue
    const known = [...new Set(ids as number[])].filter((id) => there[name]?.has(id))
    if (known.length < ids.length) {
      found[name] = known
      lost.push(`${name}: some of ${ids.join(', ')} are not there`)
    }
  }
  const series = record['series_id']
  if (typeof series === 'number' && !there['series_id']?.has(series)) {
    Object.assign(found, { series_id: null, series_key: null })
    lost.push(`series_id: there is no series ${series}`)
  }
  const parent = record['post_parent']
  // They are written in the order of their ids.
  const isBefore = typeof parent === 'number' && parent < record.id && there['ids']?.has(parent)
  if (typeof parent !== 'number' || isBefore || there['post_parent']?.has(parent))
    return { record: { ...found, id: record.id }, lost }
  return { record: { ...found, id: record.id, post_parent: null }, lost, parent }
}
