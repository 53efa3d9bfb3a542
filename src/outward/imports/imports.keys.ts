import { listLimit } from '../../pure/params/lists.ts'
import type { ImportBatch, ImportRecord, ImportSource, SourceKey, Unreadable } from './imports.record.ts'
import type { ImportKind } from '../../storage/schema/tables.imports.ts'

/** The name of a record within its source. */
export function nameOf({ kind, key }: SourceKey): string {
  return `${kind} ${key}`
}

/** The longest key or address of a record or image, in bytes: an index of PostgreSQL takes 2,704 for all columns. */
const longest_bytes = 2_000

/** How much of a longer one is reported, in characters. */
const toldOfKey = 60

/**
 * The batches of a source without records whose keys are too long to be remembered, and without links of an event beyond the
 * number that it can have: each is reported.
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

/** The members of events that are lists. */
const lists = ['venues', 'organizers', 'categories', 'tags'] as const

/** An event with its lists cut to the length that they may have. */
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

/** The records that a record names. */
export function linkedKeysOf(record: ImportRecord): SourceKey[] {
  const parent = 'parent' in record ? named(record.kind, record.parent) : []
  const texts =
    'texts' in record
      ? named(
          'image',
          record.texts?.map((file) => file.image),
        )
      : []
  const image = [...('image' in record ? named('image', record.image) : []), ...texts]
  if (record.kind !== 'event') return [...parent, ...image]
  const { venues, organizers, categories, tags } = record
  return [
    ...parent,
    ...image,
    ...named('venue', venues),
    ...named('organizer', organizers),
    ...named('category', categories),
    ...named('tag', tags),
  ]
}

function named(kind: ImportKind, keys: readonly string[] | string | null | undefined): SourceKey[] {
  return [keys ?? []].flat().map((key) => ({ kind, key }))
}
