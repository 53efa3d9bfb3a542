import process from 'node:process'

/** Whether this run of the tests is the long one: everything is asked. */
export const isLong = Boolean(process.env['TEST_LONG'])

/** The fewest runs of a property that are worth their name. */
const fewest = 10

/** On PostgreSQL it is enough to try a third of what is tried on the embedded database, where most of it is done alike. */
const sparser = process.env['TEST_POSTGRES'] === undefined ? 1 : 3

/**
 * How often a property is tried (fast-check's `numRuns`) of the most that it is ever tried: a quarter where TEST_LONG is set, as
 * `npm run test:long` does on the embedded database, and a tenth else. All of it is for who has changed what it is about, and sets
 * TEST_LONG to `whole`; TEST_RUNS is for who hunts faults, and says how often every property is tried.
 */
export function runs(count: number): number {
  const wanted = Number(process.env['TEST_RUNS'])
  if (wanted > 0) return wanted
  if (process.env['TEST_LONG'] === 'whole') return count
  return Math.min(count, Math.max(fewest, Math.ceil(count / ((isLong ? 4 : 10) * sparser))))
}

/** As {@link runs}, but a third of it in `npm test`: for those of which each try takes a large part of a second. */
export function fewRuns(count: number): number {
  return isLong || Number(process.env['TEST_RUNS']) > 0 ? runs(count) : Math.ceil(runs(count) / 3)
}

/**
 * One in so many of what is there, beginning with another one each `turn`, so that all turns together try everything; twice as
 * many where TEST_LONG is set, and all of it each time where that is `whole`.
 */
export function oneIn<Value>(count: number, values: readonly Value[], turn: number): readonly Value[] {
  if (process.env['TEST_LONG'] === 'whole') return values
  const few = Math.ceil((count * sparser) / (isLong ? 2 : 1))
  return values.filter((_, place) => place % few === turn % few)
}

/** Every second one, and where TEST_LONG is set the others: what takes long, and breaks at one as it does at the other. */
export function half<Value>(values: readonly Value[]): readonly Value[] {
  return values.filter((_, place) => (place % 2 === 0) !== isLong)
}
