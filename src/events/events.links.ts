import { bounds } from '../calendar/window.ts'
import type { Page } from '../http/list.ts'
import type { Context } from '../posts/context.ts'
import type { ListEvents } from './events.params.ts'
import { windowOf } from './events.window.ts'

type Pair = [string, string]

/**
 * The filters of a list as its links repeat them, with the values in force: first those and in the order that are
 * recorded, then every other that was given, in declaration order (D29, `wire-events.md` 5.5).
 */
export function listFilters(
  context: Context,
  list: { params: ListEvents; page: Page; now: Temporal.Instant; writes: boolean },
): Pair[] {
  const { params, page } = list
  const window = windowOf(params, context, list.now)
  const dates = Object.fromEntries(Object.keys(bounds).map((name) => [name, window[name as keyof typeof bounds]?.wall]))
  const values: Record<string, unknown> = {
    ...params,
    ...dates,
    per_page: page.perPage,
    // A defaulted status is repeated to readers; writers see more by default than they could ask for.
    status: params.status ?? (list.writes ? undefined : 'publish'),
  }
  const { page: _page, ...others } = values
  const order = new Set([...recordedOrder, ...Object.keys(others)])
  return [...order].flatMap((name): Pair[] => (values[name] === undefined ? [] : [[name, String(values[name])]]))
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
