import { Type } from 'typebox'

/** How many records an answer has at most, and by default. */
const [most, usual] = [25, 10]

/** What tools take, with their limits. */
export const text = (description: string) => Type.Optional(Type.String({ description, maxLength: 2000 }))
export const id = (description: string) => Type.Integer({ description, minimum: 1 })
export const yes = (description: string) => Type.Optional(Type.Boolean({ description }))
export const page = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 1000, description: 'The page of results.' }),
)
export const limit = Type.Optional(
  Type.Integer({ minimum: 1, maximum: most, description: `How many results; by default ${usual}.` }),
)
export const near = text('A place: a city, a postcode, or coordinates such as “52.52, 13.40”.')
export const within = Type.Optional(
  Type.Number({ description: 'How far from that place, in kilometres; by default 10.' }),
)

/** The part of a list that was asked for. */
export function partOf({ page: number = 1, limit: perPage = usual }: { page?: number; limit?: number }) {
  return { page: number, per_page: perPage }
}

/** What every list says of itself. */
export interface ListBody {
  readonly total: number
  readonly total_pages: number
}
