import { type Kysely, sql } from 'kysely'
import type { Writer } from './dialect.ts'
import type { Tables } from './tables.ts'

/** Tables that have a row or more for every event: their indexes are most of what a transaction has to write. */
export const filledTables = ['events', 'event_venues', 'event_organizers', 'event_terms'] as const

/** What a database has beside its tables and is sooner made when all rows are there. */
export interface Aside {
  /** Whether a calendar is being filled: there is the table that says what is left to be done. */
  isBegun(db: Kysely<Tables>): Promise<boolean>
  /** Indexes, keys and triggers that are there, in the order in which they are to be made: how each is taken away and made. */
  find(tx: Writer): Promise<readonly { readonly drop: string; readonly make: string }[]>
  /** What makes anew what triggers would have kept in step. */
  readonly refills: readonly string[]
  /** Whether an index is made before that, as it is looked into. */
  readonly isFirst: (statement: string) => boolean
  /** Whether it takes as long as all of the rest, and may be made meanwhile: see {@link makeBeside}. */
  readonly isBeside: (statement: string) => boolean
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
  const waiting = (await aside.isBegun(tx)) ? await findWaiting(tx) : []
  const before = waiting.map(({ statement }) => statement)
  const found = await aside.find(tx)
  await sql`create table if not exists filling (position integer primary key, statement text not null)`.execute(
    tx,
  )
  await sql`delete from filling`.execute(tx)
  // What is refilled is so once, by the words of this version.
  const left = aside.refills.length > 0 ? before.filter(isOfSchema) : before
  const made = [...left, ...found.map(({ make }) => make)]
  const beside = made.filter(aside.isBeside)
  const triggers = made.filter(isTrigger)
  const others = made.filter((each) => !isTrigger(each) && !aside.isBeside(each))
  const statements = [
    ...others.filter(aside.isFirst),
    ...aside.refills,
    ...others.filter((each) => !aside.isFirst(each)),
    ...triggers,
    ...beside,
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

/** Does what a filling has left to be done, each part a transaction: broken off, the next one goes on with it. */
export async function endFilling(
  write: <Result>(work: (tx: Writer) => Promise<Result>) => Promise<Result>,
  aside: Aside,
  told: OnFollowing = () => {},
): Promise<void> {
  const step = () => write((tx) => takeStep(tx, aside))
  let [done, total] = [0, 0]
  for (let waiting = await step(); waiting > 0; waiting = await step()) {
    done += 1
    total = done + waiting - 1
    told(done, total)
  }
  // The last of it may have been made beside.
  if (done < total) told(total, total)
}

/** Makes what may be made while {@link endFilling} is at work. Who comes to it meanwhile waits until it is there, or lost. */
export async function makeBeside(tx: Writer, aside: Aside): Promise<void> {
  const waiting = await findWaiting(tx)
  await carryOut(
    tx,
    waiting.filter(({ statement }) => aside.isBeside(statement)),
  )
}

/** Does what is first; answers how much waited, that included. */
async function takeStep(tx: Writer, aside: Aside): Promise<number> {
  if (!(await aside.isBegun(tx))) return 0
  const waiting = await findWaiting(tx)
  const [next] = waiting
  if (next === undefined) {
    await sql`drop table filling`.execute(tx)
    await aside.finish(tx)
    return 0
  }
  const isTogether = aside.isShared && next.statement === aside.refills[0]
  const step = isTogether ? waiting.filter(({ statement }) => !aside.isBeside(statement)) : [next]
  await carryOut(tx, step)
  return waiting.length - step.length + 1
}

interface Waiting {
  readonly position: number
  readonly statement: string
}

/** Each is taken off the list first: where somebody else has done so, it is theirs. */
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
