import { Type, type Static } from 'typebox'

/** Events that may be the same as one that is to be made. */
export const similarRecord = Type.Object(
  {
    events: Type.Array(
      Type.Object({
        id: Type.Integer(),
        title: Type.String({ description: 'Its title as plain text.' }),
        url: Type.String({ format: 'uri' }),
        status: Type.String(),
        start_date: Type.String({ description: 'When it starts, in its zone.' }),
        venue: Type.String({ description: 'The names of its venues, as plain text.' }),
        likeness: Type.Number({ description: 'From 0 to 1: how likely it is the same.' }),
      }),
      { description: 'The likest first, at most five.' },
    ),
  },
  { description: 'Events that may be the same as one that is to be made.' },
)
export type SimilarRecord = Static<typeof similarRecord>
