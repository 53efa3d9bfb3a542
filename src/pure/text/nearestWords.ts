/** The word that was meant, of those there are: the one with the fewest slips, unless that is another word altogether. */
export function nearest(word: string, among: readonly string[]): string | undefined {
  return nearestFew(word, among, 1)[0]
}

/** The words that may have been meant, those with the fewest slips first, at most so many. */
export function nearestFew(word: string, among: readonly string[], count: number): string[] {
  const most = mostSlips(word)
  return among
    .filter((known) => Math.abs(known.length - word.length) <= most)
    .map((known) => ({ known, slips: slipsBetween(word.toLowerCase(), known.toLowerCase(), most) }))
    .filter(({ slips }) => slips <= most)
    .toSorted((one, other) => one.slips - other.slips)
    .slice(0, count)
    .map(({ known }) => known)
}

/** With more slips it is another word. */
export function mostSlips(word: string): number {
  return Math.min(3, Math.floor(word.length / 3))
}

/** How many letters are missing, too many, wrong or exchanged with their neighbour (optimal string alignment); Infinity where they are more than wanted. */
export function slipsBetween(one: string, other: string, most = Infinity): number {
  let [before, last]: [readonly number[], readonly number[]] = [
    [],
    Array.from({ length: other.length + 1 }, (_, at) => at),
  ]
  let leastBefore = 0
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row]
    let least = row
    for (let at = 1; at <= other.length; at += 1) {
      const isSame = one[row - 1] === other[at - 1]
      const isExchanged = !isSame && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1]
      const slips = Math.min(
        (last[at] ?? 0) + 1,
        (current[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + (isSame ? 0 : 1),
        isExchanged ? (before[at - 2] ?? Infinity) + 1 : Infinity,
      )
      current[at] = slips
      if (slips < least) least = slips
    }
    // What is to come is no less than the least of the last two rows.
    if (least > most && leastBefore > most) return Infinity
    leastBefore = least
    ;[before, last] = [last, current]
  }
  return last[other.length] ?? 0
}
