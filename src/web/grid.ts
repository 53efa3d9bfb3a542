/** Something that lasts from one day to another, both included, as `YYYY-MM-DD`. */
export interface Lasting<Item> {
  readonly item: Item
  readonly first: string
  readonly last: string
}

/** What one day shows at one height: an item that is seen from here on, one that goes on, or nothing. */
export type Slot<Item> =
  | {
      readonly kind: 'item'
      readonly item: Item
      /** How many days of the row it covers from here. */
      readonly days: number
      /** Whether it has begun before the row, and ends after it. */
      readonly isFromBefore: boolean
      readonly isGoingOn: boolean
    }
  | { readonly kind: 'continued'; readonly item: Item }
  | { readonly kind: 'gap' }

/** What a day shows, from top to bottom. */
export interface Cell<Item> {
  readonly date: string
  readonly slots: readonly Slot<Item>[]
  /** How many items of the day are not shown for want of room. */
  readonly hidden: number
}

/**
 * Puts items into a row of days so that each keeps its height over all of its days and none is upon another. What lasts
 * some days comes higher, what lasts for weeks lowest; of one day, items keep their order. A day shows at most `room` of them.
 */
export function layRow<Item>(
  dates: readonly string[],
  items: readonly Lasting<Item>[],
  room: number,
): Cell<Item>[] {
  const rows = dates.map((): (Slot<Item> | undefined)[] => [])
  const hidden = dates.map(() => 0)
  for (const lasting of inOrder(dates, items)) {
    const days = daysWithin(dates, lasting)
    const height = freeHeight(rows, days)
    for (const [at, day] of days.entries()) {
      if (height >= room) hidden[day] = (hidden[day] ?? 0) + 1
      else (rows[day] ?? [])[height] = slotOf(dates, lasting, at === 0 ? days.length : 0)
    }
  }
  return dates.map((date, day) => ({
    date,
    slots: Array.from(rows[day] ?? [], (slot) => slot ?? { kind: 'gap' as const }),
    hidden: hidden[day] ?? 0,
  }))
}

/** `days`: how many it covers, where it begins to be seen; else 0. */
function slotOf<Item>(
  dates: readonly string[],
  { item, first, last }: Lasting<Item>,
  days: number,
): Slot<Item> {
  if (days === 0) return { kind: 'continued', item }
  return {
    kind: 'item',
    item,
    days,
    isFromBefore: first < (dates[0] ?? ''),
    isGoingOn: last > (dates.at(-1) ?? ''),
  }
}

/**
 * Those of the row: first what lasts several days, the earliest and then the longest first; then what lasts one; and at
 * last what lasts for weeks, as nearly every day would show nothing else.
 */
function inOrder<Item>(dates: readonly string[], items: readonly Lasting<Item>[]): Lasting<Item>[] {
  const [start = '', end = ''] = [dates[0], dates.at(-1)]
  const own = items.filter(({ first, last }) => first <= end && last >= start)
  const begin = ({ first }: Lasting<Item>) => (first < start ? start : first)
  const groups = Map.groupBy(own, lengthOf)
  const byBegin = (one: Lasting<Item>, other: Lasting<Item>) =>
    compare(begin(one), begin(other)) || compare(other.last, one.last)
  return [
    ...(groups.get('days') ?? []).toSorted(byBegin),
    ...(groups.get('one day') ?? []),
    ...(groups.get('weeks') ?? []).toSorted(byBegin),
  ]
}

function lengthOf({ first, last }: Lasting<unknown>): 'one day' | 'days' | 'weeks' {
  if (first === last) return 'one day'
  const { days } = Temporal.PlainDate.from(first).until(last)
  return days > longestFestival_days ? 'weeks' : 'days'
}

/** Festivals are over by then, exhibitions are not. */
const longestFestival_days = 10

function daysWithin<Item>(dates: readonly string[], { first, last }: Lasting<Item>): number[] {
  return dates.flatMap((date, day) => (date >= first && date <= last ? [day] : []))
}

/** The lowest height that is free on all of the days. */
function freeHeight(rows: readonly (readonly unknown[])[], days: readonly number[]): number {
  let height = 0
  while (days.some((day) => rows[day]?.[height] !== undefined)) height += 1
  return height
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
