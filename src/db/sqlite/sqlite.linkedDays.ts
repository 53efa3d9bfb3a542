import { type Kysely, sql } from 'kysely'
import { fillLinked, linkedDaysTriggers } from '../listings/listings.linkedDays.ts'
import { changeListingsInPlace } from './sqlite.ranges.ts'
import { createTrigger } from './sqlite.trigger.ts'
import type { Tables } from '../tables.ts'

/** Makes the tables `linked_days` and `linked_totals`, their rows and their triggers. */
export async function createLinkedDays(db: Kysely<Tables>): Promise<void> {
  const statements = [
    `create table linked_days (
       link text not null, target_id integer not null, day integer not null, events integer not null,
       primary key (link, target_id, day)) without rowid`,
    `create table linked_totals (
       link text not null, target_id integer not null, events integer not null,
       primary key (link, target_id)) without rowid`,
    ...fillLinked(),
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
  await changeListingsInPlace(db)
  for (const trigger of linkedDaysTriggers) await createTrigger(db, trigger)
}
