import { Type, type Static } from 'typebox'
import { alikeBy } from './linked.alike.ts'

const one = Type.Object({
  id: Type.Integer({ description: 'The ID.' }),
  name: Type.String({ description: 'The name, rendered.' }),
})

/** Records that are perhaps the same one twice. */
export const duplicatesRecord = Type.Object({
  pairs: Type.Array(
    Type.Object({
      records: Type.Array(one, { minItems: 2, maxItems: 2, description: 'The two, the older one first.' }),
      by: Type.Enum([...alikeBy], {
        description:
          'By what: the same name; or names that are alike at one address or in one street, or close by; or names that differ by a slip.',
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

/** Records that are perhaps the one that is to be made. */
export const alikeRecord = Type.Object({
  records: Type.Array(
    Type.Object({
      id: Type.Integer({ description: 'The ID.' }),
      name: Type.String({ description: 'The name, rendered.' }),
      address: Type.String({ description: 'Street and town, as plain text.' }),
      by: Type.Enum([...alikeBy], { description: 'By what, as of two that are there.' }),
      distance: Type.Union([Type.Integer(), Type.Null()], {
        description: 'How far away it is, in metres; null where that is not known.',
      }),
    }),
    { description: 'The likeliest first, at most five.' },
  ),
})
export type AlikeRecord = Static<typeof alikeRecord>
