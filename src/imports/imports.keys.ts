import type { ImportBatch, ImportRecord, ImportSource, Unreadable } from './imports.record.ts'

/** What a record is called, and where it or its image is, in bytes at most: an index of PostgreSQL takes 2,704 of all columns. */
const longest_bytes = 2_000

/** Of a longer one so much is told, in characters. */
const toldOfKey = 60

/** What the source reads, but for records that are called by more than can be remembered: it is told of each. */
export async function* readBatches(
  source: ImportSource,
  ...from: Parameters<ImportSource['read']>
): AsyncGenerator<ImportBatch> {
  for await (const batch of source.read(...from))
    yield { ...batch, records: batch.records.map((record) => (fits(record) ? record : tooLong(record))) }
}

function fits(record: ImportRecord | Unreadable): boolean {
  const urls = 'urls' in record ? record.urls : []
  const permalink = 'permalink' in record ? record.permalink : undefined
  return [record.key, permalink ?? '', ...urls].every((text) => Buffer.byteLength(text) <= longest_bytes)
}

function tooLong({ kind, key, at }: ImportRecord | Unreadable): Unreadable {
  const fault = `What the source calls it has more than ${longest_bytes} bytes.`
  return {
    kind,
    key: key.length > toldOfKey ? `${key.slice(0, toldOfKey)}…` : key,
    fault,
    ...(at === undefined ? {} : { at }),
  }
}
