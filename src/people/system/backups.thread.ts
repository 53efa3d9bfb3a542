// The thread that `backups.ts` starts: copies a calendar and reads all of the copy, of 100,000 events for six seconds without a pause.
import { parentPort, workerData } from 'node:worker_threads'
import { backUp } from '../../storage/db/backup.ts'
import { messageOf } from '../../pure/text/errorDetails.ts'
import type { BackupDone, BackupOrder } from './backups.ts'

const { from, file } = workerData as BackupOrder

const done: BackupDone = await backUp(from, file).then(
  () => ({}),
  (error: unknown) => ({ fault: messageOf(error) }),
)
parentPort?.postMessage(done)
