import { type Kysely, sql } from 'kysely'
import type { Writer } from './dialect.ts'
import type { Tables } from './tables.ts'

/** Tables that have a row or more for every event: their indexes are most of what a transaction has to write. */
export const filledTables = ['events', 'event_venues', 'event_organizers', 'event_terms'] as const

/** What a database has beside its tables and is sooner made when all rows are there. */
export interface Aside {
  /** Whether a calendar is being filled: there is the table that says what is left to be done. */
  isBegun(db: Kysely<Tables>): Promise<boolean>
  /** Indexes and triggers that are there, in the order in which they are to be made: how each is taken away and made. */
  find(tx: Writer): Promise<readonly { readonly drop: string; readonly make: string }[]>
  /** What makes anew what triggers would have kept in step. */
  readonly refills: readonly string[]
  /** Whether an index is made before that, as it is looked into. */
  readonly isFirst: (index: string) => boolean
  /** Whether others may write meanwhile, so that from the first refill to the last trigger it is one transaction. */
  readonly isShared: boolean
  /** What is done when all is there. */
  finish(tx: Writer): Promise<void>
}

/** Told of each part of what follows from a calendar that was filled: how many of them are made. */
export type OnFollowing = (done: number, total: number) => void

/** Whether there is nothing in the calendar yet, or somebody has begun to fill it and has not ended. */
export async function mayBeFilled(db: Kysely<Tables>, aside: Aside): Promise<boolean> {
  if (await aside.isBegun(db)) return true
  for (const table of ['items', 'terms'] as const) {
    if (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) return false
  }
  return true
}

/**
 * Takes away indexes of events and triggers that keep others in step with them: it takes a fraction of the time to make them
 * when everything is there. What is still to be done then is in the database, statement by statement. Unique indexes stay:
 * they say what may be written.
 */
export async function beginFilling(tx: Writer, aside: Aside): Promise<void> {
  // One that was broken off may have done some of it.
  const before = (await aside.isBegun(tx)) ? await waitingStatements(tx) : []
  const found = await aside.find(tx)
  await sql`create table if not exists filling (position integer primary key, statement text not null)`.execute(
    tx,
  )
  await sql`delete from filling`.execute(tx)
  const made = [...before.filter((each) => !aside.refills.includes(each)), ...found.map(({ make }) => make)]
  const triggers = made.filter(isTrigger)
  const indexes = made.filter((each) => !isTrigger(each))
  const statements = [
    ...indexes.filter(aside.isFirst),
    ...aside.refills,
    ...indexes.filter((each) => !aside.isFirst(each)),
    ...triggers,
  ]
  for (const [position, statement] of statements.entries())
    await sql`insert into filling (position, statement) values (${position}, ${statement})`.execute(tx)
  for (const { drop } of found) await sql.raw(drop).execute(tx)
}

function isTrigger(statement: string): boolean {
  return /^create trigger/i.test(statement)
}

/** Does what a filling has left to be done, each part a transaction: broken off, the next one goes on with it. */
export async function endFilling(
  write: <Result>(work: (tx: Writer) => Promise<Result>) => Promise<Result>,
  aside: Aside,
  told: OnFollowing = () => {},
): Promise<void> {
  const step = () => write((tx) => takeStep(tx, aside))
  let done = 0
  for (let waiting = await step(); waiting > 0; waiting = await step()) {
    done += 1
    told(done, done + waiting - 1)
  }
}

/** Does what is first; answers how much waited, that included. */
async function takeStep(tx: Writer, aside: Aside): Promise<number> {
  if (!(await aside.isBegun(tx))) return 0
  const waiting = await waitingStatements(tx)
  const [next] = waiting
  if (next === undefined) {
    await sql`drop table filling`.execute(tx)
    await aside.finish(tx)
    return 0
  }
  const step = aside.isShared && next === aside.refills[0] ? waiting : [next]
  for (const statement of step) await sql.raw(statement).execute(tx)
  await sql`delete from filling where position in (select position from filling order by position limit ${step.length})`.execute(
    tx,
  )
  return waiting.length - step.length + 1
}

async function waitingStatements(tx: Writer): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`select statement from filling order by position`.execute(
    tx,
  )
  return rows.map(({ statement }) => statement)
}
