import { Type, type StaticDecode } from 'typebox'
import { parameter } from './parameter.ts'

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
