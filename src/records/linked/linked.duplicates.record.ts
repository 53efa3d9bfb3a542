import Type, { type Static } from 'typebox'

const one = Type.Object({
  id: Type.Integer({ description: 'The ID.' }),
  name: Type.String({ description: 'The name, rendered.' }),
})

/** Records that are perhaps the same one twice. */
export const duplicatesRecord = Type.Object({
  pairs: Type.Array(
    Type.Object({
      records: Type.Array(one, { minItems: 2, maxItems: 2, description: 'The two, the older one first.' }),
      by: Type.Enum(['name', 'address', 'place'], {
        description: 'By what: the same name, or names that are alike at one address, or close by.',
      }),
      distance: Type.Union([Type.Integer(), Type.Null()], {
        description: 'How far apart they are, in metres; null where that is not known.',
      }),
    }),
    { description: 'At most two hundred.' },
  ),
  total: Type.Integer({ minimum: 0, description: 'How many pairs there are.' }),
})
export type DuplicatesRecord = Static<typeof duplicatesRecord>
