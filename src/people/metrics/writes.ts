import type { Database } from '../../storage/db/dialect.ts'
import { DatabaseUnavailable, type Unavailability } from '../../storage/db/unavailability.ts'
import { spanned } from '../../http/traces.ts'
import { count, size } from './durations.ts'

/** How a transaction may end: on disk, undone by what it found or was told, or for a fault of the database. */
export const outcomes = ['done', 'undone', 'busy', 'away', 'full', 'gone', 'unknown'] as const satisfies (
  | Unavailability
  | 'done'
  | 'undone'
)[]

const waitingAt = outcomes.length
const durationsAt = waitingAt + 1
const length = durationsAt + size

/** Counts transactions. */
export class WriteTally {
  readonly #numbers = new Float64Array(length)

  /** Counts a transaction that is asked for; answers what is to be called when it has ended. */
  begin(): (outcome: (typeof outcomes)[number]) => void {
    const since = performance.now()
    this.#add(waitingAt, 1)
    return (outcome) => {
      this.#add(waitingAt, -1)
      this.#add(outcomes.indexOf(outcome), 1)
      count(this.#numbers, performance.now() - since, durationsAt)
    }
  }

  /** How many have ended so. */
  ended(outcome: (typeof outcomes)[number]): number {
    return this.#numbers[outcomes.indexOf(outcome)] ?? 0
  }

  /** How many have been asked for and not ended. */
  get waiting(): number {
    return this.#numbers[waitingAt] ?? 0
  }

  /** As `count` counts them, from asking to the end. */
  get durations(): readonly number[] {
    return [...this.#numbers.subarray(durationsAt)]
  }

  #add(at: number, number: number): void {
    this.#numbers[at] = (this.#numbers[at] ?? 0) + number
  }
}

/** The same database, with its transactions counted. */
export function counted(db: Database, tally: WriteTally): Database {
  return {
    ...db,
    write: async (work, scope) => {
      const end = tally.begin()
      try {
        const result = await spanned('kalends.write', (told) =>
          db.write((tx) => {
            // Up to here it has waited for others that write.
            told('begun')
            return work(tx)
          }, scope),
        )
        end('done')
        return result
      } catch (error) {
        end(error instanceof DatabaseUnavailable ? error.reason : 'undone')
        throw error
      }
    },
  }
}
