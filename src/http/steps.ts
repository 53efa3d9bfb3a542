import { setImmediate } from 'node:timers/promises'

/** How long work goes on before it lets others in, in milliseconds: what waits is late by as much. */
const stretch_ms = 10

/**
 * Long work in stretches, so that nobody has to wait for all of it: fifty events may have a megabyte of text each. Work that
 * is short is not interrupted.
 */
export class Steps {
  #since = performance.now()

  /** Between two steps: lets others in where the work has gone on for long enough. */
  next(): Promise<void> | undefined {
    return performance.now() - this.#since < stretch_ms ? undefined : this.#rest()
  }

  async #rest(): Promise<void> {
    await setImmediate()
    this.#since = performance.now()
  }
}

/** What is made of each item, in their order; others have their turn in between where it takes long. */
export async function inSteps<Item, Made>(
  items: readonly Item[],
  make: (item: Item, steps: Steps) => Made | Promise<Made>,
): Promise<Made[]> {
  const steps = new Steps()
  const made: Made[] = []
  for (const item of items) {
    const one = make(item, steps)
    made.push(one instanceof Promise ? await one : one)
    const rest = steps.next()
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
export async function withPauses<Made>(work: Pausing<Made>, steps: Steps): Promise<Made> {
  for (;;) {
    const { done, value } = work.next()
    const rest = steps.next()
    if (rest) await rest
    if (done) return value
  }
}
