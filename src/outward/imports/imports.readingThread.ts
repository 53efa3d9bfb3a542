import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { createPool } from '../../storage/images/pool.ts'
import type { OpenOptions, TextSource } from './imports.textSource.ts'
import { type ImportBatch, ImportFault, type ImportSource } from './imports.record.ts'
import type { FileContents } from './imports.text.ts'

// Files are read in a thread of their own, away from the one that serves and the one that writes: a table of a million rows
// takes some ten seconds of a processor, and rules of series may be made to take any time. What the thread takes is bounded
// here, and others wait no longer than for the batches that it gives.

/** What the thread is given at its start. */
export interface ThreadData {
  readonly contents: FileContents
  readonly options: Omit<OpenOptions, 'now'> & { readonly now: string }
}

/** What is known of a file once it is opened. */
type OpenedFile = Omit<TextSource, 'read' | 'confirm'>

/** Messages from the thread: what is known of the source, then a batch, or the end, each time that it is asked for the next one. */
export type FromThread =
  | { readonly opened: OpenedFile }
  | { readonly batch: ImportBatch }
  | { readonly isDone: true }
  | { readonly fault: string }

/** What reading a file may take. */
export interface ReadingBounds {
  /** Time of a processor, in seconds, for the whole file. */
  readonly time_s: number
  /** Memory beside the bytes of the file, in mebibytes. */
  readonly memory_mb: number
}

/** A file of the largest size takes a quarter of either. */
const usualBounds: ReadingBounds = { time_s: 120, memory_mb: 1024 }

/** How often it is looked whether a thread has used up its time, in milliseconds. */
const lookEvery_ms = 500

/** Files that are looked at before their import begins hold their bytes meanwhile. */
const looks = createPool({ concurrency: 2, maxWaiting: 8, retryAfter_s: 10 })

/** It is beside this file, in the bundle as in `src/`. */
const program = new URL(`./imports.thread${extname(import.meta.url)}`, import.meta.url)

/**
 * The file as a source, read in a thread of its own. Throws an {@link ImportFault} when it is none, or takes more than the bounds
 * to be understood; and a `BusyError` when too many files are looked at already.
 */
export async function openAway(
  contents: FileContents,
  options: OpenOptions,
  bounds = usualBounds,
): Promise<ImportSource> {
  // A view of a larger buffer would be sent with all of it.
  const own = { ...contents, bytes: new Uint8Array(contents.bytes) }
  const data = { contents: own, options: { ...options, now: options.now.toString() } }
  let unused: ReadingThread | undefined = await looks.run(() => ReadingThread.begun(data, bounds))
  const { declared, ...opened } = unused.opened
  return {
    ...opened,
    ...(declared === undefined ? {} : { declarations: async () => declared }),
    async *read() {
      await using thread = unused?.isThere ? unused : await ReadingThread.begun(data, bounds)
      unused = undefined
      for (let batch = await thread.next(); batch; batch = await thread.next()) yield batch
    },
  }
}

class ReadingThread implements AsyncDisposable {
  readonly #worker: Worker
  readonly #bounds: ReadingBounds
  readonly #watch: NodeJS.Timeout
  /** What the thread says next. */
  #told = promised()
  #failure: { readonly error: unknown } | undefined
  /** What is known of the source. */
  opened: OpenedFile = { name: '', follows: 'nothing' }

  /** A thread that has opened the file. */
  static async begun(data: ThreadData, bounds: ReadingBounds): Promise<ReadingThread> {
    const thread = new ReadingThread(data, bounds)
    const told = await thread.#heard()
    if ('opened' in told) thread.opened = told.opened
    return thread
  }

  private constructor(data: ThreadData, bounds: ReadingBounds) {
    const { memory_mb: maxOldGenerationSizeMb } = bounds
    // Terminating it must not close files of the thread that started it.
    const limits = { resourceLimits: { maxOldGenerationSizeMb }, trackUnmanagedFds: false }
    this.#bounds = bounds
    this.#worker = new Worker(program, { workerData: data, ...limits })
    this.#worker.on('message', (told: FromThread) => this.#told.resolve(told))
    this.#worker.on('error', (error: unknown) => this.#fail(this.#faultOf(error)))
    this.#worker.on('exit', () => this.#fail(new Error('The thread that reads a file has ended.')))
    this.#watch = setInterval(() => void this.#look(), lookEvery_ms)
  }

  /** Whether it has not ended: it does so if it is asked for nothing for some seconds after its start. */
  get isThere(): boolean {
    return this.#failure === undefined
  }

  /** The next batch; undefined at the end. */
  async next(): Promise<ImportBatch | undefined> {
    if (this.#failure) throw this.#failure.error
    this.#told = promised()
    this.#worker.postMessage({})
    const told = await this.#heard()
    return 'batch' in told ? told.batch : undefined
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#watch)
    await this.#worker.terminate()
  }

  async #heard(): Promise<FromThread> {
    const told = await this.#told.promise
    if (!('fault' in told)) return told
    const fault = new ImportFault(told.fault)
    this.#fail(fault)
    throw fault
  }

  async #look(): Promise<void> {
    const { time_s } = this.#bounds
    // One that has ended has told why.
    const used = await this.#worker.cpuUsage().catch(() => undefined)
    if (!used || (used.user + used.system) / 1e6 <= time_s) return
    this.#fail(new ImportFault(`Reading it takes longer than ${time_s} seconds, which is all it may.`))
  }

  /** The first failure is the reason for those after it. */
  #fail(error: unknown): void {
    this.#failure ??= { error }
    this.#told.reject(this.#failure.error)
    clearInterval(this.#watch)
    void this.#worker.terminate()
  }

  #faultOf(error: unknown): unknown {
    const { memory_mb } = this.#bounds
    const isTooMuch = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    return isTooMuch
      ? new ImportFault(`Reading it takes more than ${memory_mb} MiB of memory, which is all it may.`)
      : error
  }
}

/** A promise that may also be broken while nobody waits for it. */
function promised(): PromiseWithResolvers<FromThread> {
  const told = Promise.withResolvers<FromThread>()
  told.promise.catch(() => {})
  return told
}
