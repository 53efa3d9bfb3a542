import { sql } from 'kysely'
import { epochSeconds } from '../../pure/calendar/text.ts'
import type { Database, Writer } from '../../storage/db/dialect.ts'
import { inParts } from '../../storage/db/statements.ts'
import type { Flag } from '../../storage/schema/tables.ts'
import { TimeSlices } from '../../http/timeSlices.ts'
import { nameOf } from './imports.keys.ts'
import type { Joined, Planned } from './imports.planned.ts'
import type { ReadingName } from './imports.query.ts'
import { rememberAddresses } from '../../records/redirects/redirects.query.ts'
import { wholeUpload } from '../../records/media/media.record.ts'
import { type Kin, takeFromKin } from './imports.relatedSources.ts'
import { ImportFault, type RememberedPage, type SourceKey } from './imports.record.ts'
import type { ImportReport, ListedRemark } from './imports.report.ts'

/** Begins a run of a source, and stores the source if it is new. */
export async function beginReading(db: Database, name: string, now: Temporal.Instant): Promise<ReadingName> {
  const begun = { started_at: epochSeconds(now), finished_at: null, cursor: null, report: null }
  const { id, run } = await db.write(async (tx) => {
    const source = await tx
      .insertInto('import_sources')
      .values({ name, run: 1, ...begun })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet({ ...begun, run: sql<number>`import_sources.run + 1` }),
      )
      .returning(['id', 'run'])
      .executeTakeFirstOrThrow()
    await tx.deleteFrom('import_remarks').where('source_id', '=', source.id).execute()
    return source
  }, 'aside')
  return { sourceId: id, run }
}

/** Continues an interrupted run under a new number, so that a process that may still be at it stops. */
export async function resumeReading(db: Database, { sourceId, run }: ReadingName): Promise<ReadingName> {
  await db.write(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('import_sources')
      .set({ run: run + 1 })
      .where('id', '=', sourceId)
      .where('run', '=', run)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw givingWay()
    await tx
      .updateTable('import_keys')
      .set({ run: run + 1 })
      .where('source_id', '=', sourceId)
      .where('run', '=', run)
      .execute()
  }, 'aside')
  return { sourceId, run: run + 1 }
}

function givingWay(): ImportFault {
  return new ImportFault('Another import of the same source has begun meanwhile; this one has stopped.')
}

/**
 * Stores where a run continues, and its report so far, whose fresh remarks join those that are stored. Throws when a later run has
 * begun meanwhile.
 */
export async function noteProgress(
  tx: Writer,
  { sourceId, run }: ReadingName,
  progress: { cursor: string | null; report: ImportReport; finished_at?: number },
): Promise<void> {
  const { fresh = [], ...report } = progress.report
  const { numUpdatedRows } = await tx
    .updateTable('import_sources')
    .set({ ...progress, report: JSON.stringify(report) })
    .where('id', '=', sourceId)
    .where('run', '=', run)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw givingWay()
  if (fresh.length > 0) await storeRemarks(tx, sourceId, fresh)
}

async function storeRemarks(tx: Writer, source_id: number, remarks: readonly ListedRemark[]): Promise<void> {
  const { last } = await tx
    .selectFrom('import_remarks')
    .select((eb) => eb.fn.max('number').as('last'))
    .where('source_id', '=', source_id)
    .executeTakeFirstOrThrow()
  const rows = remarks.map((remark, index) => ({
    source_id,
    number: (last ?? 0) + index + 1,
    remark: JSON.stringify(remark),
  }))
  for (const some of inParts(rows)) await tx.insertInto('import_remarks').values(some).execute()
}

/** Stores the end of a run. */
export async function finishReading(
  db: Database,
  reading: ReadingName,
  report: ImportReport,
  now: Temporal.Instant,
): Promise<void> {
  const finished_at = epochSeconds(now)
  await db.write((tx) => noteProgress(tx, reading, { cursor: null, report, finished_at }), 'aside')
}

/** Marks unchanged records as found by the run. */
export async function markSeen(
  tx: Writer,
  { sourceId, run }: ReadingName,
  keys: readonly SourceKey[],
  gone: Flag = 0,
): Promise<void> {
  for (const [kind, ofKind] of Map.groupBy(keys, ({ kind }) => kind)) {
    for (const some of inParts(ofKind.map(({ key }) => key))) {
      await tx
        .updateTable('import_keys')
        .set({ run, gone })
        .where('source_id', '=', sourceId)
        .where('kind', '=', kind)
        .where('source_key', 'in', some)
        .execute()
    }
  }
}

/** Remembers the keys and digests of the records that were written. */
export async function rememberKeys(
  tx: Writer,
  { sourceId, run, kin = [] }: ReadingName & { readonly kin?: readonly Kin[] | undefined },
  written: readonly (Planned | Joined)[],
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const rows = written.flatMap(({ record, digest }) => {
    const record_id = ids.get(nameOf(record))
    if (record_id === undefined) return []
    const { kind, key: source_key } = record
    return [
      {
        source_id: sourceId,
        run,
        kind,
        source_key,
        record_id,
        digest: JSON.stringify(digest),
        gone: 0 as const,
      },
    ]
  })
  await takeFromKin(
    tx,
    kin,
    written.map(({ record }) => record),
  )
  const slices = new TimeSlices()
  for (const some of inParts(rows)) {
    const rest = slices.next()
    if (rest) await rest
    await tx
      .insertInto('import_keys')
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(['source_id', 'kind', 'source_key']).doUpdateSet((eb) => ({
          record_id: eb.ref('excluded.record_id'),
          digest: eb.ref('excluded.digest'),
          run,
          gone: 0,
        })),
      )
      .execute()
  }
}

/** Remembers pages of a source as they were read. */
export async function rememberPages(
  tx: Writer,
  { sourceId }: ReadingName,
  pages: readonly RememberedPage[],
): Promise<void> {
  if (pages.length === 0) return
  const rows = pages.map(({ address, validator, records }) => ({
    source_id: sourceId,
    address,
    validator,
    records: JSON.stringify(records),
  }))
  await tx
    .insertInto('import_pages')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['source_id', 'address']).doUpdateSet((eb) => ({
        validator: eb.ref('excluded.validator'),
        records: eb.ref('excluded.records'),
      })),
    )
    .execute()
}

/** Forgets the pages of a source: what was written since they were read need not be what they say. */
export async function forgetPages(db: Database, { sourceId }: ReadingName): Promise<void> {
  await db.write((tx) => tx.deleteFrom('import_pages').where('source_id', '=', sourceId).execute(), 'aside')
}

/** Redirects the former addresses of records to them. */
export async function rememberPermalinks(
  tx: Writer,
  written: readonly Planned[],
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const addresses = written.flatMap(({ record }) => {
    const id = ids.get(nameOf(record))
    const { permalink: address, kind } = record
    if (id === undefined) return []
    const files = record.kind === 'image' ? record.urls.map(wholeUpload) : []
    return [address ?? [], record.addresses ?? [], files].flat().map((each) => ({ address: each, kind, id }))
  })
  await rememberAddresses(tx, addresses)
}
