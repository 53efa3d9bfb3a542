import type { ApiError } from '../../pure/errors/errors.ts'
import type { Endpoint } from '../../http/resource.ts'
import { isObject } from '../../pure/params/lists.ts'
import { plainSchema, type Schema } from '../../http/openapi.schema.ts'

/** The code under which clients know the fault of a parameter, by what it is declared to be; others have none. */
function codeOf(schema: Schema): string | undefined {
  const { type, format } = schema
  if (format === 'date-time') return 'tec_rest_invalid_date_time_argument'
  if (format === 'uri') return 'tec_rest_invalid_uri_argument'
  if (format === 'email') return 'tec_rest_invalid_email_argument'
  return type === 'integer' ? 'tec_rest_invalid_positive_integer_argument' : undefined
}

/** The codes of refusals whose sentence clients read as `error`. */
const toldAsError =
  /^(?:rest_post_invalid_id|rest_trash_not_supported|rest-event-not-found|\w+-is-in-trash|\w+-no-longer-available)$/

/** Makes the form of refusals of an address: details of each parameter, and the sentence as `error` where clients look for it alone. */
export function tecRefusal(
  endpoints: readonly Pick<Endpoint<never, never>, 'params'>[],
): (error: ApiError) => ApiError {
  const codes = new Map(
    endpoints.flatMap(({ params }) =>
      Object.entries(params.properties).map(([name, schema]) => [name, codeOf(plainSchema(schema))] as const),
    ),
  )
  return (error) => {
    if (toldAsError.test(error.code))
      return error.with({ beside: { ...error.extras.beside, error: error.message } })
    const params = error.code === 'rest_invalid_param' ? error.extras.data?.['params'] : undefined
    if (!isObject(params)) return error
    const details = Object.fromEntries(
      Object.entries(params).map(([name, message]) => [name, detailOf(name, message, codes.get(name))]),
    )
    return error.with({ data: { ...error.extras.data, details } })
  }
}

function detailOf(argument: string, message: unknown, code: string | undefined) {
  return code === undefined ? [] : { code, message, data: { status: 400, argument, details: [] } }
}
