import { setTimeout } from 'node:timers/promises'

/** Whenever the work has taken this long, it rests so many times as long, so that requests are served. */
const rest = { times: 3, after_ms: 5 } as const

/** Slows down work that nobody waits for: it works a little and then rests. */
export class Pace {
  #began = performance.now()

  async mayRest(): Promise<void> {
    const worked_ms = performance.now() - this.#began
    if (worked_ms < rest.after_ms) return
    await setTimeout(rest.times * worked_ms)
    this.#began = performance.now()
  }
}
