import { hash } from 'node:crypto'
import { Lately } from '../pure/calendar/cache.ts'

/** As {@link Lately}, of keys of any length. */
export class RecentKeys {
  readonly #lately: Lately<string>

  constructor(limit: number) {
    this.#lately = new Lately(limit)
  }

  /** Whether the key has come up lately; from now on it has. */
  note(key: string): boolean {
    // A hash, so that long keys take no more memory.
    return this.#lately.note(hash('sha1', key, 'base64'))
  }
}
