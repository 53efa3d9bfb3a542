// In the place of `src/writes.thread.ts`: begins to write what it is asked for, and dies of it.
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { FromThread, ThreadData } from '../../src/writes.ts'

const { config } = workerData as ThreadData
const file = new DatabaseSync(config.databaseUrl)
parentPort?.on('message', () => {
  file.exec(`begin immediate; update users set login = 'somebody else'`)
  throw new Error('The thread dies.')
})
parentPort?.postMessage({ isReady: true } satisfies FromThread)
