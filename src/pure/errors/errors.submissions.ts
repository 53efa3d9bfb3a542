import type { Refusal } from './refusal.ts'

/** Refusals about what is proposed: rows of the one table. */
export const refusalsOfSubmissions = {
  rest_submissions_closed: { status: 403, says: 'This calendar takes no proposals at the moment.' },
  rest_submissions_full: {
    status: 429,
    says: 'So many proposals wait to be looked at that no more are taken. Try again in {seconds} seconds.',
  },
  rest_submissions_often: {
    status: 429,
    says: 'That was too often. Try again in {seconds} seconds.',
  },
  rest_submission_not_found: { status: 404, says: 'No proposal has the ID {id}.' },
  rest_submission_not_open: {
    status: 409,
    says: 'This proposal is {state}: nothing can be decided about it now.',
  },
  rest_submission_conflict: {
    status: 409,
    says: 'These fields were changed here since they were proposed: {names}. Name the fields that are to be taken.',
  },
  rest_submission_changed: {
    status: 409,
    says: 'Its sender has changed this proposal since it was looked at. Read it again.',
  },
  rest_submission_event_changed: {
    status: 409,
    says: 'What came of this proposal has changed since it was accepted ({fields}), and stays as it is. Change it there, or take that back first.',
  },
  rest_submission_not_kept: {
    status: 409,
    says: 'It is not known any more what accepting this proposal has done: change or trash the event itself.',
  },
  rest_submission_gone: {
    status: 409,
    says: 'The event that this would change is {state}. Restore it, or reject the proposal.',
  },
  rest_submission_few_accepted: {
    status: 409,
    says: 'Whoever is to be trusted has had {needed} proposals accepted before; here it is {accepted}.',
  },
  'submission-archive-page-not-found': {
    status: 404,
    says: 'There is no page {page} of proposals; the last one is {last}.',
  },
} as const satisfies Record<string, Refusal>
