import process from 'node:process'

/** Whether this run of the tests is the long one: everything is asked. */
export const isLong = Boolean(process.env['TEST_LONG'])

/** The fewest runs of a property that are worth their name. */
const fewest = 10

/**
 * How often a property is tried (fast-check's `numRuns`): as often as is said where TEST_LONG is set, as `npm run test:long` does
 * on the embedded database, and a tenth of that else.
 */
export function runs(count: number): number {
  if (isLong) return count
  return Math.min(count, Math.max(fewest, Math.ceil(count / 10)))
}

/**
 * One in so many of what is there, beginning with another one each `turn`, so that all turns together try everything; where
 * TEST_LONG is set all of it each time.
 */
export function oneIn<Value>(count: number, values: readonly Value[], turn: number): readonly Value[] {
  return isLong ? values : values.filter((_, place) => place % count === turn % count)
}
