import type { Reader } from '../../storage/db/dialect.ts'
import { isDue } from '../../people/delivery/delivery.query.ts'
import type { Due } from '../../people/delivery/delivery.write.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'

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
