// The thread that `imports.readingThread.ts` starts.
import { parentPort, workerData } from 'node:worker_threads'
import type { ThreadData } from './imports.readingThread.ts'
import { readFor } from './imports.reader.ts'

if (parentPort) await readFor(parentPort, workerData as ThreadData)
