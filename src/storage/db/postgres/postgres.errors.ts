import { DatabaseError } from 'pg'
import { DatabaseAway, DatabaseBusy, DatabaseFull } from '../unavailability.ts'

/** The transaction lost to another one and has been undone: repeated as a whole, it may succeed. */
export class TransactionConflict extends Error {
  override readonly name = 'TransactionConflict'

  constructor(options?: ErrorOptions) {
    super('The transaction was undone in favour of another one.', options)
  }
}

/** SQLSTATEs of failures that may pass (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const meanings: readonly (readonly [RegExp, new (options: ErrorOptions) => Error])[] = [
  // Serialization failure, deadlock.
  [/^(40001|40P01|0A000)$/, TransactionConflict],
  // Statement timeout, lock timeout, too many connections.
  [/^(57014|55P03|53300)$/, DatabaseBusy],
  // Disk full.
  [/^53100$/, DatabaseFull],
  // Connection lost or turned away, server shutting down, crashed or starting; idle in a transaction for too long; a
  // standby, after a failover; a statement prepared before its table had other columns, which another connection prepares anew.
  [/^(08...|57P0[1235]|25P03|25006|28...|3D000)$/, DatabaseAway],
]

/** The message of the pool when no connection became free in time. */
const waitedInVain = 'timeout exceeded when trying to connect'

/** What a failed statement means for who asked: a passing failure as what it is, any other error as it came. */
export function explained(error: unknown): unknown {
  if (error instanceof DatabaseError) {
    const [, Meaning] = meanings.find(([code]) => code.test(error.code ?? '')) ?? []
    return Meaning ? new Meaning({ cause: error }) : error
  }
  return error instanceof Error && isOfConnection(error) ? new DatabaseAway({ cause: error }) : error
}

/** The same when no connection could be had. */
export function explainedConnecting(error: unknown): unknown {
  if (error instanceof DatabaseError) return explained(error)
  const isBusy = error instanceof Error && error.message === waitedInVain
  return isBusy ? new DatabaseBusy({ cause: error }) : new DatabaseAway({ cause: error })
}

/** Whether the connection is at fault rather than the statement: by the code of the system, or the message of the driver. */
function isOfConnection(error: Error): boolean {
  return 'syscall' in error || /connection|not queryable|timeout|terminated/i.test(error.message)
}
