/**
 * The order of titles without the titles in memory. A sample of them, the posts, divides the alphabet into shelves, and of each event
 * the number of its shelf is held: even between two posts, odd where the title is a post itself. Whoever puts a page in order reads
 * only the titles on the shelves around it.
 */

/** How many posts there are at most: a shelf of a million events has some two hundred. */
const maxPosts = 4096

/** How many titles are looked at to choose posts. */
export const sampleSize = 2 * maxPosts

/** A text whose order in JavaScript is that of the given one in UTF-8, by which both databases sort: surrogates come last. */
export function titleKey(title: string): string {
  if (!/[\ud800-\uffff]/.test(title)) return title
  return title.replaceAll(/[\ud800-\uffff]/g, (unit) => {
    const code = unit.charCodeAt(0)
    return String.fromCharCode(code < 0xe000 ? code + 0x2000 : code - 0x800)
  })
}

/** The posts, from a sample of titles. */
export function postsFrom(sample: readonly string[]): readonly string[] {
  const keys = sample.map(titleKey).toSorted(byUnits)
  const step = Math.max(1, keys.length / maxPosts)
  const posts = new Set<string>()
  for (let at = 0; at < keys.length; at += step) posts.add(keys[Math.floor(at)] ?? '')
  return [...posts]
}

/** The shelf of a title. */
export function shelfOf(title: string, posts: readonly string[]): number {
  const key = titleKey(title)
  let [low, high] = [0, posts.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((posts[middle] ?? '') < key) low = middle + 1
    else high = middle
  }
  return posts[low] === key ? 2 * low + 1 : 2 * low
}

/** Whether a shelf has one title only, so that its events need no further order. */
export function hasOneTitle(shelf: number): boolean {
  return shelf % 2 === 1
}

/** Compares keys of titles. */
export function byUnits(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
