import type { EventStatus } from '../pure/params/words.ts'

/** The field that says why an event does not take place as announced. */
export const reasonField = 'event_status_reason'

/** The fields that say whether an event takes place as announced, and why not. */
export const happeningFields = ['event_status', reasonField] as const

/** What is sent to say that an event does not take place as announced, or does after all, and why: null for no reason. */
export function happens<Status extends EventStatus>(
  event_status: Status,
  reason: string | null,
): { readonly event_status: Status; readonly event_status_reason: string | null } {
  return { event_status, [reasonField]: reason }
}

/** Why an event does not take place as announced, as its record or its row has it. */
export function reasonOf<Reason>({ [reasonField]: reason }: { readonly [reasonField]: Reason }): Reason {
  return reason
}
