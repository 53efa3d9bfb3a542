import { type Expression, sql } from 'kysely'
import type { Dialect } from '../db/dialect.ts'
import { missesIn, type Order, orderOf, sorted } from '../posts/posts.order.ts'
import { eventWords } from '../text/search.ts'
import type { ListEvents } from './events.params.ts'

/**
 * How the list is ordered: by start, publication and id (D27); with `include` by publication and id (`wire-events.md` 5.3).
 * `hasMany`: whether a part of a long list is wanted.
 */
export function orderOfEvents(dialect: Dialect, params: ListEvents, hasMany = false): Order {
  const name = params.orderby ?? (params.include ? 'date' : 'start_date')
  return orders[name](dialect, params, hasMany)
}

const column = (name: string) => sql.ref(`events.${name}`)
const byStart = ['starts_at', 'date_at', 'id'].map(column)

/** Each order that can be asked for; one that is declared and missing here does not compile. */
const orders: Readonly<
  Record<
    NonNullable<ListEvents['orderby']>,
    (dialect: Dialect, params: ListEvents, hasMany: boolean) => Order
  >
> = {
  start_date: () => orderOf('asc', ...byStart),
  end_date: () => ({ ...orderOf('asc', column('ends_at'), ...byStart), index: 'ends_at' }),
  title: (dialect) => ({
    ...orderOf('asc', ...dialect.textOrder(column('title_folded')), ...byStart),
    index: 'title_folded',
  }),
  date: (_, { include, orderby }, hasMany) => ({
    ...orderOf(include && !orderby ? 'asc' : 'desc', followed('date_at', hasMany), column('id')),
    index: 'date_at',
  }),
  modified: () => ({ ...orderOf('desc', column('modified_at'), column('id')), index: 'modified_at' }),
  distance: () => ({ ...orderOf('asc', sql.ref('near.distance'), ...byStart), isSorted: true }),
  relevance: (dialect, { search = '' }) => ({
    by: 'desc',
    keys: orderOf('asc', missesIn(dialect, 'events', eventWords(search).all), ...byStart).keys,
    isSorted: true,
  }),
  id: (_dialect, _params, hasMany) => ({ ...orderOf('asc', followed('id', hasMany)), index: 'id' }),
}

/** The first column of an order: a long list follows its index, the few events of a short one are sorted. */
function followed(name: 'date_at' | 'id', hasMany: boolean): Expression<unknown> {
  return hasMany ? column(name) : sorted(`events.${name}`)
}
