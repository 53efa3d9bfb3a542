import { endOfHistory } from '../changes/changes.feed.query.ts'
import type { Reader, Writer } from '../../storage/db/dialect.ts'
import { inParts } from '../../storage/db/statements.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import { readFacts } from './letters.facts.query.ts'
import { setPlace } from './letters.installation.write.ts'
import type { WantedEvent } from './letters.wanted.ts'

/** Has an event, or all dates of a series that are not over, watched from now on, as they are now. */
export async function watch(
  tx: Writer,
  { kind, target }: Pick<WantedEvent, 'kind' | 'target'>,
  now: EpochSeconds,
): Promise<void> {
  const isFirst =
    (await tx.selectFrom('watched_events').select('event_id').limit(1).executeTakeFirst()) === undefined
  // What has happened before anybody watched is no news.
  if (isFirst) await setPlace(tx, await endOfHistory(tx))
  await watchEvents(tx, kind === 'event' ? [target] : await datesOf(tx, target, now))
}

/** Has events watched that are in the public lists; those that are watched already stay as they are known. */
export async function watchEvents(tx: Writer, ids: readonly number[]): Promise<void> {
  const facts = [...(await readFacts(tx, ids))]
  for (const some of inParts(facts))
    await tx
      .insertInto('watched_events')
      .values(some.map(([event_id, told]) => ({ event_id, told: JSON.stringify(told), due_at: null })))
      .onConflict((conflict) => conflict.column('event_id').doNothing())
      .execute()
}

async function datesOf(db: Reader, series: number, now: EpochSeconds): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('events')
    .select('id')
    .where('series_id', '=', series)
    .where('ends_at', '>', now)
    .execute()
  return rows.map(({ id }) => id)
}
