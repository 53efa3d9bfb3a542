import { ApiError } from '../errors.ts'

/** The refusal to take something back that has changed since: it names the fields. */
export function conflict(fields: readonly string[]): ApiError {
  const named = [...new Set(fields)]
  return new ApiError('rest_undo_conflict', { fields: named.join(', ') }, { data: { fields: named } })
}
