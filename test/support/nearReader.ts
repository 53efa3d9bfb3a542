import { EventEmitter } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import process from 'node:process'
import threads, { MessageChannel, type MessagePort, type WorkerOptions } from 'node:worker_threads'
import type { ThreadData } from '../../src/outward/imports/imports.readingThread.ts'

const { Worker } = threads

/** What `imports.readingThread.ts` takes for its thread. */
class NearReader extends EventEmitter {
  readonly #port

  constructor({ workerData }: WorkerOptions) {
    super()
    const { port1, port2 } = new MessageChannel()
    this.#port = port1
      .on('message', (told) => this.emit('message', told))
      .on('close', () => this.emit('exit'))
    void this.#read(port2, structuredClone(workerData))
  }

  async #read(port: MessagePort, data: ThreadData): Promise<void> {
    try {
      const { readFor } = await import('../../src/outward/imports/imports.reader.ts')
      await readFor(port, data)
    } catch (error) {
      this.emit('error', error)
    }
  }

  postMessage(message: unknown): void {
    this.#port.postMessage(message)
  }

  /** None of its own. */
  async cpuUsage(): Promise<NodeJS.CpuUsage> {
    return { user: 0, system: 0 }
  }

  async terminate(): Promise<void> {
    this.#port.close()
  }
}

/**
 * Has files of imports read in the thread of their test, asked and answered by the same messages: to begin a thread, which loads anew
 * all that reads files, takes longer than most of what tests have it read. A test about the thread sets `TEST_READING` to `away`.
 */
if (!('isNear' in Worker)) {
  threads.Worker = new Proxy(Worker, {
    has: (_, name) => name === 'isNear' || Reflect.has(Worker, name),
    construct: (_, [program, options]: [string | URL, WorkerOptions]) =>
      String(program).endsWith('/imports.thread.ts') && process.env['TEST_READING'] !== 'away'
        ? new NearReader(options)
        : new Worker(program, options),
  })
  syncBuiltinESMExports()
}
