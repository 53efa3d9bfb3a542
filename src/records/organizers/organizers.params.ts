import Type from 'typebox'
import { image } from '../../pure/params/image.ts'
import { author } from '../../pure/params/numbers.ts'
import { noneByDefault } from '../../pure/params/parameter.ts'
import { status } from '../../pure/params/statuses.ts'
import { email, html, line, requiredText, slug, website } from '../../pure/params/texts.ts'
import { date, dateUtc } from '../posts/posts.params.ts'

const name = requiredText('The name of the organizer.')

/** The fields of an organizer (specification 2) in declaration order, followed by our extension (D46). */
const fields = {
  author: Type.Optional(author),
  date: Type.Optional(date),
  date_utc: Type.Optional(dateUtc),
  organizer: name,
  description: Type.Optional(
    html('The description of the organizer, with HTML.', { zero: true, blocks: true }),
  ),
  status: Type.Optional(status),
  phone: Type.Optional(line('The phone number.', { numbers: true })),
  website: Type.Optional(website('The website of the organizer.')),
  email: Type.Optional(email('The e-mail address of the organizer.')),
  image: Type.Optional(image),
  slug: Type.Optional(slug),
}

/** The parameters of creating an organizer. */
export const createOrganizerParams = Type.Object(noneByDefault(fields))

/** On update nothing is required. */
export const updateOrganizerParams = Type.Object({ ...fields, organizer: Type.Optional(name) })
