import type { Database } from '../../storage/db/dialect.ts'

/** How often the revision is looked at while anybody waits, in milliseconds: a change is told no later than that. */
const lookEvery_ms = 200

/** Tells those who wait that something has changed, in whichever process: one look at the revision for all of them. */
export class Watch {
  readonly #db: Pick<Database, 'revision'>
  readonly #waiting = new Set<() => void>()
  #timer: NodeJS.Timeout | undefined
  #known: number | undefined
  #isLooking = false
  #isOver = false

  constructor(db: Pick<Database, 'revision'>) {
    this.#db = db
  }

  /** Calls at each change from now on, until the function that it answers is called. */
  follow(told: () => void): () => void {
    if (this.#isOver) return () => {}
    this.#waiting.add(told)
    this.#timer ??= setInterval(() => void this.#look(), lookEvery_ms)
    return () => {
      this.#waiting.delete(told)
      if (this.#waiting.size === 0) this.#rest()
    }
  }

  /** Resolves at the next change, after so many milliseconds, or when the service stops. */
  async next(within_ms: number): Promise<void> {
    if (this.#isOver) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const leave = this.follow(resolve)
    const late = setTimeout(resolve, within_ms)
    await promise
    clearTimeout(late)
    leave()
  }

  /** Whoever waits is told, and nobody waits any more. */
  close(): void {
    this.#isOver = true
    this.#rest()
    for (const told of this.#waiting) told()
    this.#waiting.clear()
  }

  /** Whether the service is stopping. */
  get isOver(): boolean {
    return this.#isOver
  }

  #rest(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#known = undefined
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return
    this.#isLooking = true
    try {
      const revision = await this.#db.revision()
      const isNew = this.#known !== undefined && revision !== this.#known
      // Who began to wait before the first look may have missed one: it is told once for nothing.
      if (isNew || this.#known === undefined) for (const told of this.#waiting) told()
      this.#known = revision
    } catch {
      // A database that is away is looked at again.
    } finally {
      this.#isLooking = false
    }
  }
}
