import { sql } from 'kysely'
import type { Dialect } from '../../storage/db/dialect.ts'
import { missesIn, type Order, orderOf } from '../posts/posts.order.ts'
import { recordWords } from '../../pure/text/search.ts'
import type { LinkedKind, ListAmong, ListLinked } from './linked.kind.ts'

/** How the list is ordered: the newest first by default (D45). */
export function orderOfLinked(dialect: Dialect, kind: LinkedKind, params: ListAmong): Order {
  if (params.inOrderOf) return { by: 'asc', keys: [[placeAmong(kind, params.inOrderOf), 'asc']] }
  return orders[params.orderby ?? 'date'](kind, params, dialect)
}

/** Each order that can be asked for; one that is declared and missing here does not compile. */
const orders: Readonly<
  Record<
    NonNullable<ListLinked['orderby']>,
    (kind: LinkedKind, params: ListLinked, dialect: Dialect) => Order
  >
> = {
  title: (kind, _, dialect) =>
    orderOf('asc', ...dialect.textOrder(column(kind, 'title_folded')), column(kind, 'id')),
  date: (kind) => orderOf('desc', column(kind, 'date_at'), column(kind, 'id')),
  modified: (kind) => orderOf('desc', column(kind, 'modified_at'), column(kind, 'id')),
  distance: (kind) => orderOf('asc', sql.ref('near.number'), column(kind, 'id')),
  relevance: (kind, { search = '' }, dialect) => {
    const misses = missesIn(dialect, kind.table, recordWords(search).all)
    const newest = orderOf('desc', column(kind, 'date_at'), column(kind, 'id'))
    return { by: 'desc', keys: [[misses, 'asc'], ...newest.keys] }
  },
  id: (kind) => orderOf('asc', column(kind, 'id')),
}

/** The place of a record among these. */
function placeAmong(kind: LinkedKind, ids: readonly number[]) {
  const places = ids.map((id, place) => sql`when ${sql.lit(id)} then ${sql.lit(place)}`)
  return sql<number>`case ${column(kind, 'id')} ${sql.join(places, sql` `)} end`
}

function column({ table }: LinkedKind, name: string) {
  return sql.ref(`${table}.${name}`)
}
