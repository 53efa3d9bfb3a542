import { OwnReading } from './imports.own.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import { findOwned } from '../../records/posts/posts.query.ts'
import { kinds } from '../../records/posts/posts.kind.ts'
import { findTerm } from '../../records/terms/terms.query.ts'
import type { FoundAuthors } from './imports.authors.ts'
import { writeBatch } from './imports.batch.write.ts'
import { tryImages } from './imports.images.ts'
import { wasFound } from '../../records/posts/posts.digest.ts'
import type { ImportContext, ImportOptions } from './imports.options.ts'
import type { Remainder } from './imports.remainder.ts'
import { nameOf } from './imports.keys.ts'
import { isWithKin, type Kin } from './imports.relatedSources.ts'
import { isUsed, keysEnded, keysMissing, type KnownKey, notOver, type ReadingName } from './imports.query.ts'
import {
  ImportFault,
  type ImportRecord,
  type ImportSource,
  type SourceKey,
  type Unreadable,
} from './imports.record.ts'
import { type ImportKind, importKinds } from '../../storage/schema/tables.imports.ts'
import { withDigests } from './imports.passwords.ts'
import { removeGone } from './imports.removal.write.ts'
import { count, type ImportReport, note } from './imports.report.ts'
import { termKind } from './imports.terms.write.ts'

/** What following removals needs. */
interface Removing {
  readonly context: ImportContext
  readonly source: ImportSource
  readonly reading: ReadingName
  readonly options: ImportOptions & { readonly authors: FoundAuthors }
  readonly cursor: string | null
  readonly kin: readonly Kin[]
  readonly kept: Remainder
}

/** A source that has less than this share of what it had is probably broken. */
const leastLeft = 0.5

/** With no more records than this, most may well be gone. */
const few = 3

/** How many records are removed in one transaction. */
const batch = 100

/**
 * Removes the records that a complete run did not find, or of which one of changes was told that they have ended, after asking the source for each of them. Throws an
 * {@link ImportFault}, and removes nothing, when the source has less than half of what it had.
 */
export async function followRemovals(removing: Removing, before: ImportReport): Promise<ImportReport> {
  const { context, source, reading, options, cursor, kin, kept } = removing
  if (source.follows === 'nothing') return before
  if (source.follows === 'coming' && kept.isUnsure) return noted(before, unsure)
  const { db, siteZone } = context
  const { missing, seen } = source.ended
    ? await keysEnded(db.read, reading, source.ended)
    : await keysMissing(db.read, reading)
  const followed = await followedOf(removing, missing)
  const fault = options.allowsRemovals ? undefined : faultOfMostGone(followed, seen)
  if (fault !== undefined) throw new ImportFault(fault)
  const { user, now } = options
  const writing = { caller: { ...user, role: 'administrator' as const }, now: now(), siteZone }
  let report = before
  for (let from = 0; from < followed.length; from += batch) {
    const gone: KnownKey[] = []
    for (const key of followed.slice(from, from + batch)) {
      const found = (await source.confirm?.(key)) ?? 'gone'
      if (found === 'gone') gone.push(key)
      else {
        const { declared } = context
        const planning = { sourceId: reading.sourceId, writing, lacking: new Map<string, string>(), declared }
        const batch = new OwnReading(declared).settled({ records: found, cursor: cursor ?? '' })
        const again = await withDigests(db, batch)
        const tried = await tryImages(context, again, planning)
        const { authors, home = '' } = options
        const { currencyCode } = context
        const applying = { ...planning, ...tried, run: reading.run, authors, home, currencyCode }
        report = await writeBatch(db, again, applying, report)
      }
    }
    report = await removeGone(db, gone, { reading, writing, cursor, kin }, report)
  }
  return report
}

/** Where something could not be read at all. */
const unsure =
  'Nothing was removed: a part of the source could not be read, and what is missing may be in that part.'

function noted(report: ImportReport, says: string): ImportReport {
  const told = structuredClone(report)
  note(told, says)
  return told
}

