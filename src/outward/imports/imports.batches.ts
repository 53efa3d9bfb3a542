import { setImmediate } from 'node:timers/promises'
import { linkedFirst } from './imports.links.ts'
import type { ImportBatch, ImportRecord, Unreadable } from './imports.record.ts'

/** How many records a batch has, and so a transaction. */
const batchSize = 500

/** A file is read from its beginning each time: what was written already is left alone, and a report tells of one reading alone. */
const anew = ''

/** How many parts of a file are read in one piece, in a few milliseconds, before requests have their turn. */
const turn = 20

/** The parts of a file, one after the other; requests, and answers of a database server, have their turn in between. */
export async function* inTurns<Part>(
  parts: Iterable<Part> | AsyncIterable<Part>,
): AsyncGenerator<Part, void, undefined> {
  let given = 0
  for await (const part of parts) {
    if (given > 0 && given % turn === 0) await setImmediate()
    given += 1
    yield part
  }
}

/** Groups of records in batches, no group in parts; linked records before the events of their batch. The notes come with the first. */
export async function* batchesOfGroups(
  groups: Iterable<readonly (ImportRecord | Unreadable)[]>,
  notes: readonly string[],
): AsyncGenerator<ImportBatch> {
  let batch: (ImportRecord | Unreadable)[] = []
  let given = 0
  const whole = () => {
    given += 1
    const records = linkedFirst(batch)
    batch = []
    return { records, cursor: anew, notes: given === 1 ? notes : [] }
  }
  for (const group of groups) {
    batch.push(...group)
    if (batch.length >= batchSize) yield whole()
  }
  // There is always a batch, for the notes.
  if (batch.length > 0 || given === 0) yield whole()
}

/** Records in batches; the notes come with the first one. */
export async function* batchesOf(
  records: Iterable<ImportRecord | Unreadable> | AsyncIterable<ImportRecord | Unreadable>,
  notes: readonly string[] = [],
): AsyncGenerator<ImportBatch> {
  let batch: (ImportRecord | Unreadable)[] = []
  let given = 0
  for await (const record of records) {
    batch.push(record)
    if (batch.length < batchSize) continue
    given += batch.length
    yield { records: batch, cursor: anew, notes: given === batch.length ? notes : [] }
    batch = []
  }
  // There is always a batch, for the notes.
  if (batch.length > 0 || given === 0) yield { records: batch, cursor: anew, notes: given === 0 ? notes : [] }
}
