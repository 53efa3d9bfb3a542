import type { RecordKind } from '../../exports/exports.records.ts'
import { inTurns } from '../imports.batches.ts'
import { type ImportReport, remark } from '../imports.report.ts'
import { type Lined, rowOrFault } from './kalends.plan.ts'
import type { ReadLine } from './kalends.read.ts'

/** Consecutive records of one kind. */
export interface Batch {
  readonly kind: RecordKind
  readonly lined: Lined[]
}

interface Reading {
  /** Gets the lines that could not be read. */
  readonly report: ImportReport
  /** Whether none of the records exists yet, so that all of them become rows. */
  readonly areNew: boolean
}

/** How many records a transaction has: larger ones take less time, but memory for two of them, and a crash loses more. */
const batchSize = 2000

/** The lines in batches. While a database server writes one batch, the next one is read. */
export async function* batchesOf(
  lines: AsyncIterable<ReadLine>,
  reading: Reading,
): AsyncGenerator<Batch, void, undefined> {
  const batches = gather(lines, reading)
  let next = batches.next()
  try {
    for (let { done, value } = await next; !done && value; { done, value } = await next) {
      next = batches.next()
      // The error is thrown when the batch is asked for.
      next.catch(() => {})
      yield value
    }
  } finally {
    await next.catch(() => {})
    await batches.return()
  }
}

async function* gather(
  lines: AsyncIterable<ReadLine>,
  { report, areNew }: Reading,
): AsyncGenerator<Batch, void, undefined> {
  let pending: Batch | undefined
  try {
    for await (const line of inTurns(lines)) {
      if ('fault' in line) {
        remark(report, 'skipped', { kind: 'event', key: '', at: `line ${line.line}`, says: line.fault })
        continue
      }
      const lined = linedOf(line, areNew)
      if (pending?.kind === line.kind && pending.lined.length < batchSize) pending.lined.push(lined)
      else {
        if (pending) yield pending
        pending = { kind: line.kind, lined: [lined] }
      }
    }
  } catch (error) {
    // Records before the end of an incomplete file are kept.
    if (pending) yield pending
    throw error
  }
  if (pending) yield pending
}

function linedOf({ line, kind, record }: Exclude<ReadLine, { fault: string }>, isNew: boolean): Lined {
  const isKept = kind !== 'user' && kind !== 'field' && kind !== 'redirect'
  return isNew && isKept ? { line, record, row: rowOrFault(kind, record) } : { line, record }
}
