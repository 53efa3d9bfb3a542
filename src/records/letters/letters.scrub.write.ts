import { epochSeconds } from '../../pure/calendar/text.ts'
import { DatabaseBusy } from '../../storage/db/unavailability.ts'
import { tablesOfPeople } from './letters.leave.write.ts'
import type { LettersParts } from './letters.parts.ts'

/** How long it is waited between two times in which the files of the database are cleared of who has left, in seconds. */
const every_s = 600

/** Has nothing left in the files of the database of who has left: at once, but not again and again. */
export class Scrubber {
  readonly #parts: Pick<LettersParts, 'context' | 'now'>
  #done_at = -Infinity
  #isWanted = false

  constructor(parts: Pick<LettersParts, 'context' | 'now'>) {
    this.#parts = parts
  }

  /** Whether there is something to clear. */
  get isWanted(): boolean {
    return this.#isWanted
  }

  /** Notes that somebody was erased. */
  want(): void {
    this.#isWanted = true
  }

  /** Clears them if that is wanted and was not done just now; else, and where others use the database, later. */
  async tend(): Promise<void> {
    const now = epochSeconds(this.#parts.now())
    if (!this.#isWanted || (now < this.#done_at + every_s && now >= this.#done_at)) return
    this.#isWanted = false
    this.#done_at = now
    try {
      await this.#parts.context.db.scrub(tablesOfPeople)
    } catch (error) {
      if (!(error instanceof DatabaseBusy)) throw error
      this.#isWanted = true
    }
  }
}
