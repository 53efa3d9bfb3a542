import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from './config.ts'

/** The file descriptor. A thread’s own `process.stderr` is something else: it goes through the main thread. */
const standardError = 2

/**
 * How much may wait to be written, in bytes: when nobody reads the lines, they must not fill the memory. It is enough to
 * lose none while a disk is slow for a second and tens of thousands of requests are answered.
 */
const mostWaiting_bytes = 8 * 1024 ** 2

/** How long closing waits for lines that are still to be written, in milliseconds. */
const longestEnd_ms = 1_000

/** The log of a process or a thread. */
export interface Log {
  readonly log: Logger
  /** Resolves when everything is written, or soon after if it cannot be: then the log keeps the process no longer. */
  readonly close: () => Promise<void>
}

/**
 * Opens the log on standard error; each line begins with `base`. Lines that cannot be written, as on a full disk or when
 * nobody reads them, are lost: the service goes on, and so does the log as soon as it can be written again.
 */
export function openLog({ logLevel }: Pick<Config, 'logLevel'>, base: Record<string, unknown> | null): Log {
  const lines = new Lines()
  return { log: pino({ level: logLevel, base }, lines), close: () => lines.close() }
}

/** Writes lines without holding up requests, many at a time when there are many. */
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
    // After closing, the next attempt is the last one.
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
      // While nobody reads, writing is tried again and again, until it is given up.
      retryEAGAIN: () => this.#stream === stream,
    })
    // An error event without a listener would end the process.
    return stream.on('error', () => this.#forget(stream))
  }

  /** Gives up on a stream that failed: it is not tried again, not even when the process ends. */
  #forget(stream: ReturnType<typeof pino.destination>): void {
    if (this.#stream === stream) this.#stream = undefined
    stream.destroy()
  }
}
