import { type Expression, sql } from 'kysely'
import type { Dialect } from '../../storage/db/dialect.ts'
import type { Faults } from '../../http/resource.ts'
import type { Direction } from '../../pure/params/orders.ts'
import type { PostTable } from './posts.kind.ts'

/** The parameters that choose the order of a list, and those that an order may need. */
interface Ordered {
  readonly orderby?: string
  readonly order?: Direction
}

/** How a list is ordered. */
export interface Order {
  /** The default direction; the other one is its exact reverse, ties included. */
  readonly by: Direction
  /** The sort keys, each with its direction; the last is the id, so that no ties are left. */
  readonly keys: readonly (readonly [Expression<unknown>, Direction])[]
}

/** The order by these columns, all of them ascending or descending. */
export function orderOf(by: Direction, ...columns: readonly Expression<unknown>[]): Order {
  return { by, keys: columns.map((column) => [column, by]) }
}

/** The sort keys of a list in the direction that was asked for. */
export function sortKeysOf({ by, keys }: Order, asked: Direction | undefined): Order['keys'] {
  if (asked === undefined || asked === by) return keys
  return keys.map(([column, way]) => [column, way === 'asc' ? 'desc' : 'asc'])
}

/** Faults of orders that need a parameter that was not sent; `given`: those that were, even if they could not be read. */
export function orderFaults({ orderby }: Ordered, given: ReadonlySet<string>): Faults {
  const isAround = ['geoloc_lat', 'geoloc_lng', 'near'].some((name) => given.has(name))
  if (orderby === 'distance' && !isAround)
    return { orderby: 'can be distance only with near, or with geoloc_lat and geoloc_lng' }
  if (orderby === 'relevance' && !given.has('search') && !given.has('q'))
    return { orderby: 'can be relevance only with search' }
  return {}
}

/** How many of the words the title lacks: titles with all of them come first. */
export function missesIn(dialect: Dialect, table: PostTable, words: readonly string[]): Expression<number> {
  const title = sql.ref(`${table}.title_folded`)
  const missed = words.map((word) => sql`case when ${dialect.holds(title, word)} then 0 else 1 end`)
  // A sum even if all words are excluded ones: in `order by`, a number alone would be the position of a column.
  return sql<number>`(${sql.join([sql`0 + 0`, ...missed], sql` + `)})`
}
