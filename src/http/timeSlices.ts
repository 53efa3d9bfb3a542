import { setImmediate } from 'node:timers/promises'

/** How long a slice is, in milliseconds: what waits is late by as much. */
const slice_ms = 10

/**
 * Long work in slices of time, so that nobody has to wait for all of it: fifty events may have a megabyte of text each. Work that
 * is short is not interrupted.
 */
export class TimeSlices {
  #since = performance.now()

  /** Between two pieces of the work: lets others in when the slice is used up. */
  next(): Promise<void> | undefined {
    return performance.now() - this.#since < slice_ms ? undefined : this.#rest()
  }

  async #rest(): Promise<void> {
    await setImmediate()
    this.#since = performance.now()
  }
}

/** What is made of each item, in their order; others have their turn in between where it takes long. */
export async function inTimeSlices<Item, Made>(
  items: readonly Item[],
  make: (item: Item, slices: TimeSlices) => Made | Promise<Made>,
): Promise<Made[]> {
  const slices = new TimeSlices()
  const made: Made[] = []
  for (const item of items) {
    const one = make(item, slices)
    made.push(one instanceof Promise ? await one : one)
    const rest = slices.next()
    if (rest) await rest
  }
  return made
}

/** Work that can pause: at each `yield` others may have their turn. */
export type Pausing<Made> = Generator<undefined, Made, undefined>

/** What the work makes, without a pause. */
export function atOnce<Made>(work: Pausing<Made>): Made {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

/** What the work makes; others have their turn at its pauses where it takes long. */
export async function withPauses<Made>(work: Pausing<Made>, slices: TimeSlices): Promise<Made> {
  for (;;) {
    const { done, value } = work.next()
    const rest = slices.next()
    if (rest) await rest
    if (done) return value
  }
}
