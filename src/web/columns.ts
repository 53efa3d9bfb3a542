/** An item that lasts from one minute of a day to another, which is not included. */
export interface Timed<Item> {
  readonly item: Item
  readonly from: number
  readonly until: number
}

/** Its position beside simultaneous items: its column, of how many, and its width in columns. */
export interface Placed<Item> extends Timed<Item> {
  readonly column: number
  readonly columns: number
}

/** Puts overlapping items into as few columns side by side as possible; one that overlaps nothing has the whole width. */
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

/** Groups of items that overlap directly or through others. */
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
