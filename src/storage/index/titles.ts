import { firstPlace } from '../../pure/sorted/numbers.ts'

/**
 * The order of titles without the titles in memory. A sample of them, the posts, divides the alphabet into shelves, and of each event
 * the number of its shelf is held: even between two posts, odd where the title is a post itself. Whoever puts a page in order reads
 * only the titles on the shelves around it.
 */

/** How many posts there are at most: a shelf of a million events has some two hundred and fifty. */
export const maxPosts = 4096

/** A text whose order in JavaScript is that of the given one in UTF-8, by which both databases sort. */
export function titleKey(title: string): string {
  return Buffer.from(title).toString('latin1')
}

/** The posts, from a sample of titles. */
export function postsFrom(sample: readonly string[]): readonly string[] {
  return [...new Set(sample.map(titleKey))].toSorted(byUnits)
}

/** The shelf of a title. */
export function shelfOf(title: string, posts: readonly string[]): number {
  const key = titleKey(title)
  const at = firstPlace(0, posts.length, (place) => (posts[place] ?? '') >= key)
  return posts[at] === key ? 2 * at + 1 : 2 * at
}

/** Whether a shelf has one title only, so that its events need no further order. */
export function hasOneTitle(shelf: number): boolean {
  return shelf % 2 === 1
}

/** Compares keys of titles. */
export function byUnits(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
