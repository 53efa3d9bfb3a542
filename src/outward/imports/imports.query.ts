import { sql } from 'kysely'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { tooFar } from '../../pure/calendar/waits.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import { inParts } from '../../storage/db/statements.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import { organizerKind } from '../../records/organizers/organizers.kind.ts'
import { venueKind } from '../../records/venues/venues.kind.ts'
import type { Digest } from '../../records/posts/posts.digest.ts'
import { type ImportRow, silence_s } from './imports.job.ts'
import type { RememberedPage, SourceKey } from './imports.record.ts'
import type { ImportKind } from '../../storage/schema/tables.imports.ts'
import { type ImportReport, type ListedRemark, storedReport } from './imports.report.ts'

/** A run of a source, by the id of the source and the number of the run. */
export interface ReadingName {
  readonly sourceId: number
  readonly run: number
}

/** A run and its progress. */
export interface Reading extends ReadingName {
  readonly cursor: string | null
  readonly report: ImportReport | undefined
  readonly isFinished: boolean
  readonly startedAt: EpochSeconds
}

/** A record of a source that has been imported. */
export interface KnownKey extends SourceKey {
  readonly record_id: number
  readonly digest: Digest
  readonly run: number
  readonly gone: number
}

/** The last run of the source; undefined when there was none. */
export async function findReading(db: Reader, name: string): Promise<Reading | undefined> {
  const row = await db.selectFrom('import_sources').selectAll().where('name', '=', name).executeTakeFirst()
  return (
    row && {
      sourceId: row.id,
      run: row.run,
      cursor: row.cursor,
      report: row.report === null ? undefined : storedReport(row.report),
      isFinished: row.finished_at !== null,
      startedAt: row.started_at,
    }
  )
}

/** Whether a run was broken off and can be taken up where it was. */
export function isResumable(last: Reading | undefined): last is Reading & { readonly cursor: string } {
  return last !== undefined && !last.isFinished && last.cursor !== null && last.cursor !== ''
}

/** The imports that are said to be running, and of which nothing was heard any more at a time. */
export async function lostJobs(db: Reader, now: EpochSeconds): Promise<ImportRow[]> {
  return db
    .selectFrom('imports')
    .selectAll()
    .where('status', '=', 'running')
    .where((row) => row.or([row('updated_at', '<', now - silence_s), row('updated_at', '>', tooFar(now, 0))]))
    .orderBy('id')
    .execute()
}

/** Whether an earlier import of the same name is under way, by whichever process. */
export async function isBehind(
  db: Reader,
  { id, source }: { readonly id: number; readonly source: string },
  now: Temporal.Instant,
): Promise<boolean> {
  const earlier = await db
    .selectFrom('imports')
    .select('id')
    .where('source', '=', source)
    .where('id', '<', id)
    .where('status', '=', 'running')
    .where('dry_run', '=', 0)
    .where('updated_at', '>=', epochSeconds(now) - silence_s)
    .where('updated_at', '<=', tooFar(epochSeconds(now), 0))
    .limit(1)
    .executeTakeFirst()
  return earlier !== undefined
}

/** Those of the keys that have been imported. */
export async function findKeys(
  db: Reader,
  sourceId: number,
  wanted: readonly SourceKey[],
): Promise<KnownKey[]> {
  const byKind = Map.groupBy(wanted, ({ kind }) => kind)
  const found: KnownKey[] = []
  for (const [kind, keys] of byKind) {
    for (const some of inParts([...new Set(keys.map(({ key }) => key))])) {
      const rows = await db
        .selectFrom('import_keys')
        .select(['source_key', 'record_id', 'digest', 'run', 'gone'])
        .where('source_id', '=', sourceId)
        .where('kind', '=', kind)
        .where('source_key', 'in', some)
        .execute()
      found.push(...rows.map((row) => known(kind, row)))
    }
  }
  return found
}

