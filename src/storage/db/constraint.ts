import { codeOf } from '../../pure/text/errorDetails.ts'

/** The first byte of SQLite's extended result codes says what kind of failure it is; 19 is SQLITE_CONSTRAINT. */
const sqliteConstraint = 19

/** The classes of PostgreSQL's codes for violated constraints, and for keys longer than an index takes (its manual, appendix A). */
const postgresConstraints = /^(23|54)/

/** Whether a write failed because of what it wrote: the same never works, while others may. */
export function isConstraintFailure(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  if ('errcode' in error) return Number(error.errcode) % 256 === sqliteConstraint
  return postgresConstraints.test(codeOf(error) ?? '')
}
