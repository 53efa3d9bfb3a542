// The thread that `writes.ts` starts: the same rooms, with database connections of their own and without a server.
import { parentPort, workerData } from 'node:worker_threads'
import { createAnswerer } from './app.ts'
import { limitsOf } from './config.ts'
import { openDatabase } from './db/open.ts'
import type { Call } from './http/call.ts'
import { openLog } from './log.ts'
import { Metrics } from './metrics/metrics.ts'
import { WriteTally } from './metrics/writes.ts'
import type { FromThread, ThreadData, ToThread } from './writes.ts'

const { config, base, memory } = workerData as ThreadData
const { log, close: closeLog } = openLog(config, base)
const db = await openDatabase(config.databaseUrl, limitsOf(config))
const metrics = new Metrics(new WriteTally(memory))
const answerer = await createAnswerer({ config, db, log, metrics, now: () => Temporal.Now.instant() })

parentPort?.on('message', (told: ToThread) => {
  if ('ends' in told) void end()
  else void answer(told)
})
tell({ isReady: true })

async function answer({ number, call, caller }: Exclude<ToThread, { ends: true }>): Promise<void> {
  try {
    tell({ number, reply: await answerer.answer(withBuffer(call), caller) })
  } catch (error) {
    tell({ number, error })
  }
}

/** Makes the body a Buffer again: between threads it becomes a plain Uint8Array. */
function withBuffer(call: Call): Call {
  return call.body instanceof Uint8Array ? { ...call, body: Buffer.from(call.body.buffer) } : call
}

async function end(): Promise<void> {
  await answerer.close()
  await db.close()
  await closeLog()
  // Nothing else keeps the thread alive.
  parentPort?.close()
}

function tell(message: FromThread): void {
  parentPort?.postMessage(message)
}
