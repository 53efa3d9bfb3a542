/** An item that lasts from one day to another, both included, as `YYYY-MM-DD`. */
export interface Lasting<Item> {
  readonly item: Item
  readonly first: string
  readonly last: string
}

/** What one day shows at one height: an item that begins here, one that goes on, or nothing. */
export type Slot<Item> =
  | {
      readonly kind: 'item'
      readonly item: Item
      /** How many days of the row it covers from here. */
      readonly days: number
      /** Whether it began before these days, and whether it goes on after them. */
      readonly isFromBefore: boolean
      readonly isGoingOn: boolean
    }
  | { readonly kind: 'continued'; readonly item: Item }
  | { readonly kind: 'gap' }

/** What a day shows, from top to bottom. */
export interface Cell<Item> {
  readonly date: string
  readonly slots: readonly Slot<Item>[]
  /** How many items of the day do not fit. */
  readonly hidden: number
}

/**
 * Lays out items in a row of days so that each keeps its height over all of its days and none overlap. Items of several days
 * are on top, those of weeks at the bottom; those of one day keep their order. A day shows at most `room` of them: an item
 * without room on all of its days is drawn in parts, around the full ones.
 */
export function layRow<Item>(
  dates: readonly string[],
  items: readonly Lasting<Item>[],
  room: number,
): Cell<Item>[] {
  const rows = dates.map((): (Slot<Item> | undefined)[] => [])
  const hidden = dates.map(() => 0)
  for (const lasting of inOrder(dates, items, room)) {
    for (const days of partsOf(rows, daysWithin(dates, lasting), room)) {
      const height = freeHeight(rows, days)
      for (const day of days) {
        if (height >= room) hidden[day] = (hidden[day] ?? 0) + 1
        else (rows[day] ?? [])[height] = slotOf(dates, lasting, days, day)
      }
    }
  }
  return dates.map((date, day) => ({
    date,
    slots: Array.from(rows[day] ?? [], (slot) => slot ?? { kind: 'gap' as const }),
    hidden: hidden[day] ?? 0,
  }))
}

/** The days in as few parts as possible: each has a height that is free on all of its days, or is a single full day. */
function partsOf(rows: readonly (readonly unknown[])[], days: readonly number[], room: number): number[][] {
  if (days.length === 0) return []
  let length = days.length
  while (length > 1 && freeHeight(rows, days.slice(0, length)) >= room) length -= 1
  return [days.slice(0, length), ...partsOf(rows, days.slice(length), room)]
}

/** The slot of a day for an item that is drawn over these days, beginning on the first of them. */
function slotOf<Item>(
  dates: readonly string[],
  { item, first, last }: Lasting<Item>,
  days: readonly number[],
  day: number,
): Slot<Item> {
  if (day !== days[0]) return { kind: 'continued', item }
  return {
    kind: 'item',
    item,
    days: days.length,
    isFromBefore: first < (dates[day] ?? ''),
    isGoingOn: last > (dates[day + days.length - 1] ?? ''),
  }
}

/**
 * The items of the row in their order: first those of several days, the earliest and then the longest first; then those of
 * one day; and then those of weeks, as nearly every day would show nothing else. These get a share of the room, so that
 * full days do not cut them to pieces; the rest of the room is for further items of one day.
 */
function inOrder<Item>(
  dates: readonly string[],
  items: readonly Lasting<Item>[],
  room: number,
): Lasting<Item>[] {
  const [start = '', end = ''] = [dates[0], dates.at(-1)]
  const own = items.filter(({ first, last }) => first <= end && last >= start)
  const begin = ({ first }: Lasting<Item>) => (first < start ? start : first)
  const groups = Map.groupBy(own, lengthOf)
  const byBegin = (one: Lasting<Item>, other: Lasting<Item>) =>
    compare(begin(one), begin(other)) || compare(other.last, one.last)
  const [some, weeks] = [groups.get('days') ?? [], groups.get('weeks') ?? []]
  const left = Math.floor(room * shareOfWeeks)
  const days = [...Map.groupBy(groups.get('one day') ?? [], ({ first }) => first)].map(([date, single]) => {
    const fitting = Math.max(0, room - countOn(date, some) - Math.min(left, countOn(date, weeks)))
    return { now: single.slice(0, fitting), later: single.slice(fitting) }
  })
  return [
    ...some.toSorted(byBegin),
    ...days.flatMap(({ now }) => now),
    ...weeks.toSorted(byBegin),
    ...days.flatMap(({ later }) => later),
  ]
}

/** The share of a day that is reserved for items of weeks. */
const shareOfWeeks = 1 / 3

function countOn(date: string, items: readonly Lasting<unknown>[]): number {
  return items.filter(({ first, last }) => first <= date && last >= date).length
}

function lengthOf({ first, last }: Lasting<unknown>): 'one day' | 'days' | 'weeks' {
  if (first === last) return 'one day'
  const { days } = Temporal.PlainDate.from(first).until(last)
  return days > longestFestival_days ? 'weeks' : 'days'
}

/** Festivals are shorter than this, exhibitions are longer. */
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
