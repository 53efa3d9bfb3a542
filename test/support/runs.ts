import process from 'node:process'

/** The fewest runs of a property that are worth their name. */
const fewest = 10

/**
 * How often a property is tried (fast-check's `numRuns`): as often as is said where TEST_LONG is set, as `npm run test:long` does
 * on the embedded database, and a tenth of that else.
 */
export function runs(count: number): number {
  if (process.env['TEST_LONG']) return count
  return Math.min(count, Math.max(fewest, Math.ceil(count / 10)))
}
