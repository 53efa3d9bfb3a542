import { type Kysely, sql } from 'kysely'
import type { Database, Writer } from './dialect.ts'
import { linkedListings } from './listings.ts'
import { refillSearchIndex } from './sqlite.dialect.ts'
import { refillListings } from './sqlite.listings.ts'
import { assumeStatistics } from './sqlite.statistics.ts'
import type { Tables } from './tables.ts'

/** Tables that have a row or more for every event: their indexes are most of what a transaction has to write. */
const filled = [
  'events',
  'event_venues',
  'event_organizers',
  'event_terms',
  'listings',
  ...Object.keys(linkedListings),
]

/** What makes anew what triggers on these tables would have kept in step. */
const refills = [...refillListings, ...refillSearchIndex('events')]

/** Whether there is nothing in the calendar yet, or somebody has begun to fill it and has not ended. */
export async function mayBeFilled(db: Kysely<Tables>): Promise<boolean> {
  if (await isBeingFilled(db)) return true
  const { rows } = await sql`select 1 from items union all select 1 from terms limit 1`.execute(db)
  return rows.length === 0
}

/**
 * Takes away the indexes of events and the triggers that keep others in step with them: it takes a fraction of the time to
 * make them when everything is there. What is still to be done then is in the database, statement by statement. Unique
 * indexes stay: they say what may be written. Nobody else may use the database until {@link endFilling}.
 */
export async function beginFilling(tx: Writer): Promise<void> {
  // One that was broken off may have done some of it.
  const before = (await isBeingFilled(tx)) ? await waitingStatements(tx) : []
  const { rows: found } = await sql<{ type: string; name: string; sql: string }>`
    select type, name, sql from sqlite_schema
    where tbl_name in (${sql.join(filled)}) and type in ('index', 'trigger') and sql not like 'create unique %'`.execute(
    tx,
  )
  await sql`create table if not exists filling (position integer primary key, statement text not null)`.execute(
    tx,
  )
  await sql`delete from filling`.execute(tx)
  const made = [...before.filter((each) => !refills.includes(each)), ...found.map((each) => each.sql)]
  const [triggers, indexes] = [made.filter(isTrigger), made.filter((each) => !isTrigger(each))]
  for (const statement of [...refills, ...indexes, ...triggers])
    await sql`insert into filling (statement) values (${statement})`.execute(tx)
  for (const { type, name } of found) await sql`drop ${sql.raw(type)} ${sql.ref(name)}`.execute(tx)
}

function isTrigger(statement: string): boolean {
  return /^create trigger/i.test(statement)
}

/** Told of each part of what follows from a calendar that was filled: how many of them are made. */
export type OnFollowing = (done: number, total: number) => void

/** Does what a filling has left to be done, each part a transaction: broken off, the next one goes on with it. */
export async function endFilling(write: Database['write'], told: OnFollowing = () => {}): Promise<void> {
  const step = () => write(takeStep, 'aside')
  let done = 0
  for (let waiting = await step(); waiting > 0; waiting = await step()) {
    done += 1
    told(done, done + waiting - 1)
  }
}

/** Does what is first; answers how much waited, that included. */
async function takeStep(tx: Writer): Promise<number> {
  if (!(await isBeingFilled(tx))) return 0
  const waiting = await waitingStatements(tx)
  const [next] = waiting
  if (next === undefined) {
    await sql`drop table filling`.execute(tx)
    // What SQLite was told about an index has gone with it.
    await assumeStatistics(tx)
    return 0
  }
  await sql.raw(next).execute(tx)
  await sql`delete from filling where position = (select min(position) from filling)`.execute(tx)
  return waiting.length
}

async function isBeingFilled(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql`select 1 from sqlite_schema where type = 'table' and name = 'filling'`.execute(
    db,
  )
  return rows.length > 0
}

async function waitingStatements(tx: Writer): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`select statement from filling order by position`.execute(
    tx,
  )
  return rows.map(({ statement }) => statement)
}
