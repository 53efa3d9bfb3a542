import { can } from '../../http/auth/rights.ts'
import { listEvents } from '../../records/events/events.list.ts'
import { countIn } from '../../records/submissions/submissions.query.ts'
import type { Visit } from './visit.ts'

/** How much waits to be decided. */
export interface WaitingCounts {
  /** Events that were sent for approval, a series once. */
  readonly events: number
  /** What the public proposes, without what its senders were asked about. */
  readonly proposals: number
}

/** In which year no event began: with a date of its own a list does not begin today. */
const ever = { kind: 'instant', seconds: -30_610_224_000 } as const

/** What waits for the reader; undefined for who decides nothing. Two counts, of an index in memory and of an index of the database. */
export async function waitingFor({
  context,
  caller,
  now,
}: Pick<Visit, 'context' | 'caller' | 'now'>): Promise<WaitingCounts | undefined> {
  if (!can(caller, 'review')) return undefined
  const pending = { status: ['pending'], starts_after: ever, collapse: 'series', per_page: 1 } as const
  const [{ page }, proposals] = await Promise.all([
    listEvents(context, pending, { caller, now }),
    countIn(context.db.read, ['waiting']),
  ])
  return { events: page.total, proposals }
}
