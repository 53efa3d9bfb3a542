import { bounds } from '../../pure/calendar/window.ts'
import { type Page, type Repeatable, repeated } from '../../http/list.ts'
import type { Context } from '../../http/context.ts'
import type { ListEvents } from './events.params.ts'
import { windowOf } from './events.window.ts'

/**
 * The filters of a list as its links repeat them, with the values in force: first the recorded ones in their order, then
 * every other one that was sent, in declaration order (D29, `wire-events.md` 5.5).
 */
export function listFilters(
  context: Context,
  list: { params: ListEvents; page: Page; now: Temporal.Instant; writes: boolean },
): [string, string][] {
  const { params, page } = list
  const window = windowOf(params, context, list.now)
  const dates = Object.fromEntries(
    Object.keys(bounds).map((name) => [name, window[name as keyof typeof bounds]?.wall]),
  )
  const values: Readonly<Record<string, Repeatable>> = {
    ...(params as Omit<ListEvents, keyof typeof bounds>),
    ...dates,
    per_page: page.perPage,
    // A default status is repeated for readers only: writers see more by default than they could ask for.
    status: params.status ?? (list.writes ? undefined : 'publish'),
  }
  const order = new Set([...recordedOrder, ...Object.keys(values)])
  order.delete('page')
  return repeated(values, order)
}

const recordedOrder = [
  'per_page',
  'start_date',
  'end_date',
  'search',
  'geoloc',
  'geoloc_lat',
  'geoloc_lng',
  'status',
  'post_parent',
  'include',
  'starts_before',
  'starts_after',
  'ends_before',
  'ends_after',
  'venue',
  'organizer',
  'featured',
] as const
