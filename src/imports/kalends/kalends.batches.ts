import type { RecordKind } from '../../exports/exports.records.ts'
import { type ImportReport, remark } from '../imports.report.ts'
import { type Lined, rowOrFault } from './kalends.plan.ts'
import type { ReadLine } from './kalends.read.ts'

/** Records of one kind that follow each other. */
export interface Batch {
  readonly kind: RecordKind
  readonly lined: Lined[]
}

interface Reading {
  /** Told of lines that could not be read. */
  readonly report: ImportReport
  /** Whether none of the records is there yet: all of them are made rows of. */
  readonly areNew: boolean
}

/** Records to a transaction: larger ones cost less a record, but memory for two of them, and a crash loses as much. */
const batchSize = 2000

/** The lines some at a time. While one batch is written by a database that works by itself, the next one is read. */
export async function* batchesOf(
  lines: AsyncIterable<ReadLine>,
  reading: Reading,
): AsyncGenerator<Batch, void, undefined> {
  const batches = gather(lines, reading)
  let next = batches.next()
  try {
    for (let { done, value } = await next; !done && value; { done, value } = await next) {
      next = batches.next()
      // Whoever comes for it is told.
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
    for await (const line of lines) {
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
    // What came before the end of a file that was cut off is kept.
    if (pending) yield pending
    throw error
  }
  if (pending) yield pending
}

function linedOf({ line, kind, record }: Exclude<ReadLine, { fault: string }>, isNew: boolean): Lined {
  const isKept = kind !== 'user' && kind !== 'redirect'
  return isNew && isKept ? { line, record, row: rowOrFault(kind, record) } : { line, record }
}
