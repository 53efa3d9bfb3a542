import type { ImportBatch, ImportRecord, Unreadable } from './imports.record.ts'

/** Records to a batch, and so to a transaction. */
const batchSize = 500

/** Records some at a time, as they are made; the notes come with the first. */
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
    yield { records: batch, cursor: String(given), notes: given === batch.length ? notes : [] }
    batch = []
  }
  // Without records there is a batch as well, for its notes.
  if (batch.length > 0 || given === 0)
    yield { records: batch, cursor: String(given + batch.length), notes: given === 0 ? notes : [] }
}
