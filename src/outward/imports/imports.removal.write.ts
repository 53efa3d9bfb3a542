import type { Database, Writer } from '../../storage/db/dialect.ts'
import { trashEventIn } from '../../records/events/events.write.ts'
import { trashLinkedIn } from '../../records/linked/linked.write.ts'
import { organizerKind } from '../../records/organizers/organizers.kind.ts'
import { kinds } from '../../records/posts/posts.kind.ts'
import { findOwned } from '../../records/posts/posts.query.ts'
import type { Writing } from '../../records/posts/posts.write.ts'
import { findTerm } from '../../records/terms/terms.query.ts'
import { deleteTermIn } from '../../records/terms/terms.write.ts'
import { venueKind } from '../../records/venues/venues.kind.ts'
import { wasFound } from '../../records/posts/posts.digest.ts'
import { isWithKin, type Kin } from './imports.relatedSources.ts'
import { isUsed, type KnownKey, type ReadingName } from './imports.query.ts'
import { markSeen, noteProgress } from './imports.reading.write.ts'
import { count, type ImportReport } from './imports.report.ts'
import { endSeries } from './imports.series.write.ts'
import { termKind } from './imports.terms.write.ts'

/**
 * Removes records that their source no longer has: posts to the trash, from where they can be restored, terms for good. Images
 * stay, as other records may show them. Answers a new report with what was done added.
 */
export async function removeGone(
  db: Database,
  gone: readonly KnownKey[],
  by: { reading: ReadingName; writing: Writing; cursor: string | null; kin: readonly Kin[] },
  before: ImportReport,
): Promise<ImportReport> {
  return db.write(async (tx) => {
    // The transaction may run again.
    const report = structuredClone(before)
    for (const key of gone) {
      // What another source still has is only no longer of this one.
      if (await isWithKin(tx, by.kin, key)) continue
      if (await removeOne(tx, key, by.writing)) count(report, key.kind, 'removed')
    }
    await markSeen(tx, by.reading, gone, 1)
    const events = gone.filter(({ kind }) => kind === 'event')
    await endSeries(
      tx,
      events.map(({ record_id }) => record_id),
      by.writing.now,
    )
    await noteProgress(tx, by.reading, { cursor: by.cursor, report })
    return report
  })
}

/** Answers whether there was still something to remove. */
async function removeOne(
  tx: Writer,
  { kind, record_id: id, digest }: KnownKey,
  writing: Writing,
): Promise<boolean> {
  // What was here before the source named it is not the source’s to remove.
  if (kind === 'image' || wasFound(digest)) return false
  if (kind === 'category' || kind === 'tag') {
    const row = await findTerm(tx, termKind(kind), id)
    if (row) await deleteTermIn(tx, row)
    return row !== undefined
  }
  const post = await findOwned(tx, kinds[kind], id)
  if (!post || post.status === 'trash') return false
  if (kind !== 'event' && (await isUsed(tx, kind, id))) return false
  const removal = { ...writing, id, guard: async () => {} }
  if (kind === 'event') await trashEventIn(tx, removal)
  else await trashLinkedIn(tx, kind === 'venue' ? venueKind : organizerKind, removal)
  return true
}
