import { hash } from 'node:crypto'
import type { ImportRecord, TextFile } from './imports.record.ts'
import { wholeUpload } from '../media/media.record.ts'

/** A short digest of each field of a record, by name: comparing two shows which fields have changed. */
export type Digest = Readonly<Record<string, string>>

/** The length of a digest: with sixty-six bits, two versions of a field never have the same one. */
const characters = 11

/** Members that identify or locate a record, and so are no part of its contents. */
const names = new Set([
  'kind',
  'key',
  'at',
  'fields',
  'kept',
  'lost',
  'assumed',
  'own',
  'within',
  'cutSeries',
  'only',
  'occurrence',
  'leastId',
])

/** Stands in the digest of a record that was here before its source named it; no field has this name. */
const foundMark = '(found here)'

/** Fields that say together when an event is, so that all of them count if one has changed. */
export const timesTogether: readonly string[] = ['start_date', 'end_date', 'all_day', 'timezone']

/** The digests of all fields of a record. */
export function digestOf(record: ImportRecord): Digest {
  const beside = Object.entries(record).filter(([name]) => !names.has(name))
  const kept = 'kept' in record ? Object.entries(record.kept ?? {}) : []
  const said = [...Object.entries(record.fields), ...kept, ...beside].filter(
    ([, value]) => value !== undefined,
  )
  return Object.fromEntries(said.map(([name, value]) => [name, shortHash(settled(name, value))]))
}

/** The names of the fields in which two versions of a record differ. */
export function changedFields(before: Digest, after: Digest): string[] {
  const all = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...all].filter((name) => name !== foundMark && before[name] !== after[name])
}

/** The digest of a record that was here before: it is not the source’s to remove. */
export function asFound(digest: Digest): Digest {
  return { ...digest, [foundMark]: foundMark }
}

/** Whether the record was here before its source named it. */
export function wasFound(digest: Digest): boolean {
  return foundMark in digest
}

/**
 * The fields, and the members beside them, that have changed at the source: what was edited here and not there stays (D64). A record
 * keeps what identifies it.
 */
export function onlyChanged<Of extends ImportRecord>(record: Of, changes: readonly string[]): Of {
  const all = new Set(
    changes.some((name) => timesTogether.includes(name)) ? [...changes, ...timesTogether] : changes,
  )
  const changed = ([name]: [string, unknown]) => all.has(name)
  const pruned = Object.entries(record).filter(
    ([name]) =>
      names.has(name) || name === 'permalink' || name === 'urls' || name === 'texts' || all.has(name),
  )
  return {
    ...Object.fromEntries(pruned),
    fields: Object.fromEntries(Object.entries(record.fields).filter(changed)),
    ...('kept' in record
      ? { kept: Object.fromEntries(Object.entries(record.kept ?? {}).filter(changed)) }
      : {}),
    // Members were only left out that a record may lack.
  } as Of
}

/** A value without what differs though nothing has changed: the sizes that an image was seen in, and where a file is named. */
function settled(name: string, value: unknown): unknown {
  if (name === 'urls' && Array.isArray(value)) return wholeUpload(String(value[0]))
  if (name === 'texts' && Array.isArray(value)) return value.map(({ image }: TextFile) => image).toSorted()
  return value
}

/** The digest of one value. */
export function shortHash(value: unknown): string {
  return hash('sha1', JSON.stringify(value), 'base64url').slice(0, characters)
}
