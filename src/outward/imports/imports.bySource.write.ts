import { epochSeconds } from '../../pure/calendar/text.ts'
import type { Reader, Writer } from '../../storage/db/dialect.ts'
import { type Change, createEventIn, type Update, updateEvent } from '../../records/events/events.write.ts'
import { settleTimes } from '../../records/events/events.span.ts'
import type { CreateEvent } from '../../records/events/events.params.ts'
import type { WithImage } from '../../records/events/events.images.ts'
import { invalidParams } from '../../http/decodedParameters.ts'
import type { Context } from '../../http/context.ts'
import type { Writing } from '../../records/posts/posts.write.ts'
import { asFound } from '../../records/posts/posts.digest.ts'

/** What another system calls an event. */
export interface SourceName {
  readonly source: string
  readonly key: string
}

/** The event that the source calls so, in the trash too; undefined where there is none, or none any more. */
export async function findBySource(db: Reader, { source, key }: SourceName): Promise<number | undefined> {
  const row = await db
    .selectFrom('import_keys')
    .innerJoin('import_sources', 'import_sources.id', 'import_keys.source_id')
    .innerJoin('events', 'events.id', 'import_keys.record_id')
    .select('record_id')
    .where('import_sources.name', '=', source)
    .where('kind', '=', 'event')
    .where('source_key', '=', key)
    .executeTakeFirst()
  return row?.record_id
}

/** Makes the event that the source calls so, and answers its id; undefined, and nothing done, where it is there by now. */
export async function createBySource(
  { db, passwordDigest }: Context,
  name: SourceName,
  sent: CreateEvent & WithImage,
  writing: Writing,
): Promise<number | undefined> {
  const settled = settleTimes(sent, writing)
  if ('faults' in settled) throw invalidParams(settled.faults)
  const password_digest = sent.password ? await passwordDigest(sent.password) : null
  return db.write(async (tx) => {
    if ((await findBySource(tx, name)) !== undefined) return undefined
    const { event } = await createEventIn(tx, sent, { ...settled.columns, password_digest }, writing)
    await remember(tx, name, event.id, epochSeconds(writing.now))
    return event.id
  })
}

/** Changes the event that the source calls so: what was sent, and leaves the rest. */
export async function updateBySource(
  context: Context,
  sent: Update['sent'],
  pageUrl: Update['pageUrl'],
  change: Change,
): Promise<void> {
  await updateEvent(context, sent, pageUrl, change)
}

/**
 * Remembers what the source calls an event, where imports of the same source remember it too: they find it, change what has changed there,
 * and leave it to its editors where the source does not have it.
 */
async function remember(tx: Writer, { source, key }: SourceName, id: number, now: number): Promise<void> {
  await tx
    .insertInto('import_sources')
    .values({ name: source, run: 0, started_at: now, finished_at: now, cursor: null, report: null })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const { id: source_id, run } = await tx
    .selectFrom('import_sources')
    .select(['id', 'run'])
    .where('name', '=', source)
    .executeTakeFirstOrThrow()
  const known = { record_id: id, digest: JSON.stringify(asFound({})), run, gone: 0 as const }
  await tx
    .insertInto('import_keys')
    .values({ source_id, kind: 'event', source_key: key, ...known })
    .onConflict((conflict) => conflict.columns(['source_id', 'kind', 'source_key']).doUpdateSet(known))
    .execute()
}
