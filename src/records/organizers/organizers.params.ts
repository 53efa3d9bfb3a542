import { Type } from 'typebox'
import { ownParam } from '../own/own.params.ts'
import { paramsOf } from '../../fields/fields.params.ts'
import { organizerFields } from '../../fields/organizers.fields.ts'
import { image } from '../../pure/params/image.ts'
import { author } from '../../pure/params/numbers.ts'
import { noneByDefault } from '../../pure/params/parameter.ts'
import { status } from '../../pure/params/statuses.ts'
import { requiredText, slug } from '../../pure/params/texts.ts'
import { date, dateUtc } from '../posts/posts.params.ts'

const name = requiredText(organizerFields.fields.organizer.says)

/** The fields of an organizer (specification 2) in declaration order. */
const fields = paramsOf(organizerFields, {
  author: Type.Optional(author),
  date: Type.Optional(date),
  date_utc: Type.Optional(dateUtc),
  organizer: name,
  status: Type.Optional(status),
  image: Type.Optional(image),
  slug: Type.Optional(slug),
  fields: Type.Optional(ownParam),
})

/** The parameters of creating an organizer. */
export const createOrganizerParams = Type.Object(noneByDefault(fields))

/** On update nothing is required. */
export const updateOrganizerParams = Type.Object({ ...fields, organizer: Type.Optional(name) })
