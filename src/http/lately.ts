import { hash } from 'node:crypto'

/** Tells what has come up before: surely among the last `limit` that did, and never among more than twice as many. */
export class Lately {
  readonly #limit: number
  #now = new Set<string>()
  #before = new Set<string>()

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Whether the key has come up lately; from now on it has. */
  note(key: string): boolean {
    // However long the key, as much is kept of it.
    const name = hash('sha1', key, 'base64')
    const wasThere = this.#now.has(name) || this.#before.has(name)
    this.#now.add(name)
    if (this.#now.size >= this.#limit) {
      this.#before = this.#now
      this.#now = new Set()
    }
    return wasThere
  }
}
