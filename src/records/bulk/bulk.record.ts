import { Type, type Static } from 'typebox'

const ids = (description: string) => Type.Array(Type.Integer(), { description })

/** What became of several events, or would become of them. */
export const bulkRecord = Type.Object({
  changed: ids('The events that are changed.'),
  unchanged: ids('The events that were so already.'),
})
export type BulkRecord = Static<typeof bulkRecord>
