import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { type Caller, can } from '../auth/rights.ts'
import type { Reader } from '../db/dialect.ts'

/** Whether a row of the table of events has another password than the one with the digest, which the reader has sent. */
function isLocked(row: string, digest: string | undefined): RawBuilder<SqlBool> {
  const password = sql.ref(`${row}.password_digest`)
  const others = digest === undefined ? sql`` : sql`and ${password} <> ${digest}`
  return sql<SqlBool>`(${password} > '' ${others})`
}

/** The ids of the events that are closed to who sent this digest, or none: few, and an index has them. */
export function closedTo(digest: string | undefined): RawBuilder<unknown> {
  return sql`select id from events as locked where ${isLocked('locked', digest)}`
}

/** The ids of the events whose contents the caller may not see without a password, as they may not edit them; undefined for none. */
export function closedToOthersThan(caller: Caller): RawBuilder<unknown> | undefined {
  return can(caller, 'edit_others') ? undefined : sql`${closedTo(undefined)} and author_id <> ${caller.id}`
}

/** Whether there is any event in the query. */
export async function hasAny(db: Reader, ids: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql`${ids} limit 1`.execute(db)
  return rows.length > 0
}
