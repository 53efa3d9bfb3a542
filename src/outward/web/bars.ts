/** Something that lasts from one day to another, both included, as `YYYY-MM-DD`. */
export interface Lasting {
  readonly first: string
  readonly last: string
}

/** A bar of a week: one element over its days, so that it cannot break. */
export interface Bar<Item> {
  readonly item: Item
  /** The first of its days in the week, from 1, and how many there are. */
  readonly start: number
  readonly days: number
  /** Its height among the bars, from 1. */
  readonly lane: number
  /** Whether it began before these days, and whether it goes on after them. */
  readonly isFromBefore: boolean
  readonly isGoingOn: boolean
}

/** The bars of a week. */
export interface Bars<Item> {
  readonly bars: readonly Bar<Item>[]
  /** How many lanes they take. */
  readonly lanes: number
  /** How many of each day have no room. */
  readonly hidden: readonly number[]
}

/**
 * Lays what lasts several days over a week, in the order of starts, each in the highest lane that is free on all of its days. What finds
 * no room in the lanes is counted on each of its days.
 */
export function layBars<Item extends Lasting>(
  dates: readonly string[],
  items: readonly Item[],
  mostLanes: number,
): Bars<Item> {
  const hidden = dates.map(() => 0)
  const bars: Bar<Item>[] = []
  // The first day after the last bar of each lane.
  const free: number[] = []
  const inOrder = items
    .filter(({ first, last }) => first <= (dates.at(-1) ?? '') && last >= (dates[0] ?? ''))
    .toSorted((one, other) => compare(one.first, other.first) || compare(other.last, one.last))
  for (const item of inOrder) {
    const from = Math.max(
      0,
      dates.findIndex((date) => date >= item.first),
    )
    const until = dates.findLastIndex((date) => date <= item.last)
    const lane = Array.from({ length: mostLanes }, (_, at) => at).find((at) => (free[at] ?? 0) <= from)
    if (lane === undefined) {
      for (let day = from; day <= until; day += 1) hidden[day] = (hidden[day] ?? 0) + 1
      continue
    }
    free[lane] = until + 1
    bars.push({
      item,
      start: from + 1,
      days: until - from + 1,
      lane: lane + 1,
      isFromBefore: item.first < (dates[from] ?? ''),
      isGoingOn: item.last > (dates[until] ?? ''),
    })
  }
  return { bars, lanes: free.length, hidden }
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
