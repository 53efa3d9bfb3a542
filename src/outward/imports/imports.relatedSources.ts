import { hash } from 'node:crypto'
import type { Reader, Writer } from '../../storage/db/dialect.ts'
import { inParts } from '../../storage/db/statements.ts'
import { nameOf } from './imports.keys.ts'
import { findKeys, idTable, type KnownKey, takenIds } from './imports.query.ts'
import type { ImportSource, SourceKey } from './imports.record.ts'
import type { ImportKind } from '../../storage/schema/tables.imports.ts'

/** Another source of the family of one: it calls the same records by the same keys. */
export interface Kin {
  readonly id: number
  /** Whether it is a file, which is read once; what an address still has is not gone. */
  readonly isFile: boolean
  /** Whether what it had is this source's once that has it: both are files, of which the later one counts. */
  readonly isYielding: boolean
}

/** The most characters of an address or a file's name in a name: names are in an index, and longer ones are told by a digest. */
export const longestName = 1_000

/** Before the names of files, as no address begins. */
const filePrefix = 'file:'

/** The name of a source of a family: by where it was fetched from, or by the name of the file that it is. */
export function nameInFamily(
  family: string,
  { address, name }: { readonly address?: string | undefined; readonly name?: string | undefined },
): string {
  const own = address ?? name
  if (own === undefined) return family
  const short = own.length > longestName ? hash('sha256', own, 'base64url') : own
  return `${family} ${address === undefined ? filePrefix : ''}${short}`
}

/** Whether the name is that of a file; all files of a family had its name once. */
function isFileOf(family: string, name: string): boolean {
  return name === family || name.startsWith(`${family} ${filePrefix}`)
}

/** A record that was imported before; with its key from another source of the family, the source itself does not know it yet. */
export interface KnownRecord extends KnownKey {
  readonly isOfKin?: true
  /** Its digest is not as it is stored, but in the form of today. */
  readonly isRenewed?: true
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
  const isOwnFile = isFileOf(family, name)
  return rows.map((row) => {
    const isFile = isFileOf(family, row.name)
    return { id: row.id, isFile, isYielding: isOwnFile && isFile }
  })
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

/** Takes from the kin that yield what the source has from now on, so that nothing is compared with what an older file says. */
export async function takeFromKin(
  tx: Writer,
  kin: readonly Kin[],
  keys: readonly SourceKey[],
): Promise<void> {
  const ids = kin.filter(({ isYielding }) => isYielding).map(({ id }) => id)
  if (ids.length === 0) return
  for (const [kind, ofKind] of Map.groupBy(keys, (key) => key.kind)) {
    for (const some of inParts(ofKind.map(({ key }) => key)))
      await tx
        .deleteFrom('import_keys')
        .where('source_id', 'in', ids)
        .where('kind', '=', kind)
        .where('source_key', 'in', some)
        .execute()
  }
}

/** Whether another source that is followed still has the record. */
export async function isWithKin(db: Reader, kin: readonly Kin[], key: SourceKey): Promise<boolean> {
  for (const { id, isFile } of kin) {
    const found = isFile ? [] : await findKeys(db, id, [key])
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
