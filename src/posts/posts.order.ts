import { type Expression, sql } from 'kysely'
import type { Dialect } from '../db/dialect.ts'
import type { Faults } from '../http/resource.ts'
import type { Direction } from '../params/orders.ts'
import type { PostTable } from './posts.kind.ts'

/** The parameters of a list that say how it is ordered, and those that an order may need. */
interface Ordered {
  readonly orderby?: string
  readonly order?: Direction
  readonly search?: string
  readonly geoloc_lat?: number
  readonly geoloc_lng?: number
}

/** How a list is ordered. */
export interface Order {
  /** The way it goes unless the other one is asked for, which is its exact reverse, ties included. */
  readonly by: Direction
  /** What is compared, one after the other, each with its direction; the last is the id, so that there are no ties left. */
  readonly keys: readonly (readonly [Expression<unknown>, Direction])[]
  /** The first column of the index that has the rows in this order, with the columns that most conditions ask about. */
  readonly index?: string
  /** Whether no index has the rows in this order, so that the whole list is sorted for any page of it. */
  readonly isSorted?: true
}

/** The order by these columns, all of them ascending or descending. */
export function orderOf(by: Direction, ...columns: readonly Expression<unknown>[]): Order {
  return { by, keys: columns.map((column) => [column, by]) }
}

/** The sort keys of a list that goes the way that was asked for, each with its direction. */
export function sortKeysOf({ by, keys }: Order, asked: Direction | undefined): Order['keys'] {
  if (asked === undefined || asked === by) return keys
  return reversed(keys)
}

/** The same in the reverse order, ties and all. */
export function reversed(keys: Order['keys']): Order['keys'] {
  return keys.map(([column, way]) => [column, way === 'asc' ? 'desc' : 'asc'])
}

/** Faults of orders that need what was not given. */
export function orderFaults({ orderby, search, geoloc_lat, geoloc_lng }: Ordered): Faults {
  if (orderby === 'distance' && geoloc_lat === undefined && geoloc_lng === undefined)
    return { orderby: 'can be distance only with geoloc_lat and geoloc_lng' }
  if (orderby === 'relevance' && search === undefined) return { orderby: 'can be relevance only with search' }
  return {}
}

/** How many of the words are not in the title: those with all of them come first. */
export function missesIn(dialect: Dialect, table: PostTable, words: readonly string[]): Expression<number> {
  const title = sql.ref(`${table}.title_folded`)
  const missed = words.map((word) => sql`case when ${dialect.holds(title, word)} then 0 else 1 end`)
  // A sum even where only unwanted words are given: a number alone would be taken for that of a column.
  return sql<number>`(${sql.join([sql`0 + 0`, ...missed], sql` + `)})`
}

/**
 * A column that no index of its own is to serve: following it, a list would read one row after the other until it has
 * its page; what the other conditions choose by their index is quickly sorted.
 */
export function sorted(column: string): Expression<unknown> {
  return sql`+${sql.ref(column)}`
}
