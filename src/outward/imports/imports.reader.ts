import type { MessagePort } from 'node:worker_threads'
import type { FromThread, ThreadData } from './imports.readingThread.ts'
import { openText } from './imports.textSource.ts'
import { type ImportBatch, ImportFault } from './imports.record.ts'
import { decodeText } from './imports.text.ts'

/** A thread that nobody asks anything within so many milliseconds ends: the import was refused meanwhile. */
const patience_ms = 30_000

/** Reads one file for who is at the other end of the port, and gives its batches as they are asked for. */
export async function readFor(port: MessagePort, { contents, options }: ThreadData): Promise<void> {
  const tell = (message: FromThread) => port.postMessage(message)
  /** Sends faults of the file; other errors end the thread. */
  const orTell = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ImportFault)) throw error
      tell({ fault: error.message })
    }
  }
  await orTell(async () => {
    const source = openText(decodeText(contents), { ...options, now: Temporal.Instant.from(options.now) })
    const batches: AsyncIterator<ImportBatch> = source.read(undefined, new Map())[Symbol.asyncIterator]()
    const idle = setTimeout(() => port.close(), patience_ms)
    port.on('message', () => {
      clearTimeout(idle)
      void orTell(async () => {
        const next = await batches.next()
        tell(next.done ? { isDone: true } : { batch: next.value })
      })
    })
    const { name, table, follows, family, namesRows, formerly, declared } = source
    tell({ opened: { name, table, follows, family, namesRows, formerly, declared } })
  })
}
