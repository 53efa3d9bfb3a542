import { DatabaseBusy, DatabaseFull } from '../unavailable.ts'

/** SQLITE_BUSY and SQLITE_FULL: the first byte of SQLite's extended result codes says what kind of failure it is. */
const resultCodes = { busy: 5, full: 13 } as const

/** The error for the caller: {@link DatabaseBusy} or {@link DatabaseFull}; any other as it is. */
export function explained(error: unknown): unknown {
  if (isFailure(error, 'busy')) return new DatabaseBusy({ cause: error })
  return isFailure(error, 'full') ? new DatabaseFull({ cause: error }) : error
}

/** Whether SQLite has failed for this reason. */
export function isFailure(error: unknown, kind: keyof typeof resultCodes): boolean {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0
  return (code & 0xff) === resultCodes[kind]
}
