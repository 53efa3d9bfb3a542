import { findOwned } from '../posts/posts.query.ts'
import { kinds } from '../posts/posts.kind.ts'
import { writeBatch } from './imports.batch.write.ts'
import { tryImages } from './imports.images.ts'
import type { ImportContext, ImportOptions } from './imports.options.ts'
import { keysMissing, type KnownKey, type ReadingName } from './imports.query.ts'
import { ImportFault, type ImportKind, importKinds, type ImportSource } from './imports.record.ts'
import { removeGone } from './imports.removal.write.ts'
import type { ImportReport } from './imports.report.ts'

/** What following removals takes. */
interface Removing {
  readonly context: ImportContext
  readonly source: ImportSource
  readonly reading: ReadingName
  readonly options: ImportOptions
  readonly cursor: string | null
}

/** A source that suddenly has less than this part of what it had is rather taken for broken. */
const leastLeft = 0.5

/** Of so few records most may well be gone. */
const few = 3

/** Records let go in one transaction. */
const batch = 100

/**
 * Lets go what a whole reading did not bring, once the source has been asked for each of them by itself. Throws an
 * {@link ImportFault}, and removes nothing, when the source has less than half of what it had.
 */
export async function followRemovals(removing: Removing, before: ImportReport): Promise<ImportReport> {
  const { context, source, reading, options, cursor } = removing
  if (source.follows === 'nothing') return before
  const { db, siteZone } = context
  const { missing, seen } = await keysMissing(db.read, reading)
  const followed = await followedOf(removing, missing)
  if (!options.allowsRemovals) assertMostLeft(followed, seen)
  const { user, now } = options
  const writing = { caller: { ...user, role: 'administrator' as const }, now: now(), siteZone }
  let report = before
  for (let from = 0; from < followed.length; from += batch) {
    const gone: KnownKey[] = []
    for (const key of followed.slice(from, from + batch)) {
      const found = (await source.confirm?.(key)) ?? 'gone'
      if (found === 'gone') gone.push(key)
      else {
        const planning = { sourceId: reading.sourceId, writing, lacking: new Map<string, string>() }
        const again = { records: found, cursor: cursor ?? '' }
        const tried = await tryImages(context, again, planning)
        const applying = { ...planning, ...tried, run: reading.run, authors: options.authors }
        report = await writeBatch(db, again, applying, report)
      }
    }
    report = await removeGone(db, gone, { reading, writing, cursor }, report)
  }
  return report
}

/** What the reading would have brought if it still were there; images stay, whoever has them. */
async function followedOf(
  { context, source }: Removing,
  missing: readonly KnownKey[],
): Promise<readonly KnownKey[]> {
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

function assertMostLeft(missing: readonly KnownKey[], seen: ReadonlyMap<ImportKind, number>): void {
  for (const kind of importKinds) {
    const gone = missing.filter((key) => key.kind === kind).length
    const left = seen.get(kind) ?? 0
    if (gone + left <= few || left >= (gone + left) * leastLeft) continue
    throw new ImportFault(
      `The source has only ${left} of the ${gone + left} records of the kind “${kind}” that it had. Nothing was removed. If that is right, import again and allow removals.`,
    )
  }
}
