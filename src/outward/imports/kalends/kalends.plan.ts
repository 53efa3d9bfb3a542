import { isDeepStrictEqual } from 'node:util'
import type { Reader } from '../../../storage/db/dialect.ts'
import type { ExportRecord } from '../../exports/exports.lines.ts'
import { type Owners, settledColumns, settleReferences } from './kalends.references.ts'
import { type KeptKind, type Row, rowOf } from './kalends.rows.ts'
import { foreignIds, storedRecords } from './kalends.stored.ts'

/** A record of one kind, and its line. */
export interface Lined {
  readonly line: number
  readonly record: ExportRecord
  /** Its row without references, or why there is none, if that is known already. */
  readonly row?: Row | string
}

/** The outcome for a record. */
export interface Fate {
  readonly line: number
  readonly id: number
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'skipped'
  /** Why it is skipped. */
  readonly fault?: string
  /** References to records that do not exist. */
  readonly lost: readonly string[]
  /** The id of its parent event, if that is still to come. */
  readonly parent?: number
}

/** A record to be written: its new form, its row, and its stored form if it exists. */
export interface Planned {
  readonly record: ExportRecord
  readonly row: Row
  readonly before?: ExportRecord
}

/** The plan for some records of one kind. */
export interface Plan {
  readonly fresh: readonly Planned[]
  readonly changed: readonly Planned[]
  readonly fates: readonly Fate[]
}

/** Compares records with the stored ones; changes nothing. Without owners, references are not checked. */
export async function planRecords(
  db: Reader,
  kind: KeptKind,
  lined: readonly Lined[],
  owners?: Owners,
): Promise<Plan> {
  const records = lined.map(({ record }) => record)
  const ids = records.map(({ id }) => id)
  const foreign = await foreignIds(db, kind, ids)
  const stored = await storedRecords(db, kind, ids)
  const settled = owners ? await settleReferences(db, kind, records, owners) : records.map(asItIs)
  const seen = new Set<number>()
  const fresh: Planned[] = []
  const changed: Planned[] = []
  const fates = lined.map((each, index): Fate => {
    const { record, ...told } = settled[index] ?? asItIs(each.record)
    const { id } = record
    const other = foreign.get(id)
    if (other !== undefined) return skipped(each, `its ID is that of one of the kind ${other} here`)
    if (seen.has(id)) return skipped(each, 'its ID has been the ID of another one before')
    seen.add(id)
    const before = stored.get(id)
    if (before && isDeepStrictEqual(before, record)) return { ...each, id, ...told, outcome: 'unchanged' }
    const row = each.row === undefined ? rowOrFault(kind, record) : settledRow(each.row, record)
    if (typeof row === 'string') return skipped(each, row)
    if (before) changed.push({ record, row, before })
    else fresh.push({ record, row })
    return { line: each.line, id, ...told, outcome: before ? 'updated' : 'created' }
  })
  return { fresh, changed, fates }
}

/** The outcome for a record that is left out. */
export function skipped({ line, record: { id } }: Lined, fault: string): Fate {
  return { line, id, outcome: 'skipped', fault, lost: [] }
}

function asItIs(record: ExportRecord) {
  return { record, lost: [] }
}

function settledRow(row: Row | string, record: ExportRecord): Row | string {
  if (typeof row === 'string') return row
  const settled = settledColumns.filter((name) => name in row).map((name) => [name, record[name]] as const)
  return Object.assign({ ...row }, Object.fromEntries(settled))
}

/** The row of a record without references, or a sentence that says why there is none. */
export function rowOrFault(kind: KeptKind, record: ExportRecord): Row | string {
  try {
    return rowOf(kind, record)
  } catch (error) {
    if (error instanceof RangeError) return error.message
    throw error
  }
}
