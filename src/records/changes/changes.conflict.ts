import { ApiError } from '../../pure/errors/errors.ts'
import type { Entry } from './changes.query.ts'

/** The refusal to take something back that has changed since: it names the fields. */
export function conflict(fields: readonly string[]): ApiError {
  const advice = 'Name the fields that are to go back with “fields”.'
  return conflictOf(fields, advice, {})
}

/** The same of what is taken back as a whole: it names what is to be taken back before, the latest first. */
export function conflictWithLater(fields: readonly string[], later: readonly Entry[]): ApiError {
  const first = later.map(({ kind, id, revision }) => ({ kind, id, revision }))
  const named = first.map(({ kind, id, revision }) => `${revision} of the ${kind} ${id}`).join(', ')
  const advice =
    first.length > 0 ? `Take back first, one after the other, the entries ${named}.` : 'It stays as it is.'
  return conflictOf(fields, advice, { first })
}

/** The refusal to put back what names something that is no more: it names the fields, without which the others may go back. */
export function goneFor(fields: readonly string[]): ApiError {
  const reason = `what it had as ${fields.join(', ')} was removed for good`
  return new ApiError('rest_undo_impossible', { reason }, { data: { fields } })
}

function conflictOf(fields: readonly string[], advice: string, data: object): ApiError {
  const named = [...new Set(fields)]
  return new ApiError(
    'rest_undo_conflict',
    { fields: named.join(', '), advice },
    { data: { fields: named, ...data } },
  )
}
