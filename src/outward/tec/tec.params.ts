import { Type, type TSchema } from 'typebox'
import type { DateExpression } from '../../pure/calendar/dateExpression.ts'
import type { TypeName } from '../../fields/field.ts'
import { idList, isObject, members } from '../../pure/params/lists.ts'
import { moment } from '../../pure/params/moments.ts'
import { wholeNumber, page, perPage } from '../../pure/params/numbers.ts'
import {
  Fault,
  isEmpty,
  type Parameter,
  parameter,
  quote,
  readOtherwise,
  readParameter,
} from '../../pure/params/parameter.ts'
import { choice, searchText } from '../../pure/params/texts.ts'
import { stripTags } from '../../pure/text/html.ts'

/** The statuses that records have here; the trash is reached by DELETE alone. */
const tecStatuses = ['publish', 'pending', 'draft', 'future', 'private'] as const
export type TecStatus = (typeof tecStatuses)[number]

/** The page sizes below the namespace: the default is the site’s. */
export const tecPageMax = 100

/** The status of a record that is written. */
export const tecStatus = parameter(
  Type.Enum([...tecStatuses], {
    description: 'The status of the record. Without the right to publish it becomes pending.',
  }),
  readStatus,
)

/** The list parameters that all kinds have. */
export const tecListed = {
  page: Type.Optional(page),
  per_page: Type.Optional(perPage),
  search: Type.Optional(unlessEmpty(searchText('Keep records in whose texts every word occurs.'))),
  status: Type.Optional(
    parameter(
      Type.Array(Type.Enum([...tecStatuses]), {
        default: ['publish'],
        description:
          'Keep records with any of these statuses; counts for those who may edit, and is “publish” for others. A list, or comma-separated.',
      }),
      (sent): readonly TecStatus[] => {
        const list = members(sent).map(readStatus)
        if (list.length === 0) throw new Fault(`must name at least one of ${tecStatuses.join(', ')}`)
        return [...new Set(list)]
      },
    ),
  ),
  include: Type.Optional(unlessEmpty(idList('Keep the records with these IDs.'))),
  exclude: Type.Optional(unlessEmpty(idList('Leave out the records with these IDs.'))),
}

/** The direction of a list, in any case. */
export const tecOrder = parameter(
  Type.Enum(['ASC', 'DESC'], { default: 'ASC', description: 'Ascending or descending.' }),
  (sent) => readParameter(choice(['asc', 'desc'], ''), sent) as 'asc' | 'desc',
)

function readStatus(sent: unknown): TecStatus {
  const known = tecStatuses.find((status) => status === sent)
  if (!known) throw new Fault(`must be one of ${tecStatuses.join(', ')}, not ${quote(sent)}`)
  return known
}

/** The parameter, of which an empty text counts as not sent: so clients send an empty list. */
export function unlessEmpty<Value>(declared: Parameter<Value>): Parameter<Value | undefined> {
  return readOtherwise(declared, (sent) =>
    sent === '' ? undefined : (readParameter(declared, sent) as Value),
  )
}

/** A title, which has no tags here: as the original stores what comes this way. */
export function titleOnly(declared: TSchema): Parameter<unknown> {
  return readOtherwise(textOnly(declared), (sent) =>
    readParameter(textOnly(declared), typeof sent === 'string' ? stripTags(sent).trim() : sent),
  )
}

/** The parameter, which takes texts and nothing else; null clears it. */
export function textOnly(declared: TSchema): Parameter<unknown> {
  return readOtherwise(declared, (sent) => {
    if (sent !== null && typeof sent !== 'string') throw new Fault(`must be a text, not ${quote(sent)}`)
    return readParameter(declared, sent)
  })
}

/** An address on the web. Wire: null clears it, an empty text does not. */
export function addressOrNull(declared: TSchema): Parameter<unknown> {
  return readOtherwise(declared, (sent) => {
    if (sent === '') throw new Fault('must be a whole http or https address, or null for none')
    return readParameter(declared, sent)
  })
}

/** The parameter of a field, by its type as this interface takes it: a text is no number. */
export function strictly(type: TypeName, declared: TSchema): TSchema {
  return byType[type]?.(declared) ?? declared
}

const byType: { readonly [Type in TypeName]?: typeof textOnly } = {
  text: textOnly,
  html: textOnly,
  link: addressOrNull,
}

/** The IDs of what a record has, which may be none. */
export function idsOf(description: string): Parameter<readonly number[]> {
  const schema = Type.Array(Type.Integer({ minimum: 1 }), {
    description: `${description} A list, or comma-separated.`,
  })
  return parameter(schema, (sent): readonly number[] => {
    if (isEmpty(sent)) return []
    if (typeof sent === 'number' || isObject(sent))
      throw new Fault(`must be a list of IDs like [3, 5], not ${quote(sent)}`)
    const ids = members(sent).map((member) => {
      const id = wholeNumber(member)
      if (id === undefined || id < 1)
        throw new Fault(`must be a list of IDs like [3, 5], and ${quote(member)} is none`)
      return id
    })
    return [...new Set(ids)]
  })
}

/** A wall clock, in the one notation that writes take here. */
export function wallClock(description: string): Parameter<DateExpression> {
  const declared = moment(description)
  return readOtherwise(declared, (sent) => {
    if (typeof sent !== 'string' || !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(sent))
      throw new Fault(`must be written as YYYY-MM-DD HH:MM:SS, not ${quote(sent)}`)
    return readParameter(declared, sent) as DateExpression
  })
}

/** Fields that clients of the original send and that mean nothing here: their values are checked, and not kept. */
export const unkept = {
  comment_status: Type.Optional(choice(['open', 'closed'], 'Whether there are comments; not kept.')),
  ping_status: Type.Optional(choice(['open', 'closed'], 'Whether there are pings; not kept.')),
  format: Type.Optional(
    choice(
      ['standard', 'aside', 'chat', 'gallery', 'link', 'image', 'quote', 'status', 'video', 'audio'],
      'The format of a post; not kept.',
    ),
  ),
  template: Type.Optional(
    parameter(Type.String({ description: 'The template of the page; not kept.' }), (sent) => {
      if (typeof sent !== 'string') throw new Fault(`must be a text, not ${quote(sent)}`)
      return sent
    }),
  ),
}
