import type { Refusal } from './refusal.ts'

/** Refusals about who comes: rows of the one table. */
export const refusalsOfRegistration = {
  rest_registration_has_guests: {
    status: 409,
    says: '{guests} people are registered. Cancel the event or move it to the trash first, so that they are told.',
  },
  rest_guests_being_told: {
    status: 409,
    says: '{guests} people are being told that it does not take place. Try again in a moment.',
  },
  rest_registration_none: { status: 404, says: 'People do not register here for this event.' },
  rest_registration_closed: { status: 409, says: 'Registration is closed.' },
  rest_registration_full: { status: 409, says: 'There is no place left.' },
  rest_registration_often: {
    status: 429,
    says: 'That was too often. Confirm the mails that you have got first, or try again later.',
  },
  rest_guests_written_often: {
    status: 429,
    says: 'The guests of this event were written to {count} times within the hour. Try again later.',
  },
  rest_guest_exists: {
    status: 409,
    says: 'Somebody with this address is registered already, as guest {id}.',
  },
  rest_guest_state: { status: 409, says: 'This guest is {state}: that cannot be done now.' },
  rest_guest_not_found: { status: 404, says: 'No guest has the ID {id}.' },
  'attendee-not-found': { status: 404, says: 'No attendee has the ID {id}.' },
  // Wire: whoever asks, as clients of the original know it.
  'attendee-not-accessible': { status: 401, says: 'Only who may edit the event sees attendee {id}.' },
  'ticket-not-found': { status: 404, says: 'No event for which people register has the ID {id}.' },
  'invalid-page-number': { status: 400, says: 'There is no page {page}; the last one is {last}.' },
  'guest-archive-page-not-found': {
    status: 404,
    says: 'There is no page {page} of guests; the last one is {last}.',
  },
} as const satisfies Readonly<Record<string, Refusal>>
