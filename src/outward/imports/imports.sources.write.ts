import { sql } from 'kysely'
import type { Database, Writer } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import type { FeedPlace } from './imports.follow.ts'
import { isFree, lease_s, type SourceRow } from './imports.sources.query.ts'

/** How many runs of a source are kept at least, and for how long, in seconds. */
const runsKept = 100
const kept_s = 30 * 86_400

/** What is said of a source when it is set up or changed. */
export type SourceChanges = Partial<
  Pick<
    SourceRow,
    | 'name'
    | 'url'
    | 'file'
    | 'map'
    | 'dates'
    | 'status'
    | 'timezone'
    | 'duration'
    | 'allow_removals'
    | 'every_s'
    | 'at_time'
    | 'user_id'
    | 'next_at'
  >
>

/** Stores a new source; answers its id. */
export async function createSource(
  tx: Writer,
  wanted: SourceChanges & Pick<SourceRow, 'name' | 'user_id'>,
  now: EpochSeconds,
): Promise<number> {
  const texts = {
    url: '',
    file: '',
    map: '',
    dates: '',
    status: '',
    timezone: '',
    duration: '',
    reading: '',
    at_time: '',
    lease_key: '',
    feed_token: '',
  }
  const { id } = await tx
    .insertInto('import_schedules')
    .values({ ...texts, ...wanted, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Changes what was said of a source. */
export async function changeSource(tx: Writer, id: number, changes: SourceChanges): Promise<void> {
  if (Object.keys(changes).length === 0) return
  await tx.updateTable('import_schedules').set(changes).where('id', '=', id).execute()
}

/** Removes a source: what it brought stays, and a run of it that is under way ends. */
export async function removeSource(tx: Writer, id: number): Promise<void> {
  await tx.deleteFrom('import_schedules').where('id', '=', id).execute()
}

/** Reserves a source for a process; false when another one has it. */
export async function claimSource(
  db: Database,
  id: number,
  { key, now }: { readonly key: string; readonly now: EpochSeconds },
): Promise<boolean> {
  const claimed = await db.write(
    (tx) =>
      tx
        .updateTable('import_schedules')
        .set({ lease_key: key, lease_until: now + lease_s })
        .where('id', '=', id)
        .where((row) => isFree(row, now))
        .returning('id')
        .executeTakeFirst(),
    'aside',
  )
  return claimed !== undefined
}

/** Keeps a source reserved; false when it was taken away, as somebody has stopped or removed it. */
export async function keepSource(
  db: Database,
  id: number,
  { key, now }: { readonly key: string; readonly now: EpochSeconds },
): Promise<boolean> {
  const kept = await db.write(
    (tx) =>
      tx
        .updateTable('import_schedules')
        .set({ lease_until: now + lease_s })
        .where('id', '=', id)
        .where('lease_key', '=', key)
        .returning('id')
        .executeTakeFirst(),
    'aside',
  )
  return kept !== undefined
}

/** Lets a source go that was reserved for nothing. */
export async function releaseSource(db: Database, id: number, key: string): Promise<void> {
  await db.write(
    (tx) =>
      tx
        .updateTable('import_schedules')
        .set({ lease_key: '', lease_until: 0 })
        .where('id', '=', id)
        .where('lease_key', '=', key)
        .execute(),
    'aside',
  )
}

/** Stops a source: it is not imported again by itself, and a run that is under way ends. */
export async function stopSource(tx: Writer, id: number): Promise<void> {
  await tx
    .updateTable('import_schedules')
    .set({ every_s: null, at_time: '', next_at: null, lease_key: '', lease_until: 0 })
    .where('id', '=', id)
    .execute()
}

/** How a run of a source has ended. */
export interface RunEnd {
  readonly key: string
  readonly now: EpochSeconds
  /** Undefined: it was broken off, and is due again at once. */
  readonly outcome: 'done' | 'failed' | undefined
  readonly next_at: EpochSeconds | null
  /** The name under which its records are remembered, once that is known. */
  readonly reading: string | undefined
  /** Where the next run goes on; undefined: it reads all. */
  readonly place: FeedPlace | undefined
}

/** Lets a source go, and notes how the run has ended; nothing where it was taken away meanwhile. */
export async function endRun(db: Database, source: Pick<SourceRow, 'id'>, end: RunEnd): Promise<void> {
  const { key, now, outcome, next_at, reading, place } = end
  const ended =
    outcome === 'done'
      ? { failures: 0, failing_since: null, last_success_at: now, next_at }
      : outcome === 'failed'
        ? { next_at }
        : { next_at: now }
  const followed = place ? { feed_token: place.token, whole_at: place.wholeAt } : { feed_token: '' }
  await db.write(async (tx) => {
    const row = await tx
      .updateTable('import_schedules')
      .set({
        ...ended,
        lease_key: '',
        lease_until: 0,
        ...(reading === undefined ? {} : { reading }),
        ...followed,
      })
      .where('id', '=', source.id)
      .where('lease_key', '=', key)
      .returning('id')
      .executeTakeFirst()
    if (!row) return
    if (outcome === 'failed')
      await tx
        .updateTable('import_schedules')
        .set((columns) => ({
          failures: columns('failures', '+', 1),
          failing_since: columns.fn.coalesce('failing_since', columns.val(now)),
        }))
        .where('id', '=', source.id)
        .execute()
    await forgetRuns(tx, source.id, now)
  }, 'aside')
}

/** Removes runs of a source that nobody looks at any more. */
async function forgetRuns(tx: Writer, id: number, now: EpochSeconds): Promise<void> {
  const oldest = await tx
    .selectFrom('imports')
    .select('id')
    .where('schedule_id', '=', id)
    .orderBy('id', 'desc')
    .offset(runsKept)
    .limit(1)
    .executeTakeFirst()
  if (!oldest) return
  await tx
    .deleteFrom('imports')
    .where('schedule_id', '=', id)
    .where('id', '<=', oldest.id)
    .where('updated_at', '<', now - kept_s)
    .execute()
}

/** Frees a source of a process that is gone, unless another one has it since: what is at an address is due at once. */
export async function freeSource(
  tx: Writer,
  id: number,
  { at, updated_at }: { readonly at: EpochSeconds; readonly updated_at: EpochSeconds },
): Promise<Pick<SourceRow, 'url'> | undefined> {
  const free = await tx
    .updateTable('import_schedules')
    .set({ lease_key: '', lease_until: 0 })
    .where('id', '=', id)
    // It says every second that it goes on, as the import does.
    .where('lease_until', '<=', updated_at + lease_s + 1)
    .returning('url')
    .executeTakeFirst()
  if (!free) return undefined
  const wanted =
    free.url === ''
      ? { failures: sql<number>`failures + 1`, failing_since: sql<number>`coalesce(failing_since, ${at})` }
      : { next_at: at }
  await tx.updateTable('import_schedules').set(wanted).where('id', '=', id).execute()
  return free
}
