/** Something that lasts from one minute of a day to another, the second not included. */
export interface Timed<Item> {
  readonly item: Item
  readonly from: number
  readonly until: number
}

/** Where it stands beside what is on at the same time: in which of how many columns, and over how many of them. */
export interface Placed<Item> extends Timed<Item> {
  readonly column: number
  readonly columns: number
}

/** Puts items that overlap into columns side by side, as few as there can be; what overlaps nothing has one to itself. */
export function sideBySide<Item>(items: readonly Timed<Item>[]): Placed<Item>[] {
  const inOrder = items.toSorted((one, other) => one.from - other.from || other.until - one.until)
  return clusters(inOrder).flatMap((cluster) => {
    const ends: number[] = []
    const columns = cluster.map(({ from, until }) => {
      const free = ends.findIndex((end) => end <= from)
      const column = free < 0 ? ends.length : free
      ends[column] = until
      return column
    })
    return cluster.map(({ item, from, until }, at) => {
      return { item, from, until, column: columns[at] ?? 0, columns: ends.length }
    })
  })
}

/** Items that overlap, directly or by way of others. */
function clusters<Item>(inOrder: readonly Timed<Item>[]): Timed<Item>[][] {
  const all: Timed<Item>[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const timed of inOrder) {
    const last = all.at(-1)
    if (last && timed.from < end) last.push(timed)
    else all.push([timed])
    end = Math.max(end, timed.until)
  }
  return all
}
