import { isDeepStrictEqual } from 'node:util'
import type { Reader } from '../../db/dialect.ts'
import type { ExportRecord } from '../../exports/exports.lines.ts'
import { type Owners, settledColumns, settleReferences } from './kalends.references.ts'
import { type KeptKind, type Row, rowOf } from './kalends.rows.ts'
import { foreignIds, storedRecords } from './kalends.stored.ts'

/** A record of one kind, and where it stands. */
export interface Lined {
  readonly line: number
  readonly record: ExportRecord
  /** What it is as a row but for what it refers to, or why it is none, where that is known already. */
  readonly row?: Row | string
}

/** What becomes of a record. */
export interface Fate {
  readonly line: number
  readonly id: number
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'skipped'
  /** Why it is skipped. */
  readonly fault?: string
  /** What led nowhere. */
  readonly lost: readonly string[]
  /** An event that it belongs to and that is still to come. */
  readonly parent?: number
}

/** A record that is to be written: as it is to be, as a row, and as it was if it was there. */
export interface Planned {
  readonly record: ExportRecord
  readonly row: Row
  readonly before?: ExportRecord
}

/** What is to be done with some records of one kind. */
export interface Plan {
  readonly fresh: readonly Planned[]
  readonly changed: readonly Planned[]
  readonly fates: readonly Fate[]
}

/** Compares records with what is there; changes nothing. Without owners, references are taken as they are. */
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

/** A record that is left out, and why. */
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

/** A record as a row but for what it refers to, or a sentence that says why it cannot be one. */
export function rowOrFault(kind: KeptKind, record: ExportRecord): Row | string {
  try {
    return rowOf(kind, record)
  } catch (error) {
    if (error instanceof RangeError) return error.message
    throw error
  }
}
