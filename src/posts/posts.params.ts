import Type, { type StaticDecode } from 'typebox'
import { flag } from '../params/flags.ts'
import { idOf } from '../params/numbers.ts'
import { parameter } from '../params/parameter.ts'
import { publicationDate } from '../params/moments.ts'

export const date = publicationDate('When the record is, was or will be published, in the zone of the site.')
export const dateUtc = publicationDate('When the record is, was or will be published, in UTC.')

/** An id in an address: digits, however many; a number greater than any id is one that nothing has. */
export const byId = Type.Object({
  id: parameter(Type.Integer({ description: 'The ID of the record.' }), (sent) =>
    Math.min(Number(sent), Number.MAX_SAFE_INTEGER),
  ),
})
export type ById = StaticDecode<typeof byId>

/** A slug in an address. */
export const bySlug = Type.Object({
  slug: parameter(Type.String({ description: 'The slug of the record, in any case.' }), String),
})
export type BySlug = StaticDecode<typeof bySlug>

/** The parameters of endpoints that take none. */
export const noParams = Type.Object({})

/** The parameters of a delete: `force` removes for good what would go to the trash (D22). */
export const deleteParams = Type.Object({
  force: Type.Optional(flag('Remove the record for good, also from the trash.', false)),
})

/** The parameter of lists that keeps what an event is linked to. */
export const eventFilter = idOf('Keep what this event is linked to.')
