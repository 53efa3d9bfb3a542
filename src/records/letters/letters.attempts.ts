import { messageOf } from '../../pure/text/errorDetails.ts'
import { DatabaseUnavailable } from '../../storage/db/unavailability.ts'

/** What fails again and again is logged once, of the last so many. */
const mostRemembered = 100

/** Makes letters one after the other: one that cannot be made waits, and keeps no other from being made. */
export class Attempts {
  readonly #log: (message: string) => void
  readonly #logged = new Set<string>()

  constructor(log: (message: string) => void) {
    this.#log = log
  }

  /** Does it; undefined where that failed, which is logged under the name. Throws only where the database cannot be used. */
  async at<Made>(name: string, make: () => Promise<Made>): Promise<Made | undefined> {
    try {
      return await make()
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error
      const message = `${name} cannot be made, and waits. ${messageOf(error)}`
      if (this.#logged.has(message)) return undefined
      if (this.#logged.size >= mostRemembered) this.#logged.clear()
      this.#logged.add(message)
      this.#log(message)
      return undefined
    }
  }
}
