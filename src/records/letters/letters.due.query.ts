import { sql } from 'kysely'
import type { Reader } from '../../storage/db/dialect.ts'
import { isDue } from '../../people/delivery/delivery.query.ts'
import type { Due } from '../../people/delivery/delivery.write.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'

/** What is to be made, sent or tidied. */
export interface Ahead {
  /** Whether something waits to be sent, or to be tidied up after it was. */
  readonly isWaiting: boolean
  /** Whether somebody is told of events: what becomes of them is in the log of changes. */
  readonly isFollowed: boolean
  /** When the next digest, letter or word of a change is due; Infinity for never. */
  readonly due_at: EpochSeconds
}

/** Looks ahead: one question, as most calendars have nothing most of the time. */
export async function lookAhead(db: Reader): Promise<Ahead> {
  const { rows } = await sql<{ waiting: number; followed: number } & Record<Due_at, EpochSeconds | null>>`
    select
      case when exists (select 1 from letter_sends) or exists (select 1 from letter_bodies) then 1 else 0 end as waiting,
      case when exists (select 1 from watched_events)
        or exists (select 1 from subscriptions where kind in ('event', 'series')) then 1 else 0 end as followed,
      (select min(next_due_at) from digests where next_due_at is not null) as digest_at,
      (select min(send_at) from letters where state = 'scheduled') as letter_at,
      (select min(due_at) from watched_events where due_at is not null) as change_at`.execute(db)
  const [found] = rows
  const moments = [found?.digest_at, found?.letter_at, found?.change_at].map((at) => at ?? Infinity)
  return { isWaiting: found?.waiting === 1, isFollowed: found?.followed === 1, due_at: Math.min(...moments) }
}

type Due_at = 'digest_at' | 'letter_at' | 'change_at'

/** What is to be sent, the urgent first, then the longest waiting; at most so many. */
export async function dueSends(db: Reader, now: EpochSeconds, most: number): Promise<readonly Due[]> {
  return db
    .selectFrom('letter_sends')
    .select(['id', 'attempts', 'next_try_at'])
    .where('failed_at', 'is', null)
    .where(isDue(now))
    .orderBy('urgency')
    .orderBy('next_try_at')
    .orderBy('id')
    .limit(most)
    .execute()
}
