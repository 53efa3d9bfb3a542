import { type Kysely, sql } from 'kysely'
import type { Writer } from './dialect.ts'
import type { Tables } from './tables.ts'

/** Tables that have a row or more for every event: their indexes are most of what a transaction writes. */
export const filledTables = ['events', 'event_venues', 'event_organizers', 'event_terms'] as const

/** The indexes, keys and triggers of a database that are quicker to make once all rows are there. */
export interface Postponed {
  /** Whether a calendar is being filled: then there is a table of the statements that are left to be executed. */
  isBegun(db: Kysely<Tables>): Promise<boolean>
  /** The statements that drop and make each existing index, key and trigger, in the order in which they are to be made. */
  find(tx: Writer): Promise<readonly { readonly drop: string; readonly make: string }[]>
  /** The statements that make up for what triggers would have done. */
  readonly refills: readonly string[]
  /** Whether other processes may write, so that everything from the first refill to the last trigger is one transaction. */
  readonly isShared: boolean
  /** Runs when everything has been made. */
  finish(tx: Writer): Promise<void>
}

/** Reports progress after a calendar was filled: how many of the parts are made. */
export type OnFollowing = (done: number, total: number) => void

/** Whether the calendar is empty, or is being filled. */
export async function mayBeFilled(db: Kysely<Tables>, postponed: Postponed): Promise<boolean> {
  if (await postponed.isBegun(db)) return true
  for (const table of ['items', 'terms'] as const) {
    if (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) return false
  }
  return true
}

/**
 * Drops the indexes of events, and the triggers that keep other tables up to date with them: making them once all rows are
 * there takes a fraction of the time. The statements for that are stored in the database. Unique indexes stay, as they are
 * constraints on what may be written.
 */
export async function beginFilling(tx: Writer, postponed: Postponed): Promise<void> {
  // An interrupted filling may have done some of it.
  const waiting = (await postponed.isBegun(tx)) ? await findWaiting(tx) : []
  const before = waiting.map(({ statement }) => statement)
  const found = await postponed.find(tx)
  await sql`create table if not exists filling (position integer primary key, statement text not null)`.execute(
    tx,
  )
  await sql`delete from filling`.execute(tx)
  // Refills run once, with the statements of this version.
  const left = postponed.refills.length > 0 ? before.filter(isOfSchema) : before
  const made = [...left, ...found.map(({ make }) => make)]
  const statements = [
    ...made.filter((each) => !isTrigger(each)),
    ...postponed.refills,
    ...made.filter(isTrigger),
  ]
  for (const [position, statement] of statements.entries())
    await sql`insert into filling (position, statement) values (${position}, ${statement})`.execute(tx)
  for (const { drop } of found) await sql.raw(drop).execute(tx)
}

function isOfSchema(statement: string): boolean {
  return /^(create|alter) /i.test(statement)
}

function isTrigger(statement: string): boolean {
  return /^create trigger/i.test(statement)
}

/** Executes the statements that a filling has left, each part a transaction: when interrupted, the next call goes on. */
export async function endFilling(
  write: <Result>(work: (tx: Writer) => Promise<Result>) => Promise<Result>,
  postponed: Postponed,
  told: OnFollowing = () => {},
): Promise<void> {
  const step = () => write((tx) => takeStep(tx, postponed))
  let [done, total] = [0, 0]
  for (let waiting = await step(); waiting > 0; waiting = await step()) {
    done += 1
    total = done + waiting - 1
    told(done, total)
  }
}

/** Carries out the next step; answers how many steps were left, this one included. */
async function takeStep(tx: Writer, postponed: Postponed): Promise<number> {
  if (!(await postponed.isBegun(tx))) return 0
  const waiting = await findWaiting(tx)
  const [next] = waiting
  if (next === undefined) {
    await sql`drop table filling`.execute(tx)
    await postponed.finish(tx)
    return 0
  }
  const isTogether = postponed.isShared && next.statement === postponed.refills[0]
  const step = isTogether ? waiting : [next]
  await carryOut(tx, step)
  return waiting.length - step.length + 1
}

interface Waiting {
  readonly position: number
  readonly statement: string
}

/** Each is removed from the list first: if another process has done so, it is executing it. */
async function carryOut(tx: Writer, step: readonly Waiting[]): Promise<void> {
  for (const { position, statement } of step) {
    const { rows } = await sql`delete from filling where position = ${position} returning position`.execute(
      tx,
    )
    if (rows.length > 0) await sql.raw(statement).execute(tx)
  }
}

async function findWaiting(tx: Writer): Promise<readonly Waiting[]> {
  const { rows } = await sql<Waiting>`select position, statement from filling order by position`.execute(tx)
  return rows
}
