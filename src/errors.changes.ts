import type { Refusal } from './errors.ts'

/** Refusals about what has changed: history and undo, following, webhooks, and requests that are sent again. */
export const refusalsOfChanges = {
  rest_history_not_found: {
    status: 404,
    says: 'The history of the {kind} {id} has no entry {revision}.',
  },
  rest_undo_conflict: {
    status: 409,
    says: 'This cannot be taken back, as it has changed since: {fields}. Name the fields that are to go back with “fields”.',
  },
  rest_undo_impossible: { status: 409, says: 'This cannot be taken back: {reason}.' },
  rest_sync_expired: {
    status: 410,
    says: 'The log of changes does not go back to this token, or it is of another calendar. Read the full lists, and follow from a new token.',
  },
  rest_too_many_streams: {
    status: 503,
    says: 'Too many readers follow the stream of changes. Try again in {seconds} seconds, or ask “changes” with “wait”.',
  },
} as const satisfies Record<string, Refusal>
