import { hash } from 'node:crypto'
import type { ImportRecord } from './imports.record.ts'

/** A short digest of each field of a record, by name: comparing two shows which fields have changed. */
export type Digest = Readonly<Record<string, string>>

/** The length of a digest: with sixty-six bits, two versions of a field never have the same one. */
const characters = 11

/** Members that identify or locate a record, and so are no part of its contents. */
const names = new Set(['kind', 'key', 'at', 'fields', 'kept', 'lost', 'isPartial'])

/** The digests of all fields of a record. */
export function digestOf(record: ImportRecord): Digest {
  const beside = Object.entries(record).filter(([name]) => !names.has(name))
  const kept = 'kept' in record ? Object.entries(record.kept ?? {}) : []
  const said = [...Object.entries(record.fields), ...kept, ...beside].filter(
    ([, value]) => value !== undefined,
  )
  return Object.fromEntries(said.map(([name, value]) => [name, shortHash(value)]))
}

/** The names of the fields in which two versions of a record differ. */
export function changedFields(before: Digest, after: Digest): string[] {
  const all = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...all].filter((name) => before[name] !== after[name])
}

function shortHash(value: unknown): string {
  return hash('sha1', JSON.stringify(value), 'base64url').slice(0, characters)
}
