import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { Caller } from './auth/rights.ts'
import type { Config } from './config.ts'
import { OutcomeUnknown } from './db/unavailable.ts'
import { type Call, valuesOf } from './http/call.ts'
import type { Reply } from './http/present.ts'
import type { Serving } from './http/serving.ts'

/** What the thread is given at its start. */
export interface ThreadData {
  readonly config: Config
  /** What each line of its log begins with. */
  readonly base: Record<string, unknown> | null
  /** Where it counts its transactions. */
  readonly memory: SharedArrayBuffer
}

/** Messages to the thread: to answer a request, or to end once it has nothing left to do. */
export type ToThread =
  | { readonly number: number; readonly call: Call; readonly caller: Caller }
  | { readonly ends: true }

/** Messages from the thread: that it can answer from now on, and the outcome of a request. */
export type FromThread =
  | { readonly isReady: true }
  | { readonly number: number; readonly reply: Reply }
  | { readonly number: number; readonly error: unknown }

/** A second thread that answers writes, so that no read has to wait for one. */
export interface Writes {
  /**
   * Has the thread answer a request. Undefined until it is ready: the first request starts it, and so does the first one
   * after it has died. Requests that were waiting when it died are answered with `rest_outcome_unknown`.
   */
  readonly handOn: Serving['handOn']
  /** How many requests wait for it. */
  readonly waiting: number
  /** Ends the thread; no request may be waiting for it any more. */
  close(): Promise<void>
}

/** It is beside this file, in the bundle as in `src/`. */
const program = new URL(`./writes.thread${extname(import.meta.url)}`, import.meta.url)

/** Prepares the thread, which is only started when there is something to write. */
export function createWrites(data: ThreadData, log: Logger, file = program): Writes {
  return new WritingThread(data, log, file)
}

class WritingThread implements Writes {
  readonly #data: ThreadData
  readonly #log: Logger
  readonly #file: URL
  /** Requests that the thread has been given, by number. */
  readonly #waiting = new Map<number, PromiseWithResolvers<Reply>>()
  #thread: Worker | undefined
  #isReady = false
  #last = 0

  constructor(data: ThreadData, log: Logger, file: URL) {
    this.#data = data
    this.#log = log
    this.#file = file
  }

  // Passed on as a bare function, so it is bound.
  readonly handOn: Writes['handOn'] = (call, caller) => {
    this.#thread ??= this.#start()
    if (!this.#isReady) return undefined
    const asked = Promise.withResolvers<Reply>()
    const number = (this.#last += 1)
    const values = valuesOf(call)
    tell(this.#thread, { number, call: values, caller }, values.body ? [values.body.buffer] : [])
    this.#waiting.set(number, asked)
    return asked.promise
  }

  get waiting(): number {
    return this.#waiting.size
  }

  async close(): Promise<void> {
    if (this.#thread === undefined) return
    const { promise: ended, resolve } = Promise.withResolvers<unknown>()
    // Errors are logged, however it ends.
    this.#thread.once('exit', resolve)
    tell(this.#thread, { ends: true }, [])
    await ended
  }

  #start(): Worker {
    // Terminating it must not close the file of the revision (`db/sqlite/sqlite.revision.ts`): this thread would lose its locks.
    const started = new Worker(this.#file, { workerData: this.#data, trackUnmanagedFds: false })
    started.on('message', (told: FromThread) => this.#hear(told))
    started.on('error', (error: unknown) =>
      this.#log.error({ err: error }, 'the thread that writes has failed'),
    )
    started.on('exit', () => this.#forget())
    return started
  }

  #hear(told: FromThread): void {
    if ('isReady' in told) {
      this.#log.info('what is written is written by a thread of its own')
      this.#isReady = true
      return
    }
    const asked = this.#waiting.get(told.number)
    this.#waiting.delete(told.number)
    if ('reply' in told) asked?.resolve(told.reply)
    else asked?.reject(told.error)
  }

  /** After the thread has ended: nobody knows the outcome of the requests that it was given. */
  #forget(): void {
    this.#thread = undefined
    this.#isReady = false
    for (const { reject } of this.#waiting.values()) reject(new OutcomeUnknown())
    this.#waiting.clear()
  }
}

function tell(thread: Worker, message: ToThread, given: readonly ArrayBuffer[]): void {
  thread.postMessage(message, given)
}
