import process from 'node:process'
import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from '../config/config.ts'
import { type Answered, type Note, requestLine } from '../http/requestLog.ts'

/** The file descriptor. A thread’s own `process.stderr` is something else: it goes through the main thread. */
const standardError = 2

/**
 * How much may wait to be written, in bytes: when nobody reads the lines, they must not fill the memory. It is enough to
 * lose none while a disk is slow for a second and tens of thousands of requests are answered.
 */
const mostWaiting_bytes = 8 * 1024 ** 2

/**
 * How much is written at once, in bytes: so much a pipe takes whole (`PIPE_BUF` of Linux), so that lines of processes and threads
 * that share it are not torn.
 */
const mostAtOnce_bytes = 4096

/**
 * How long requests wait for their lines, in milliseconds, and how many of them: they are written together, as a write for each
 * costs a hot list a quarter of what the server can do (0.68 of a bare server, where this is 0.9).
 */
const longestWait_ms = 100
const mostWaiting = 500

/** How long closing waits for lines that are still to be written, in milliseconds. */
const longestEnd_ms = 1_000

/** How often a process that ends tries again to write to who does not read just now: a tenth of a second apart. */
const lastTries = 10

/** How long such a process waits for what is being written already, in milliseconds. */
const lastWait_ms = 20

/** The log of a process or a thread. */
export interface Log {
  readonly log: Logger
  /** Logs an answered request, a little later: together with those around it, or before the next line of anything else. */
  readonly noteRequest: Note
  /** Resolves when everything is written, or soon after if it cannot be: then the log keeps the process no longer. */
  readonly close: () => Promise<void>
}

/**
 * Opens the log on standard error; each line begins with `base`. Lines that cannot be written, as on a full disk or when
 * nobody reads them, are lost: the service goes on, and so does the log as soon as it can be written again. Whatever ends
 * the process or thread but a kill, an uncaught error too, first writes what waits.
 */
export function openLog({ logLevel }: Pick<Config, 'logLevel'>, base: Record<string, unknown> | null): Log {
  const lines = new Lines(base)
  const log = pino({ level: logLevel, base }, lines)
  process.once('exit', lines.writeAll)
  return {
    log,
    noteRequest: log.isLevelEnabled('info') ? lines.note : () => {},
    close: async () => {
      await lines.close()
      process.off('exit', lines.writeAll)
    },
  }
}

/** Writes lines without holding up requests, many at a time when there are many. */
class Lines implements DestinationStream {
  readonly #base: string
  #stream: ReturnType<typeof pino.destination> | undefined
  #requests: { readonly answered: Answered; readonly at: number }[] = []
  #timer: NodeJS.Timeout | undefined
  #triesLeft = Infinity
  #isWriting = false

  constructor(base: Record<string, unknown> | null) {
    this.#base = base === null ? '' : `${JSON.stringify(base).slice(1, -1)},`
  }

  write(line: string): void {
    this.#writeRequests()
    this.#put(line)
  }

  readonly note: Note = (answered) => {
    // oxlint-disable-next-line eslint/no-restricted-properties -- the moment of a line of the log, which the logger takes likewise
    this.#requests.push({ answered, at: Date.now() })
    if (this.#requests.length >= mostWaiting) this.#writeRequests()
    else this.#timer ??= setTimeout(() => this.#writeRequests(), longestWait_ms).unref()
  }

  /** Writes what waits, without going on to anything else meanwhile. */
  readonly writeAll = (): void => {
    this.#triesLeft = lastTries
    // What is being written just now is in the hands of another thread, and comes before the rest.
    if (this.#isWriting) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, lastWait_ms)
    try {
      const stream = (this.#stream ??= this.#open())
      // Whatever would begin to be written by that other thread now would not be.
      Object.assign(stream, { minLength: Infinity })
      this.#writeRequests()
      stream.flushSync()
    } catch {
      // It cannot be written: nobody is left to be told.
    }
  }

  async close(): Promise<void> {
    this.#writeRequests()
    const stream = this.#stream
    if (stream === undefined) return
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    // After closing, the next attempt is the last one.
    const timer = setTimeout(() => (this.#stream = undefined), longestEnd_ms)
    stream.once('close', resolve).once('error', resolve).end()
    await ended
    clearTimeout(timer)
  }

  /** Writes the lines of the requests that wait, as many at once as may be. */
  #writeRequests(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const waiting = this.#requests
    this.#requests = []
    let [together, size] = ['', 0]
    for (const { answered, at } of waiting) {
      const line = requestLine(answered, at, this.#base)
      const added = Buffer.byteLength(line)
      if (size + added > mostAtOnce_bytes) {
        this.#put(together)
        ;[together, size] = ['', 0]
      }
      together += line
      size += added
    }
    this.#put(together)
  }

  #put(text: string): void {
    if (text === '') return
    this.#stream ??= this.#open()
    this.#isWriting = true
    this.#stream.write(text)
  }

  #open() {
    const stream = pino.destination({
      dest: standardError,
      sync: false,
      maxLength: mostWaiting_bytes,
      maxWrite: mostAtOnce_bytes,
      // While nobody reads, writing is tried again and again, until it is given up.
      retryEAGAIN: () => this.#stream === stream && (this.#triesLeft -= 1) >= 0,
    })
    stream.on('drain', () => (this.#isWriting = false))
    // An error event without a listener would end the process.
    return stream.on('error', () => this.#forget(stream))
  }

  /** Gives up on a stream that failed: it is not tried again, not even when the process ends. */
  #forget(stream: ReturnType<typeof pino.destination>): void {
    if (this.#stream === stream) this.#stream = undefined
    stream.destroy()
  }
}

/** What tells errors that are the fault of no request. */
export function warningIn(log: Pick<Logger, 'warn'>) {
  return (message: string, error: unknown) => log.warn({ err: error }, message)
}
