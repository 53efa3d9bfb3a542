import { hasCome } from '../../pure/calendar/waits.ts'
import type { EpochSeconds } from '../schema/tables.ts'
import type { Database } from './dialect.ts'

/** After so many seconds it is looked all the same: whatever was overlooked is a minute late. */
const most_s = 60

/**
 * Keeps a task of the background from asking the database for what it would have been told of: it rests until the next thing is due, or
 * anything was written, by whichever process. Where the database does not tell that by itself, there is no rest. A look at an idle
 * calendar costs 10 µs so, and 100 with a question.
 */
export class Rest {
  readonly #db: Pick<Database, 'committed'>
  #committed: number | undefined
  #until: EpochSeconds = -Infinity

  constructor(db: Pick<Database, 'committed'>) {
    this.#db = db
  }

  /** Whether it is to be looked now. What is written from this moment on ends the rest that follows. */
  isOver(now: EpochSeconds): boolean {
    const committed = this.#db.committed()
    const isOver =
      committed === undefined || committed !== this.#committed || hasCome(this.#until, now, most_s)
    if (isOver) [this.#committed, this.#until] = [committed, -Infinity]
    return isOver
  }

  /** Nothing is to be done before a moment, Infinity for never, unless something is written. */
  until(moment: EpochSeconds, now: EpochSeconds): void {
    this.#until = Math.min(moment, now + most_s)
  }
}
