import { sql } from 'kysely'
import type { Reader } from '../../storage/db/dialect.ts'
import { isDue } from '../../people/delivery/delivery.query.ts'
import type { Due } from '../../people/delivery/delivery.write.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'

/**
 * Whether anything is to be made, sent or tidied: one question, as most calendars have nothing most of the time. Where somebody is told of
 * events there is always something, as the log is followed.
 */
export async function isAnythingDue(db: Reader, now: EpochSeconds): Promise<boolean> {
  const { rows } = await sql<{ due: number }>`
    select 1 as due where exists (select 1 from letter_sends)
      or exists (select 1 from letter_bodies)
      or exists (select 1 from watched_events)
      or exists (select 1 from subscriptions where kind in ('event', 'series'))
      or exists (select 1 from digests where next_due_at <= ${now})
      or exists (select 1 from letters where state = 'scheduled' and send_at <= ${now})`.execute(db)
  return rows.length > 0
}

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
