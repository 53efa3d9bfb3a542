import type { Refusal } from './refusal.ts'

/** Refusals about who comes: rows of the one table. */
export const refusalsOfRegistration = {
  rest_registration_has_guests: {
    status: 409,
    says: '{guests} people are registered. Cancel the event or move it to the trash first, so that they are told.',
  },
} as const satisfies Readonly<Record<string, Refusal>>
