import Type from 'typebox'
import { fact, truth } from '../../pure/params/flags.ts'
import { image } from '../../pure/params/image.ts'
import { author } from '../../pure/params/numbers.ts'
import { noneByDefault } from '../../pure/params/parameter.ts'
import { latitude, longitude } from '../../pure/params/places.ts'
import { status } from '../../pure/params/statuses.ts'
import { html, line, requiredText, slug, website } from '../../pure/params/texts.ts'
import { date, dateUtc } from '../posts/posts.params.ts'

const name = requiredText('The name of the venue.')

/** The fields of a venue in the order of the specification (2), followed by our extensions (D46 for the slug). */
const fields = {
  author: Type.Optional(author),
  date: Type.Optional(date),
  date_utc: Type.Optional(dateUtc),
  venue: name,
  description: Type.Optional(html('The description of the venue, with HTML.', { zero: true, blocks: true })),
  status: Type.Optional(status),
  show_map: Type.Optional(truth('Whether to show a map; a new venue does unless it is given.')),
  show_map_link: Type.Optional(
    truth('Whether to show a link to a map; a new venue does unless it is given.'),
  ),
  address: Type.Optional(line('Street and number.')),
  city: Type.Optional(line('The city.')),
  country: Type.Optional(line('The country.')),
  province: Type.Optional(line('The province.')),
  state: Type.Optional(line('The state.')),
  zip: Type.Optional(line('The postal code.', { numbers: true })),
  phone: Type.Optional(line('The phone number.', { numbers: true })),
  stateprovince: Type.Optional(line('The state or province; made from these when it is not given.')),
  website: Type.Optional(website('The website of the venue.')),
  image: Type.Optional(image),
  geo_lat: Type.Optional(latitude),
  geo_lng: Type.Optional(longitude),
  step_free: Type.Optional(fact('Whether people get in without steps.')),
  accessible_toilet: Type.Optional(fact('Whether there is a toilet for people in wheelchairs.')),
  hearing_loop: Type.Optional(fact('Whether there is a hearing loop.')),
  slug: Type.Optional(slug),
}

/** The parameters of creating a venue. */
export const createVenueParams = Type.Object(noneByDefault(fields))

/** On update nothing is required, and fields that were not sent stay (D7). */
export const updateVenueParams = Type.Object({ ...fields, venue: Type.Optional(name) })
