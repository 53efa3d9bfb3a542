import { Type, type Static } from 'typebox'

const uses = (what: string) =>
  Type.Array(
    Type.Object({
      id: Type.Integer({ description: 'The ID.' }),
      title: Type.String({ description: 'The title or name, rendered.' }),
      rest_url: Type.String({ format: 'uri', description: 'The record in this service.' }),
    }),
    { description: `The ${what} that feature it, the newest first, at most fifty.` },
  )

/** What features an image, as far as the reader may see it. */
export const usesRecord = Type.Object({
  total: Type.Integer({ minimum: 0, description: 'How many records feature it.' }),
  events: uses('events'),
  venues: uses('venues'),
  organizers: uses('organizers'),
})
export type UsesRecord = Static<typeof usesRecord>
