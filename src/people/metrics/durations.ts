/** The upper bounds of the classes that durations are counted in, in seconds; there is one more class above the last. */
export const bounds_s = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

/** How many numbers {@link count} needs: those of the classes, and the sum of all durations in seconds. */
export const size = bounds_s.length + 2

/** Counts a duration, in milliseconds, among the numbers from `at` on. */
export function count(numbers: number[] | Float64Array, ms: number, at = 0): void {
  const seconds = ms / 1000
  let place = 0
  while (place < bounds_s.length && seconds > (bounds_s[place] ?? 0)) place += 1
  numbers[at + place] = (numbers[at + place] ?? 0) + 1
  const sum = at + size - 1
  numbers[sum] = (numbers[sum] ?? 0) + seconds
}
