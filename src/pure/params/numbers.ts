import { Type, type TObject } from 'typebox'
import { Fault, isNone, parameter, quote } from './parameter.ts'

/** The largest page number and size: no list reaches them, and the offset must stay an exact integer. */
const endless = 1_000_000_000

/** Which page of a list; one past the end is no fault of the parameter (D34), however far it is. */
export const page = parameter(
  Type.Integer({ minimum: 1, default: 1, description: 'The page of results to return.' }),
  positiveOrEndless,
)

/** The size of a page; a value above the maximum is lowered to it (D34). {@link withPageSizes} documents default and maximum. */
export const perPage = parameter(
  Type.Integer({ minimum: 1, description: 'How many items a page holds.' }),
  positiveOrEndless,
)

/** How many items are left out before the first page. */
export const offset = parameter(
  Type.Integer({ minimum: 0, description: 'How many items to leave out before the first page.' }),
  (sent) => {
    const number = wholeNumber(sent)
    if (number === undefined || number < 0 || number > endless)
      throw new Fault(`must be a whole number of 0 or more, not ${quote(sent)}`)
    return number
  },
)

/** The parameters of a list, with the default and maximum page sizes of the settings in their documentation. */
export function withPageSizes(
  params: TObject,
  sizes: { readonly perPage: number; readonly perPageMax: number },
): TObject {
  const description = `How many items a page holds; more than ${sizes.perPageMax} counts as ${sizes.perPageMax}.`
  const told = parameter(Type.Integer({ minimum: 1, default: sizes.perPage, description }), positiveOrEndless)
  return Type.Object({ ...params.properties, per_page: Type.Optional(told) })
}

/** The id of an existing record; whether it exists is checked later, against the database. */
export function idOf(description: string) {
  return parameter(Type.Integer({ minimum: 1, description }), positive)
}

/** An ID; empty values and 0 mean none. */
export function idOrNone(description: string) {
  return parameter(Type.Integer({ minimum: 0, description }), (sent) =>
    isNone(sent) ? null : positive(sent),
  )
}

/** An ID, or 0 where that stands for none. */
export function idOrZero(description: string) {
  return parameter(Type.Integer({ minimum: 0, description }), (sent) => {
    const number = wholeNumber(sent)
    if (number === undefined || number < 0)
      throw new Fault(`must be a whole number of 0 or more, not ${quote(sent)}`)
    return number
  })
}

/** The author: an existing user's id. A fraction is a failure of type, as recorded. */
export const author = parameter(
  Type.Integer({
    minimum: 1,
    description: 'The ID of the author; another than oneself needs the right to edit others’ items.',
  }),
  (sent) => {
    if (sent === null) return undefined
    const number = wholeNumber(sent)
    if (number === undefined && isNumeric(sent)) throw new Fault('must be a whole number', 'type')
    if (number === undefined || number < 1) throw new Fault(`must be the ID of a user, not ${quote(sent)}`)
    return number
  },
)

/** A whole number given as number or text, in any notation (`5`, `"05"`, `"5.0"`, `"1e1"`); undefined when it is none. */
export function wholeNumber(sent: unknown): number | undefined {
  if (!isNumeric(sent)) return undefined
  const number = Number(sent)
  return Number.isSafeInteger(number) ? number : undefined
}

/** A number given as number or text, in any notation that {@link wholeNumber} takes; undefined when it is none. */
export function decimal(sent: unknown): number | undefined {
  if (!isNumeric(sent)) return undefined
  const number = Number(sent)
  // Negative zero becomes zero.
  return Number.isFinite(number) ? number || 0 : undefined
}

function isNumeric(sent: unknown): sent is number | string {
  if (typeof sent === 'number') return Number.isFinite(sent)
  // No digit may match in two ways: a million digits followed by something else would take quadratic time.
  return typeof sent === 'string' && /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?\s*$/i.test(sent)
}

function positive(sent: unknown): number {
  const number = wholeNumber(sent)
  if (number === undefined || number < 1)
    throw new Fault(`must be a whole number of 1 or more, not ${quote(sent)}`)
  return number
}

function positiveOrEndless(sent: unknown): number {
  return isNumeric(sent) && Number(sent) > endless ? endless : positive(sent)
}
