import type { ImportBatch, ImportRecord, Unreadable } from './imports.record.ts'

/** Records to a batch, and so to a transaction. */
const batchSize = 500

/** Records that have been read as a whole, some at a time; the notes come with the first. */
export function* batchesOf(
  records: readonly (ImportRecord | Unreadable)[],
  notes: readonly string[] = [],
): Generator<ImportBatch> {
  for (let from = 0; from === 0 || from < records.length; from += batchSize) {
    yield {
      records: records.slice(from, from + batchSize),
      cursor: String(from),
      expected: records.length,
      notes: from === 0 ? notes : [],
    }
  }
}