/** The records that a dry run has found, and what it does with those that the source still has when it is asked for them. */
interface Foreseeing extends Pick<Removing, 'context' | 'source' | 'kin' | 'kept'> {
  readonly options: ImportOptions
  readonly sourceId: number
  readonly brought: readonly SourceKey[]
  readonly again: (found: readonly (ImportRecord | Unreadable)[]) => Promise<void>
}

/** Counts what {@link followRemovals} would remove, or notes why it would not. */
export async function foreseeRemovals(foreseeing: Foreseeing, report: ImportReport): Promise<void> {
  const { source, options, sourceId, brought, again, context, kin, kept } = foreseeing
  if (source.follows === 'nothing') return
  if (source.follows === 'coming' && kept.isUnsure) return note(report, unsure)
  const { db } = context
  const names = new Set(brought.map(nameOf))
  const { missing: all } = await keysMissing(db.read, { sourceId, run: noRun })
  const [seen, missing] = [
    all.filter((key) => names.has(nameOf(key))),
    all.filter((key) => !names.has(nameOf(key))),
  ]
  const followed = await followedOf(foreseeing, missing)
  const fault = options.allowsRemovals ? undefined : faultOfMostGone(followed, countsOf(seen))
  if (fault !== undefined) return note(report, fault)
  const events = new Set(followed.flatMap(({ kind, record_id }) => (kind === 'event' ? record_id : [])))
  for (const key of followed) {
    const found = (await source.confirm?.(key)) ?? 'gone'
    if (found !== 'gone') await again((await withDigests(db, { records: found })).records)
    else if (!(await isWithKin(db.read, kin, key)) && (await isThere(db.read, key, events)))
      count(report, key.kind, 'removed')
  }
}

/** Runs count from 1, so that no record belongs to this one. */
const noRun = 0

function countsOf(keys: readonly KnownKey[]): ReadonlyMap<ImportKind, number> {
  return new Map([...Map.groupBy(keys, ({ kind }) => kind)].map(([kind, some]) => [kind, some.length]))
}

/** Whether the record still exists, and is removed once these events are. */
async function isThere(
  db: Reader,
  { kind, record_id: id, digest }: KnownKey,
  removed: ReadonlySet<number>,
): Promise<boolean> {
  if (kind === 'image' || wasFound(digest)) return false
  if (kind === 'category' || kind === 'tag') return (await findTerm(db, termKind(kind), id)) !== undefined
  const post = await findOwned(db, kinds[kind], id)
  if (post === undefined || post.status === 'trash') return false
  return kind === 'event' || !(await isUsed(db, kind, id, removed))
}

/** The records that the run would have found if they still existed; images stay in any case. */
async function followedOf(
  { context, source, options, kept }: Pick<Foreseeing, 'context' | 'source' | 'options' | 'kept'>,
  missing: readonly KnownKey[],
): Promise<readonly KnownKey[]> {
  if (source.follows === 'coming') {
    const coming = missing.filter((key) => key.kind === 'event' && !kept.has(key))
    return notOver(context.db.read, coming, epochSeconds(options.now()))
  }
  const removable = missing.filter(({ kind }) => kind !== 'image')
  if (source.follows === 'everything') return removable
  const followed: KnownKey[] = []
  for (const key of removable) {
    if (key.kind === 'category' || key.kind === 'tag') followed.push(key)
    else if (key.kind !== 'image') {
      const post = await findOwned(context.db.read, kinds[key.kind], key.record_id)
      if (post?.status === 'publish') followed.push(key)
    }
  }
  return followed
}

function faultOfMostGone(
  missing: readonly KnownKey[],
  seen: ReadonlyMap<ImportKind, number>,
): string | undefined {
  for (const kind of importKinds) {
    const gone = missing.filter((key) => key.kind === kind).length
    const left = seen.get(kind) ?? 0
    if (gone + left <= few || left >= (gone + left) * leastLeft) continue
    return `The source has only ${left} of the ${gone + left} records of the kind “${kind}” that it had. Nothing was removed. If that is right, import again and allow removals.`
  }
  return undefined
}
