/** The pool is full: neither room to work nor room to wait. 503 with `Retry-After`. */
export class BusyError extends Error {
  override readonly name = 'BusyError'
  /** After how many seconds it is worth trying again. */
  readonly retryAfter_s: number

  constructor(retryAfter_s: number) {
    super(`Too many images are being worked on. Try again in ${retryAfter_s} seconds.`)
    this.retryAfter_s = retryAfter_s
  }
}

/** The limits of a pool. */
export interface PoolOptions {
  /** How many works run at once. */
  readonly concurrency: number
  /** How many may wait for their turn; each further one is refused. */
  readonly maxWaiting: number
  /** The `Retry-After` of refusals. */
  readonly retryAfter_s: number
}

/** Bounds how many works run at once, and how many wait. */
export interface Pool {
  /** Runs the work when it is its turn, first come, first served. Rejects with a {@link BusyError}, or as the work does. */
  run<Value>(work: () => Promise<Value>): Promise<Value>
}

/** Makes a pool that bounds how many works run at once and how many wait. */
export function createPool({ concurrency, maxWaiting, retryAfter_s }: PoolOptions): Pool {
  const waiting: (() => void)[] = []
  let running = 0

  /** Gives the place to the longest waiting work, so that none that comes in between takes it. */
  function leave(): void {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }

  async function enter(): Promise<void> {
    if (running < concurrency) {
      running += 1
      return
    }
    if (waiting.length >= maxWaiting) throw new BusyError(retryAfter_s)
    await new Promise<void>((resolve) => {
      waiting.push(resolve)
    })
  }

  return {
    async run(work) {
      await enter()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
