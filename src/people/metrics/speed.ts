import type { Answered } from '../../http/requestLog.ts'

/** How many of the last answers count. */
const counted = 1000

/** How fast the last answers were. */
export interface Speed {
  /** How many of them were looked at. */
  readonly count: number
  /** Within how many milliseconds half of them were sent; null without any. */
  readonly half_ms: number | null
  /** Within how many milliseconds 99 of 100 were sent. */
  readonly most_ms: number | null
}

/** How long the last answers to reads took, what goes on for as long as somebody listens left out. */
export class RecentAnswers {
  readonly #durations: number[] = []
  #next = 0

  note({ method, route = '', ms }: Pick<Answered, 'method' | 'route' | 'ms'>): void {
    if ((method !== 'GET' && method !== 'HEAD') || route.endsWith('/stream')) return
    this.#durations[this.#next] = ms
    this.#next = (this.#next + 1) % counted
  }

  speed(): Speed {
    const sorted = this.#durations.toSorted((one, other) => one - other)
    const within = (share: number) => {
      const ms = sorted[Math.ceil(sorted.length * share) - 1]
      return ms === undefined ? null : Math.round(ms * 10) / 10
    }
    return { count: sorted.length, half_ms: within(0.5), most_ms: within(0.99) }
  }
}
