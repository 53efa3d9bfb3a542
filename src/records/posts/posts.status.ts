import { type Caller, can } from '../../http/auth/rights.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import type { Status } from '../../pure/params/words.ts'

/** What the status of a post depends on. */
export interface Standing {
  readonly caller: Caller
  /** The status that was asked for, if any. */
  readonly wanted: Status | undefined
  /** The status it has; none while it is created. */
  readonly stored: Status | undefined
  readonly date_at: EpochSeconds
  readonly now: EpochSeconds
}

/**
 * The status that a write leaves the post with. Nobody publishes by accident: a status that was not sent stays (D7). A caller
 * without the right to publish gets `pending` for publish, future and private, `draft` by default (D20), and may repeat the
 * stored status (D49). A post whose publication is in the future waits as `future` (D21).
 */
export function settleStatus(standing: Standing): Status {
  const { caller, wanted, stored } = standing
  if (can(caller, 'publish')) return inTime(wanted ?? stored ?? 'publish', standing)
  return wanted === undefined || wanted === stored ? (stored ?? 'draft') : withoutPublishing(wanted)
}

function withoutPublishing(wanted: Status): Status {
  return wanted === 'draft' || wanted === 'trash' ? wanted : 'pending'
}

function inTime(status: Status, { date_at, now }: Standing): Status {
  if (status !== 'publish' && status !== 'future') return status
  return date_at > now ? 'future' : 'publish'
}

/** Whether a post with the status is, was or will be public under its slug, so that it needs a unique one. */
export function needsSlug(status: Status): boolean {
  return status !== 'draft' && status !== 'pending'
}
