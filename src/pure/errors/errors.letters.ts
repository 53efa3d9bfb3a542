import type { Refusal } from './refusal.ts'

/** Refusals about letters: rows of the one table. */
export const refusalsOfLetters = {
  rest_letters_closed: { status: 403, says: 'This calendar sends no letters.' },
  rest_letters_full: {
    status: 409,
    says: 'This address has {most} subscriptions, and no more are taken: end one first.',
  },
  rest_subscriber_not_found: { status: 404, says: 'Nothing is known of this address.' },
} as const satisfies Record<string, Refusal>
