import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from './config.ts'

/** What every process calls its standard error; a thread's `process.stderr` is another one. */
const standardError = 2

/**
 * As much waits to be written at most, in bytes: with nobody to read them, lines must not fill the memory. A disk that is slow for
 * a second, while tens of thousands of requests are answered, loses none.
 */
const mostWaiting_bytes = 8 * 1024 ** 2

/** As long is waited at the end for what is still to be written, in milliseconds. */
const longestEnd_ms = 1_000

/** The log of a process or a thread. */
export interface Log {
  readonly log: Logger
  /** Resolves when everything is written, or soon after where it cannot be: nothing of it then keeps the process from ending. */
  readonly close: () => Promise<void>
}

/**
 * Opens the log on standard error, each line of which begins with `base`. Lines that cannot be written are lost, as on a full disk or
 * when nobody reads them: the service goes on, and so does the log as soon as it can be written again.
 */
export function openLog({ logLevel }: Pick<Config, 'logLevel'>, base: Record<string, unknown> | null): Log {
  const lines = new Lines()
  return { log: pino({ level: logLevel, base }, lines), close: () => lines.close() }
}

/** Written beside the requests, many lines at a time when there are many. */
class Lines implements DestinationStream {
  #stream: ReturnType<typeof pino.destination> | undefined

  write(line: string): void {
    this.#stream ??= this.#open()
    this.#stream.write(line)
  }

  async close(): Promise<void> {
    const stream = this.#stream
    if (stream === undefined) return
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    // Then the next attempt is the last one.
    const timer = setTimeout(() => (this.#stream = undefined), longestEnd_ms)
    stream.once('close', resolve).once('error', resolve).end()
    await ended
    clearTimeout(timer)
  }

  #open() {
    const stream = pino.destination({
      dest: standardError,
      sync: false,
      maxLength: mostWaiting_bytes,
      // While nobody reads, it is tried again and again, until it is given up.
      retryEAGAIN: () => this.#stream === stream,
    })
    // With nobody to hear it the failure would end the process, and at the end of one be waited out for ever.
    return stream.on('error', () => this.#forget(stream))
  }

  /** What has failed is not tried again, not even when the process ends. */
  #forget(stream: ReturnType<typeof pino.destination>): void {
    if (this.#stream === stream) this.#stream = undefined
    stream.destroy()
  }
}
