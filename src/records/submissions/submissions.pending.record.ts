import { Type } from 'typebox'

/** What was decided about an event that waits. */
export const pendingRecord = Type.Object({
  id: Type.Integer({ description: 'The event.' }),
  status: Type.String({ description: 'Its status now: pending, or draft once it was rejected.' }),
  mailed: Type.Boolean({
    description: 'Whether its author gets a mail: where mail is set, and they have an address.',
  }),
})
