import Type, { type TProperties } from 'typebox'
import { type AccessField, accessFields, venueFields } from '../../fields/venues.fields.ts'

/** What is known of a venue of what helps people get in and take part. */
export type Access = { readonly [Name in AccessField]?: boolean }

/** How data have it. */
export const accessOut: TProperties = Object.fromEntries(
  accessFields.map((name) => [
    name,
    Type.Optional(Type.Boolean({ description: venueFields.fields[name].says })),
  ]),
)

/** What a record says of it; what is not known is left out. */
export function accessOf(record: Access): Access {
  return Object.fromEntries(
    accessFields.flatMap((name) => (record[name] === undefined ? [] : [[name, record[name]]])),
  )
}

/** The same as a text; empty where nothing is known. */
export function accessText(known: Access): string {
  return accessFields
    .filter((name) => known[name] !== undefined)
    .map((name) => `${venueFields.fields[name].amenity}: ${known[name] ? 'yes' : 'no'}`)
    .join(', ')
}
