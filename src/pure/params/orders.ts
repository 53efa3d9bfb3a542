import { choice } from './texts.ts'

/** The directions of a list. */
export type Direction = 'asc' | 'desc'

/** The direction of a list; each order has a default one. */
export const order = choice<Direction>(
  ['asc', 'desc'],
  'Ascending or descending. By itself a list ascends; by date and by modified the newest, by relevance the best come first.',
)

/** What a list is ordered by. */
export function orderBy<Name extends string>(names: readonly Name[], fallback: string) {
  return choice(
    names,
    `What to order the list by; by default ${fallback}. Records that are equal in it keep one order.`,
  )
}
