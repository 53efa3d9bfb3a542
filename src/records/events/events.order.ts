import type { Order } from '../../storage/index/order.ts'
import type { Direction } from '../../pure/params/orders.ts'
import { eventWords } from '../../pure/text/search.ts'
import type { AskedList, Narrowed } from './events.filters.ts'
import type { ListEvents } from './events.params.ts'

/** An order, and the direction that is meant if none is sent; the other one is its exact reverse, ties included. */
interface Rule {
  readonly by: Order['by']
  readonly usual: Direction
  /** The direction in which the index has it. */
  readonly natural?: Direction
}

type MakeRule = (asked: AskedList, nearby: Narrowed['nearby']) => Rule | Promise<Rule>

/** Each order that can be asked for; one that is declared and missing here does not compile. */
const orders: Readonly<Record<NonNullable<ListEvents['orderby']>, MakeRule>> = {
  start_date: () => ({ by: 'starts', usual: 'asc' }),
  end_date: () => ({ by: 'ends', usual: 'asc' }),
  title: () => ({ by: 'title', usual: 'asc' }),
  date: ({ params: { include, orderby } }) => ({ by: 'date', usual: include && !orderby ? 'asc' : 'desc' }),
  modified: () => ({ by: 'modified', usual: 'desc' }),
  distance: (_, nearby) => ({ by: { distances: nearby?.distances ?? new Map() }, usual: 'asc' }),
  // The most relevant come first, and of these the earliest.
  relevance: async ({ context, snapshot, params: { search = '', q = '' } }) => ({
    by: { titled: await context.words.findTitled(snapshot, eventWords(`${search} ${q}`).all) },
    usual: 'desc',
    natural: 'desc',
  }),
  id: () => ({ by: 'id', usual: 'asc' }),
}

/** How the list is ordered: by start, publication and id (D27); with `include` by publication and id (`wire-events.md` 5.3). */
export async function orderOfEvents(
  asked: AskedList,
  nearby: Narrowed['nearby'],
  usual = usualOrder(asked.params),
): Promise<Order> {
  const { inOrderOf } = asked.params
  if (inOrderOf) return { by: { chosen: inOrderOf } }
  const rule = await orders[asked.params.orderby ?? usual](asked, nearby)
  const direction = asked.params.order ?? rule.usual
  return { by: rule.by, isReversed: direction !== (rule.natural ?? 'asc') }
}

function usualOrder({ include }: Partial<ListEvents>): 'date' | 'start_date' {
  return include ? 'date' : 'start_date'
}
