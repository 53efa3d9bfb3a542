/** A box in the window, in pixels from its upper left corner. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** How far what is said stays away from what can be pressed, in pixels. */
const gap = 8

/**
 * Where a box of this size lies on none of the others: as low as it can within the area, in its middle rather than at its ends. Where
 * everything is full it is where it covers least.
 */
export function freeSpot(
  area: Box,
  { width, height }: { readonly width: number; readonly height: number },
  others: readonly Box[],
): { readonly left: number; readonly top: number } {
  const lowest = area.bottom - height
  const tops = [lowest, ...others.map(({ top }) => top - gap - height)]
    .filter((top) => top >= area.top && top <= lowest)
    .toSorted((one, other) => other - one)
  const middle = (area.left + area.right - width) / 2
  const lefts = [middle, area.right - width, area.left].filter((left) => left >= area.left)
  let best = { left: Math.max(area.left, middle), top: lowest, covered: Infinity }
  for (const top of new Set(tops.length > 0 ? tops : [lowest]))
    for (const left of lefts.length > 0 ? lefts : [area.left]) {
      const covered = coveredBy({ left, top, right: left + width, bottom: top + height }, others)
      if (covered === 0) return { left, top }
      if (covered < best.covered) best = { left, top, covered }
    }
  return { left: best.left, top: best.top }
}

/** How much of the others lies under a box, in square pixels. */
export function coveredBy(box: Box, others: readonly Box[]): number {
  return others.reduce((sum, other) => {
    const wide = Math.min(box.right, other.right) - Math.max(box.left, other.left)
    const high = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top)
    return sum + (wide > 0 && high > 0 ? wide * high : 0)
  }, 0)
}
