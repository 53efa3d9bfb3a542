import { listLimit } from '../params/lists.ts'
import type { ImportBatch, ImportRecord, ImportSource, Unreadable } from './imports.record.ts'

/** What a record is called, and where it or its image is, in bytes at most: an index of PostgreSQL takes 2,704 of all columns. */
const longest_bytes = 2_000

/** Of a longer one so much is told, in characters. */
const toldOfKey = 60

/**
 * What the source reads, but for records that are called by more than can be remembered, and for what an event names more of than it
 * can have: it is told of each.
 */
export async function* readBatches(
  source: ImportSource,
  ...from: Parameters<ImportSource['read']>
): AsyncGenerator<ImportBatch> {
  for await (const batch of source.read(...from))
    yield {
      ...batch,
      records: batch.records.map((record) => (fits(record) ? bounded(record) : tooLong(record))),
    }
}

function fits(record: ImportRecord | Unreadable): boolean {
  const urls = 'urls' in record ? record.urls : []
  const permalink = 'permalink' in record ? record.permalink : undefined
  return [record.key, permalink ?? '', ...urls].every((text) => Buffer.byteLength(text) <= longest_bytes)
}

/** What events name lists of. */
const lists = ['venues', 'organizers', 'categories', 'tags'] as const

/** An event with no more of anything than one may have. */
function bounded(record: ImportRecord | Unreadable): ImportRecord | Unreadable {
  if (record.kind !== 'event' || 'fault' in record) return record
  const cut = lists.filter((name) => (record[name]?.length ?? 0) > listLimit)
  if (cut.length === 0) return record
  return {
    ...record,
    ...Object.fromEntries(cut.map((name) => [name, record[name]?.slice(0, listLimit)])),
    lost: [
      ...(record.lost ?? []),
      ...cut.map((name) => `${name}: of ${record[name]?.length} it has the first ${listLimit}`),
    ],
  }
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
