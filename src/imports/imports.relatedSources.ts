import type { Reader } from '../db/dialect.ts'
import { nameOf } from './imports.keys.ts'
import { findKeys, idTable, type KnownKey, takenIds } from './imports.query.ts'
import type { ImportKind, ImportSource, SourceKey } from './imports.record.ts'

/** Another source of the family of one: it calls the same records by the same keys. */
export interface Kin {
  readonly id: number
  /** Whether it is followed: what it still has is not gone. A file is read once. */
  readonly isFollowed: boolean
}

/** A record that was imported before; with its key from another source of the family, the source itself does not know it yet. */
export interface KnownRecord extends KnownKey {
  readonly isOfKin?: true
}

/** The sources of the family of one beside itself, the latest read first. */
export async function findKin(
  db: Reader,
  { name, family }: Pick<ImportSource, 'name' | 'family'>,
): Promise<Kin[]> {
  if (family === undefined) return []
  const rows = await db
    .selectFrom('import_sources')
    .select(['id', 'name'])
    .where((eb) => eb.or([eb('name', '=', family), eb('name', 'like', `${family} %`)]))
    .where('name', '<>', name)
    .orderBy('started_at', 'desc')
    .execute()
  return rows.map((row) => ({ id: row.id, isFollowed: row.name !== family }))
}

/**
 * The records that were imported before and still exist, by name, as the source knows them or else its kin; those that were removed
 * here for good are made anew.
 */
export async function knownRecords(
  db: Reader,
  { sourceId, kin = [] }: { readonly sourceId: number | undefined; readonly kin?: readonly Kin[] },
  records: readonly SourceKey[],
): Promise<Map<string, KnownRecord>> {
  const known = new Map<string, KnownRecord>()
  const sources = [sourceId ?? [], ...kin.map(({ id }) => id)].flat()
  for (const id of sources) {
    const unknown = records.filter((record) => !known.has(nameOf(record)))
    if (unknown.length === 0) break
    for (const key of await existing(db, await findKeys(db, id, unknown)))
      known.set(nameOf(key), id === sourceId ? key : { ...key, isOfKin: true })
  }
  return known
}

/** Whether another source that is followed still has the record. */
export async function isWithKin(db: Reader, kin: readonly Kin[], key: SourceKey): Promise<boolean> {
  for (const { id, isFollowed } of kin) {
    const found = isFollowed ? await findKeys(db, id, [key]) : []
    if (found.some(({ gone }) => gone === 0)) return true
  }
  return false
}

async function existing(db: Reader, keys: readonly KnownKey[]): Promise<KnownKey[]> {
  const there = new Map<ImportKind, ReadonlySet<number>>()
  for (const [kind, ofKind] of Map.groupBy(keys, ({ kind }) => kind)) {
    const ids = ofKind.map(({ record_id }) => record_id)
    there.set(kind, await takenIds(db, idTable(kind), ids))
  }
  return keys.filter((key) => there.get(key.kind)?.has(key.record_id))
}
