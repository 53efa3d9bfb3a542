import { hash } from 'node:crypto'

/** Remembers which keys have come up lately: at least the last `limit` different ones, and at most twice as many. */
export class RecentKeys {
  readonly #limit: number
  #now = new Set<string>()
  #before = new Set<string>()

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Whether the key has come up lately; from now on it has. */
  note(key: string): boolean {
    // A hash, so that long keys take no more memory.
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
