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
} as const satisfies Record<string, Refusal>
