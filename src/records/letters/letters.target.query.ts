import type { Reader } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import { findEventRow } from '../rows/event.query.ts'
import type { EventRow } from '../rows/event.row.ts'
import { isListed } from './letters.facts.query.ts'
import { findList } from './letters.query.ts'
import type { Wanted } from './letters.wanted.ts'

/** The event that somebody may have themselves told of: in the public lists, and not over. */
export async function tellableEvent(
  db: Reader,
  id: number,
  now: EpochSeconds,
): Promise<EventRow | undefined> {
  const event = await findEventRow(db, id)
  return event && isListed(event) && event.ends_at > now ? event : undefined
}

/** What is wrong with what is asked for, by the name of its parameter; undefined: nothing. */
export async function targetFault(
  db: Reader,
  wanted: Wanted,
  now: EpochSeconds,
): Promise<Readonly<Record<string, string>> | undefined> {
  if (wanted.kind === 'digest') return undefined
  if (wanted.kind === 'list') {
    const list = await findList(db, wanted.target)
    return list?.public === 1 ? undefined : { list: 'must be a public list of letters' }
  }
  if (wanted.kind === 'event')
    return (await tellableEvent(db, wanted.target, now))
      ? undefined
      : { event: 'must be a public event that has not ended' }
  const date = await db
    .selectFrom('events')
    .select('id')
    .where('series_id', '=', wanted.target)
    .where('status', '=', 'publish')
    .where('password_digest', 'is', null)
    .where('hide_from_listings', '=', 0)
    .where('ends_at', '>', now)
    .limit(1)
    .executeTakeFirst()
  return date ? undefined : { event: 'must be a date of a public series that has not ended' }
}
