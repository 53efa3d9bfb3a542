import { hash } from 'node:crypto'
import { type Digest, foundMark } from '../../records/posts/posts.digest.ts'
import type { ImportRecord, TextFile } from './imports.record.ts'
import { wholeUpload } from '../../records/media/media.record.ts'
import { decodedFields, type ReadFields } from './imports.fields.ts'
import { comparedHtml, htmlFields, steadyAddress } from './imports.generated.ts'

/** The length of a digest: with sixty-six bits, two versions of a field never have the same one. */
const characters = 11

/** Stands before digests of what is stored. Those that 0.1.0 has written are of what the source said, and have none. */
const presentForm = '~'

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
  'isAlone',
  'cutSeries',
  'only',
  'occurrence',
  'leastId',
  'custom',
])

/** Fields that say together when an event is, so that all of them count if one has changed. */
export const timesTogether: readonly string[] = ['start_date', 'end_date', 'all_day', 'timezone']

/** What goes along with other changes, and is none by itself (D72): when it was changed, and what was only given to a new record. */
const along: ReadonlySet<string> = new Set(['modified_at', 'uid'])

/** The digests of all fields of a record. */
export function digestOf(record: ImportRecord): Digest {
  const { values } = decodedFields(record)
  return Object.fromEntries(
    saidIn(record, { ...record.fields, ...values }).map(([name, value]) => [
      name,
      digestOfValue(name, value),
    ]),
  )
}

function digestOfValue(name: string, value: unknown): string {
  return presentForm + shortHash(compared(name, value))
}

function saidIn(record: ImportRecord, fields: ImportRecord['fields'] = record.fields): [string, unknown][] {
  const beside = Object.entries(record).filter(([name]) => !names.has(name))
  const kept = 'kept' in record ? Object.entries(record.kept ?? {}) : []
  return [...Object.entries(fields), ...kept, ...beside].filter(([, value]) => value !== undefined)
}

/** The names of the fields in which two versions of a record differ. */
export function changedFields(before: Digest, after: Digest): string[] {
  const all = new Set([...Object.keys(before), ...Object.keys(after)])
  const isNewlyNone = (name: string) => before[name] === undefined && after[name] === noneOf[name]
  const changed = [...all].filter(
    (name) => name !== foundMark && before[name] !== after[name] && !isNewlyNone(name),
  )
  return changed.every((name) => along.has(name)) ? [] : changed
}

/** Whether a value is what the digest says of a field. */
export function isSame(digest: Digest, name: string, value: unknown): boolean {
  const said = digest[name]
  return said === digestOfValue(name, value) || said === oldHash(name, value)
}

/** Whether 0.1.0 has written some of it. */
export function isOld(before: Digest): boolean {
  return Object.entries(before).some(isOldEntry)
}

/**
 * A digest that 0.1.0 has written, in the present form as far as it tells that a field is as it was. Other fields stay in the old
 * form: of them nobody knows whether the source has changed them, or only written them otherwise.
 */
export function renewed(before: Digest, record: ImportRecord): Digest {
  if (!isOld(before)) return before
  const after = digestOf(record)
  const alike = saidIn(record).flatMap(([name, value]) => {
    const said = after[name]
    return said !== undefined && before[name] === oldHash(name, value) ? [[name, said]] : []
  })
  return { ...before, ...(Object.fromEntries(alike) as Digest) }
}

/** The fields of which a digest that {@link renewed} has left in the old form says something else than the present one, or nothing. */
export function unsureFields(before: Digest, after: Digest): string[] {
  return Object.keys(after).filter((name) => {
    const said = before[name]
    return !along.has(name) && (said === undefined || isOldEntry([name, said]))
  })
}

function isOldEntry([name, said]: readonly [string, string]): boolean {
  return name !== foundMark && !said.startsWith(presentForm)
}

/**
 * The fields, and the members beside them, that have changed at the source: what was edited here and not there stays (D64). A record
 * keeps what identifies it.
 */
function onlyChanged<Of extends ImportRecord>(record: Of, changes: readonly string[]): Of {
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

/** A record and what was read of it, with only what has changed. */
export function partOf<Of extends ImportRecord>(
  { record, ...read }: ReadFields & { readonly record: Of },
  changes: readonly string[],
): ReadFields & { readonly record: Of } {
  const written = onlyChanged(record, changes)
  const { times, ...rest } = read
  const values = Object.fromEntries(Object.entries(read.values).filter(([name]) => name in written.fields))
  const isMoved = timesTogether.some((name) => name in written.fields)
  return { ...rest, ...(times && isMoved ? { times } : {}), values, record: written }
}

/** The digest without the images that could not be fetched, so that they are tried again. */
export function withoutLacking(
  record: ImportRecord,
  digest: Digest,
  lacking: ReadonlyMap<string, string>,
): Digest {
  const isLacking = (key: unknown) => typeof key === 'string' && lacking.has(key)
  const image = 'image' in record && isLacking(record.image) ? ['image'] : []
  const texts = 'texts' in record && record.texts?.some((file) => isLacking(file.image)) ? ['texts'] : []
  const left = new Set([...image, ...texts])
  return left.size === 0
    ? digest
    : Object.fromEntries(Object.entries(digest).filter(([name]) => !left.has(name)))
}

/** A value without what differs though nothing has changed: generated names, the sizes that an image was seen in, where a file is named. */
function compared(name: string, value: unknown): unknown {
  if (name === 'urls' && Array.isArray(value)) return wholeUpload(steadyAddress(String(value[0])))
  if (name === 'texts' && Array.isArray(value)) return value.map(({ image }: TextFile) => image).toSorted()
  if (typeof value !== 'string') return value
  if (htmlFields.has(name)) return comparedHtml(value)
  return /^https?:\/\//i.test(value) ? steadyAddress(value) : value
}

/** The digest that 0.1.0 wrote of a value. */
function oldHash(name: string, value: unknown): string {
  if (name === 'urls' && Array.isArray(value)) return shortHash(wholeUpload(String(value[0])))
  return shortHash(name === 'texts' ? compared(name, value) : value)
}

function shortHash(value: unknown): string {
  return hash('sha1', JSON.stringify(value), 'base64url').slice(0, characters)
}

/** A source that tells of tickets or of parents for the first time, and has none, takes away none that were made here. */
const noneOf: Digest = { tickets: digestOfValue('tickets', []), parent: digestOfValue('parent', null) }
