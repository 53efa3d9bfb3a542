import type { Refusal } from './refusal.ts'

/** Refusals about what has changed: history and undo, following, webhooks, and requests that are sent again. */
export const refusalsOfChanges = {
  rest_history_not_found: {
    status: 404,
    says: 'The history of the {kind} {id} has no entry {revision}.',
  },
  rest_undo_conflict: {
    status: 409,
    says: 'This cannot be taken back, as it has changed since: {fields}. {advice}',
  },
  rest_undo_whole: {
    status: 409,
    says: 'This was done to a series and its dates together, and is taken back as a whole: without “fields”, here or by {path}.',
  },
  rest_undo_impossible: { status: 409, says: 'This cannot be taken back: {reason}.' },
  rest_sync_expired: {
    status: 410,
    says: 'The log of changes does not go back to this token, or it is of another calendar. Read the full lists, and follow from a new token.',
  },
  rest_webhook_not_found: { status: 404, says: 'No webhook has the ID {id}.' },
  rest_webhook_limit: {
    status: 409,
    says: 'There are {most} webhooks already, and no more are kept: remove one first.',
  },
  rest_webhook_disabled: {
    status: 409,
    says: 'The webhook with the ID {id} is disabled, and nothing is sent to it: enable it first.',
  },
  rest_webhook_too_much: {
    status: 409,
    says: 'That would be more than {most} messages at once: choose a shorter time.',
  },
  rest_delivery_not_found: { status: 404, says: 'No delivery has the ID {id}.' },
  rest_too_many_streams: {
    status: 503,
    says: 'Too many readers follow the stream of changes. Try again in {seconds} seconds, or ask “changes” with “wait”.',
  },
  rest_idempotency_mismatch: {
    status: 422,
    says: 'The Idempotency-Key was sent before, with another address or body. Send the same as then, or draw a new key.',
  },
  rest_idempotency_running: {
    status: 409,
    says: 'The first request with this Idempotency-Key is still running. Send it again in {seconds} seconds.',
  },
  rest_idempotency_answer_gone: {
    status: 409,
    says: 'The request with this Idempotency-Key was carried out, and its answer is not kept: {reason}. Nothing was done again; look at what there is.',
  },
} as const satisfies Record<string, Refusal>
