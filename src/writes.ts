import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { Caller } from './auth/rights.ts'
import type { Config } from './config.ts'
import { OutcomeUnknown } from './db/unavailable.ts'
import { type Call, valuesOf } from './http/call.ts'
import type { Reply } from './http/present.ts'
import type { Serving } from './http/serving.ts'

/** What the thread is told at its start. */
export interface ThreadData {
  readonly config: Config
  /** What each line of its log begins with. */
  readonly base: Record<string, unknown> | null
}

/** What it is told then: to answer a request, or to end when it has nothing left to do. */
export type ToThread =
  | { readonly number: number; readonly call: Call; readonly caller: Caller }
  | { readonly ends: true }

/** What it tells: that it can answer from now on, and what has come of a request. */
export type FromThread =
  | { readonly isReady: true }
  | { readonly number: number; readonly reply: Reply }
  | { readonly number: number; readonly error: unknown }

/** A thread beside the one that reads, so that nobody who reads has to wait for what is written. */
export interface Writes {
  /**
   * Has the thread answer a request. Undefined until it is ready: the first request starts it, and the first one after it
   * has died, which those are told that wait for it (`rest_outcome_unknown`).
   */
  readonly handOn: Serving['handOn']
  /** Lets it end: nobody waits for it any more. */
  close(): Promise<void>
}

/** In the bundle as in `src/` it stands beside this file. */
const program = new URL(`./writes.thread${extname(import.meta.url)}`, import.meta.url)

/** Makes it; nothing is started before there is something to write. */
export function createWrites(data: ThreadData, log: Logger, file = program): Writes {
  const waiting = new Map<number, PromiseWithResolvers<Reply>>()
  let thread: Worker | undefined
  let isReady = false
  let last = 0

  function start(): Worker {
    // Ending it must not close the file that tells what was written (`db/sqlite/sqlite.revision.ts`): this thread would lose its locks.
    const started = new Worker(file, { workerData: data, trackUnmanagedFds: false })
    started.on('message', hear)
    started.on('error', (error: unknown) => log.error({ err: error }, 'the thread that writes has failed'))
    started.on('exit', () => {
      thread = undefined
      isReady = false
      for (const { reject } of waiting.values()) reject(new OutcomeUnknown())
      waiting.clear()
    })
    return started
  }

  function hear(told: FromThread): void {
    if ('isReady' in told) {
      log.info('what is written is written by a thread of its own')
      isReady = true
      return
    }
    const asked = waiting.get(told.number)
    waiting.delete(told.number)
    if ('reply' in told) asked?.resolve(told.reply)
    else asked?.reject(told.error)
  }

  return {
    handOn: (call, caller) => {
      thread ??= start()
      if (!isReady) return undefined
      const asked = Promise.withResolvers<Reply>()
      const number = (last += 1)
      waiting.set(number, asked)
      const values = valuesOf(call)
      tell(thread, { number, call: values, caller }, values.body ? [values.body.buffer] : [])
      return asked.promise
    },
    close: async () => {
      if (thread === undefined) return
      const { promise: ended, resolve } = Promise.withResolvers<unknown>()
      // However it ends: what goes wrong meanwhile is logged.
      thread.once('exit', resolve)
      tell(thread, { ends: true }, [])
      await ended
    },
  }
}

function tell(thread: Worker, message: ToThread, given: readonly ArrayBuffer[]): void {
  thread.postMessage(message, given)
}
