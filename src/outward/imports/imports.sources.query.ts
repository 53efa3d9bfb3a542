import { type ExpressionBuilder, type Selectable, sql, type SqlBool } from 'kysely'
import { tooFar } from '../../pure/calendar/waits.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import { inParts } from '../../storage/db/statements.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import type { ImportSchedulesTable } from '../../storage/schema/tables.imports.ts'
import type { ImportRow } from './imports.job.ts'

/** A source that is kept, as stored. */
export type SourceRow = Selectable<ImportSchedulesTable>

/** How many of its last runs are told of a source. */
const runsTold = 14

/** All sources, those with a fault first, then by name. */
export async function listSources(db: Reader): Promise<SourceRow[]> {
  return db
    .selectFrom('import_schedules')
    .selectAll()
    .orderBy((row) => row.case().when('failures', '>', 0).then(0).else(1).end())
    .orderBy('name')
    .orderBy('id')
    .execute()
}

/** The source with the id. */
export async function findSource(db: Reader, id: number): Promise<SourceRow | undefined> {
  return db.selectFrom('import_schedules').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The source at an address. */
export async function findSourceAt(db: Reader, url: string): Promise<SourceRow | undefined> {
  return db.selectFrom('import_schedules').selectAll().where('url', '=', url).orderBy('id').executeTakeFirst()
}

/** How long a process has a source for itself before it says so again, in seconds: it does every second. */
export const lease_s = 90

/** No process has a source for longer than its run may take, whatever its clock was, in seconds. */
const longestLease_s = 86_400

/** Whether no process has the source. */
export function isFree(
  row: ExpressionBuilder<{ readonly import_schedules: ImportSchedulesTable }, 'import_schedules'>,
  now: EpochSeconds,
) {
  return row.or([row('lease_until', '<=', now), row('lease_until', '>', tooFar(now, longestLease_s))])
}

/** By how much longer than its period a source may wait, in seconds: the night on which clocks are set back. */
const longerNight_s = 3_600

/** Whether the next run is due, or further away than the schedule puts it. */
function isTime(now: EpochSeconds) {
  return sql<SqlBool>`(next_at <= ${now} or next_at - every_s > ${tooFar(now, longerNight_s)})`
}

/** The sources that are due and that no process has, the longest first. */
export async function dueSources(db: Reader, now: EpochSeconds, most: number): Promise<SourceRow[]> {
  return db
    .selectFrom('import_schedules')
    .selectAll()
    .where(isTime(now))
    .where((row) => isFree(row, now))
    .orderBy('next_at')
    .orderBy('id')
    .limit(most)
    .execute()
}

/** The last runs of sources, by the ids of these, the newest first; those that only told are none. */
export async function lastRuns(
  db: Reader,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly ImportRow[]>> {
  const runs = new Map<number, ImportRow[]>()
  for (const id of ids) {
    const found = await db
      .selectFrom('imports')
      .selectAll()
      .where('schedule_id', '=', id)
      .where('dry_run', '=', 0)
      .orderBy('id', 'desc')
      .limit(runsTold)
      .execute()
    runs.set(id, found)
  }
  return runs
}

/** How many events of each source are here, and not in the trash, by the name under which it is remembered. */
export async function countEvents(
  db: Reader,
  readings: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (const some of inParts([...new Set(readings)].filter((name) => name !== ''))) {
    const rows = await db
      .selectFrom('import_sources')
      .innerJoin('import_keys', 'import_keys.source_id', 'import_sources.id')
      .innerJoin('events', 'events.id', 'import_keys.record_id')
      .select(['import_sources.name', (row) => row.fn.countAll<number>().as('number')])
      .where('import_sources.name', 'in', some)
      .where('import_keys.kind', '=', 'event')
      .where('import_keys.gone', '=', 0)
      .where('events.status', '!=', 'trash')
      .groupBy('import_sources.name')
      .execute()
    for (const { name, number } of rows) counts.set(name, number)
  }
  return counts
}

/** What a list of imports is narrowed by, and which page of it is wanted. */
export interface ListedImports {
  readonly source: number | undefined
  readonly limit: number
  readonly offset: number
}

/** Imports that were started here, the newest first, and how many there are. */
export async function listImports(
  db: Reader,
  { source, limit, offset }: ListedImports,
): Promise<{ rows: ImportRow[]; total: number }> {
  const chosen =
    source === undefined
      ? db.selectFrom('imports')
      : db.selectFrom('imports').where('schedule_id', '=', source)
  const rows = await chosen.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute()
  const { total } = await chosen
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}
