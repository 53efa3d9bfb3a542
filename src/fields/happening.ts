import type { EventStatus } from '../pure/params/words.ts'

/** The field that says why an event does not take place as announced. */
export const reasonField = 'event_status_reason'

/** The fields that say whether an event takes place as announced, and why not. */
export const happeningFields = ['event_status', reasonField] as const

/** What is sent to say that an event does not take place as announced, or does after all, and why: null for no reason, undefined says nothing of it. */
export function happens<Status extends EventStatus, Reason extends string | null | undefined>(
  event_status: Status,
  reason: Reason,
): { readonly event_status: Status; readonly event_status_reason: Reason } {
  return { event_status, [reasonField]: reason }
}

interface Saying<Reason> {
  readonly [reasonField]: Reason
}

/** Why an event does not take place as announced, as its record or its row has it. */
export function reasonOf(event: Saying<string>): string
export function reasonOf(event: Partial<Saying<string>>): string | undefined
export function reasonOf(event: Partial<Saying<string>>): string | undefined {
  return event[reasonField]
}
