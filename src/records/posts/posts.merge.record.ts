import { Type, type Static } from 'typebox'

const count = (description: string) => Type.Integer({ minimum: 0, description })

/** What merging does, or would do. */
export const mergeRecord = Type.Object({
  into: Type.Integer({ description: 'The ID of the record that stays.' }),
  from: Type.Array(Type.Integer(), { description: 'The IDs of the records that become it.' }),
  events: count('How many events move.'),
  both: count('How many of these had the record that stays already.'),
  series: count('How many series give it to their dates to come instead.'),
  children: count('How many categories move below another one.'),
})
export type MergeRecord = Static<typeof mergeRecord>
