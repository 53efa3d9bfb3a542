import { Type } from 'typebox'
import { ownParam } from '../own/own.params.ts'
import { paramsOf } from '../../fields/fields.params.ts'
import { venueFields } from '../../fields/venues.fields.ts'
import { image } from '../../pure/params/image.ts'
import { author } from '../../pure/params/numbers.ts'
import { noneByDefault } from '../../pure/params/parameter.ts'
import { status } from '../../pure/params/statuses.ts'
import { requiredText, slug } from '../../pure/params/texts.ts'
import { date, dateUtc } from '../posts/posts.params.ts'

const name = requiredText(venueFields.fields.venue.says)

/** The fields of a venue (specification 2) in declaration order. */
const fields = paramsOf(venueFields, {
  author: Type.Optional(author),
  date: Type.Optional(date),
  date_utc: Type.Optional(dateUtc),
  venue: name,
  status: Type.Optional(status),
  image: Type.Optional(image),
  slug: Type.Optional(slug),
  fields: Type.Optional(ownParam),
})

/** The parameters of creating a venue. */
export const createVenueParams = Type.Object(noneByDefault(fields))

/** On update nothing is required, and fields that were not sent stay (D7). */
export const updateVenueParams = Type.Object({ ...fields, venue: Type.Optional(name) })
