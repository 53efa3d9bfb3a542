import type { DateExpression } from '../../pure/calendar/dateExpression.ts'
import type { ImageChoice } from '../../pure/params/image.ts'
import type { Status } from '../../pure/params/words.ts'
import type { LinkedKind, SentLinked } from './linked.kind.ts'

/** The decoded parameters of a write; those beyond these are columns of the kind. */
export interface LinkedParams {
  readonly author?: number | undefined
  readonly date?: DateExpression | undefined
  readonly date_utc?: DateExpression | undefined
  readonly status?: Status
  readonly slug?: string
  readonly description?: string | null
  readonly image?: ImageChoice | null
  readonly [column: string]: unknown
}

/** Separates the parameters into the fields that all posts share and the columns of the kind. */
export function sentOf(kind: LinkedKind, params: LinkedParams): SentLinked {
  const {
    author,
    date,
    date_utc,
    status,
    slug,
    description,
    image: _image,
    fields,
    [kind.name]: title,
    ...rest
  } = params
  const columns = Object.fromEntries(
    Object.keys(kind.columns).flatMap((name) => (name in rest ? [[name, rest[name]]] : [])),
  )
  const sent = { author, date, date_utc, status, slug, title, description }
  return {
    ...(Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) as Omit<
      SentLinked,
      'columns'
    >),
    columns: columns as SentLinked['columns'],
    ...(fields === undefined ? {} : { fields: fields as SentLinked['fields'] }),
  }
}
