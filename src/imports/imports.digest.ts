import { hash } from 'node:crypto'
import type { ImportRecord } from './imports.record.ts'

/** A short digest of each thing that a record says, by name: two of them tell what has changed. */
export type Digest = Readonly<Record<string, string>>

/** Sixty-six bits: of the fields of one record, no two versions are ever taken for each other. */
const characters = 11

/** What names a record or tells where it was found, and so does not change it. */
const names = new Set(['kind', 'key', 'at', 'fields', 'kept', 'lost', 'isPartial'])

/** The digest of everything that a record says. */
export function digestOf(record: ImportRecord): Digest {
  const beside = Object.entries(record).filter(([name]) => !names.has(name))
  const kept = 'kept' in record ? Object.entries(record.kept ?? {}) : []
  const said = [...Object.entries(record.fields), ...kept, ...beside].filter(
    ([, value]) => value !== undefined,
  )
  return Object.fromEntries(said.map(([name, value]) => [name, shortHash(value)]))
}

/** The names of what differs between two versions of a record. */
export function changedFields(before: Digest, after: Digest): string[] {
  const all = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...all].filter((name) => before[name] !== after[name])
}

function shortHash(value: unknown): string {
  return hash('sha1', JSON.stringify(value), 'base64url').slice(0, characters)
}