/** Whether the source has a name for the record with the id. */
export async function isNamedBy(
  db: Reader,
  sourceId: number | undefined,
  kind: ImportKind,
  id: number,
): Promise<boolean> {
  if (sourceId === undefined) return false
  const row = await db
    .selectFrom('import_keys')
    .select('record_id')
    .where('source_id', '=', sourceId)
    .where('kind', '=', kind)
    .where('record_id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether an event that is not in the trash is at the venue, or by the organizer; those of `except` do not count. */
export async function isUsed(
  db: Reader,
  kind: 'venue' | 'organizer',
  id: number,
  except: ReadonlySet<number> = new Set(),
): Promise<boolean> {
  const { table, column } = (kind === 'venue' ? venueKind : organizerKind).link
  const linked = sql<{ id: number }>`select event_id as id from ${sql.table(table)}
    join events on events.id = event_id where ${sql.ref(column)} = ${id} and events.status <> 'trash'
    limit ${except.size + 1}`
  return (await linked.execute(db)).rows.some((event) => !except.has(event.id))
}

/** The keys that the run has found so far. */
export async function keysSeen(db: Reader, { sourceId, run }: ReadingName): Promise<SourceKey[]> {
  const rows = await db
    .selectFrom('import_keys')
    .select(['kind', 'source_key'])
    .where('source_id', '=', sourceId)
    .where('run', '=', run)
    .execute()
  return rows.map(({ kind, source_key }) => ({ kind: kind as ImportKind, key: source_key }))
}

/** The keys of the source that the run did not find, and how many it did find, by kind. */
export async function keysMissing(
  db: Reader,
  { sourceId, run }: ReadingName,
): Promise<{ missing: KnownKey[]; seen: ReadonlyMap<ImportKind, number> }> {
  const there = db.selectFrom('import_keys').where('source_id', '=', sourceId).where('gone', '=', 0)
  const rows = await there
    .select(['kind', 'source_key', 'record_id', 'digest', 'run', 'gone'])
    .where('run', '<>', run)
    .orderBy('kind')
    .orderBy('source_key')
    .execute()
  const counts = await there
    .select(['kind', sql<number>`count(*)`.as('number')])
    .where('run', '=', run)
    .groupBy('kind')
    .execute()
  return {
    missing: rows.map((row) => known(row.kind as ImportKind, row)),
    seen: new Map(counts.map(({ kind, number }) => [kind as ImportKind, number])),
  }
}

/** As {@link keysMissing}, of a run that was told only what has changed: what has ended is missing, and everything else is there. */
export async function keysEnded(
  db: Reader,
  { sourceId, run }: ReadingName,
  ended: readonly SourceKey[],
): Promise<{ missing: KnownKey[]; seen: ReadonlyMap<ImportKind, number> }> {
  const known = (await findKeys(db, sourceId, ended)).filter((key) => key.gone === 0 && key.run !== run)
  const counts = await db
    .selectFrom('import_keys')
    .select(['kind', sql<number>`count(*)`.as('number')])
    .where('source_id', '=', sourceId)
    .where('gone', '=', 0)
    .groupBy('kind')
    .execute()
  const missingOf = (kind: string) => known.filter((key) => key.kind === kind).length
  return {
    // Events first, so that what they link to is not in use.
    missing: known.toSorted((one, other) => (one.kind < other.kind ? -1 : Number(one.kind > other.kind))),
    seen: new Map(counts.map(({ kind, number }) => [kind as ImportKind, number - missingOf(kind)])),
  }
}

/** Those of the events that have not ended by a moment and are not in the trash. */
export async function notOver(
  db: Reader,
  keys: readonly KnownKey[],
  now: EpochSeconds,
): Promise<readonly KnownKey[]> {
  const coming = new Set<number>()
  for (const some of inParts(keys.map(({ record_id }) => record_id))) {
    const rows = await db
      .selectFrom('events')
      .select('id')
      .where('id', 'in', some)
      .where('ends_at', '>', now)
      .where('status', '<>', 'trash')
      .execute()
    for (const { id } of rows) coming.add(id)
  }
  return keys.filter(({ record_id }) => coming.has(record_id))
}

/** The pages of a source as they were last read, by address. */
export async function rememberedPages(db: Reader, sourceId: number): Promise<Map<string, RememberedPage>> {
  const rows = await db
    .selectFrom('import_pages')
    .select(['address', 'validator', 'records'])
    .where('source_id', '=', sourceId)
    .execute()
  return new Map(
    rows.map(({ address, validator, records }) => [
      address,
      // Only this program writes it.
      { address, validator, records: JSON.parse(records) as SourceKey[] },
    ]),
  )
}

/** Everything that the last run of the source has told of its records. */
export async function storedRemarks(db: Reader, name: string): Promise<ListedRemark[]> {
  const rows = await db
    .selectFrom('import_remarks')
    .innerJoin('import_sources', 'import_sources.id', 'import_remarks.source_id')
    .select('remark')
    .where('import_sources.name', '=', name)
    .orderBy('number')
    .execute()
  // Only this program writes it.
  return rows.map(({ remark }) => JSON.parse(remark) as ListedRemark)
}

/** The import with the id that was started through the API. */
export async function findJob(db: Reader, id: number): Promise<ImportRow | undefined> {
  return db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Which of the ids are in use. */
export async function takenIds(
  db: Reader,
  table: 'items' | 'terms',
  ids: readonly number[],
): Promise<Set<number>> {
  const taken = new Set<number>()
  for (const some of inParts(ids)) {
    const rows = await db.selectFrom(table).select('id').where('id', 'in', some).execute()
    for (const { id } of rows) taken.add(id)
  }
  return taken
}

/** The table that generates the ids of a kind (D2). */
export function idTable(kind: ImportKind): 'items' | 'terms' {
  return kind === 'category' || kind === 'tag' ? 'terms' : 'items'
}

function known(
  kind: ImportKind,
  row: { source_key: string; record_id: number; digest: string; run: number; gone: number },
): KnownKey {
  const { source_key: key, digest, ...rest } = row
  // Only this program writes it.
  return { kind, key, ...rest, digest: JSON.parse(digest) as Digest }
}
