import type { Refusal } from './refusal.ts'

/** Refusals about letters: rows of the one table. */
export const refusalsOfLetters = {
  rest_letters_closed: { status: 403, says: 'This calendar sends no letters.' },
  rest_letter_not_found: { status: 404, says: 'There is no letter with the ID {id}.' },
  rest_letter_list_not_found: { status: 404, says: 'There is no list of letters with the ID {id}.' },
  rest_letter_state: { status: 409, says: 'This letter is {state}.' },
  rest_letter_empty: { status: 409, says: 'Nobody has subscribed to this list yet.' },
  rest_letter_list_used: {
    status: 409,
    says: '{count} people have subscribed to this list: with force=1 it goes, and their subscriptions end.',
  },
  rest_letter_list_limit: {
    status: 409,
    says: 'There are {most} lists of letters, and no more are taken: remove one first.',
  },
  rest_letter_limit: {
    status: 409,
    says: 'There are {most} letters, and no more are taken: remove old ones first.',
  },
  'letter-archive-page-not-found': {
    status: 404,
    says: 'There is no page {page} of letters: the last one is {last}.',
  },
  rest_subscriber_not_found: { status: 404, says: 'Nothing is known of this address.' },
} as const satisfies Record<string, Refusal>
