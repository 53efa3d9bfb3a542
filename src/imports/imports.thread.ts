// The thread that `imports.readingThread.ts` starts: reads one file, and gives its batches as they are asked for.
import { parentPort, workerData } from 'node:worker_threads'
import type { FromThread, ThreadData } from './imports.readingThread.ts'
import { openText } from './imports.textSource.ts'
import { type ImportBatch, ImportFault } from './imports.record.ts'
import { decodeText } from './imports.text.ts'

/** A thread that nobody asks anything within so many milliseconds ends: the import was refused meanwhile. */
const patience_ms = 30_000

const { contents, options } = workerData as ThreadData

await orTell(async () => {
  const source = openText(decodeText(contents), { ...options, now: Temporal.Instant.from(options.now) })
  const batches: AsyncIterator<ImportBatch> = source.read(undefined, new Map())[Symbol.asyncIterator]()
  const idle = setTimeout(() => parentPort?.close(), patience_ms)
  parentPort?.on('message', () => {
    clearTimeout(idle)
    void orTell(async () => give(await batches.next()))
  })
  const { name, table, follows, family, namesRows } = source
  tell({ opened: { name, table, follows, family, namesRows } })
})

function give({ done, value }: IteratorResult<ImportBatch>): void {
  tell(done ? { isDone: true } : { batch: value })
}

/** Sends faults of the file; other errors end the thread. */
async function orTell(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ImportFault)) throw error
    tell({ fault: error.message })
  }
}

function tell(message: FromThread): void {
  parentPort?.postMessage(message)
}
