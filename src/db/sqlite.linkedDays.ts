import { type Kysely, sql } from 'kysely'
import { dayIn, isListed } from './listings.days.ts'
import type { CountedLink } from './listings.ts'
import { changeListingsInPlace } from './sqlite.ranges.ts'
import { createTrigger } from './sqlite.trigger.ts'
import type { Tables } from './tables.ts'
import type { Trigger } from './trigger.ts'

const links: readonly CountedLink[] = ['term', 'venue', 'organizer']

/** Makes the tables `linked_days` and `linked_totals`, of the listings of links that there are and will be. */
export async function createLinkedDays(db: Kysely<Tables>): Promise<void> {
  const statements = [
    `create table linked_days (
       link text not null, target_id integer not null, day integer not null, events integer not null,
       primary key (link, target_id, day)) without rowid`,
    `create table linked_totals (
       link text not null, target_id integer not null, events integer not null,
       primary key (link, target_id)) without rowid`,
    ...fill,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
  await changeListingsInPlace(db)
  for (const trigger of links.flatMap(triggersOf)) await createTrigger(db, trigger)
}

const fill = [
  ...links.map(
    (link) => `
      insert into linked_days (link, target_id, day, events)
      select '${link}', target_id, ${dayIn(`${link}_listings`, 'starts_at')}, count(*)
      from ${link}_listings where ${isListed(`${link}_listings`)} group by 2, 3`,
  ),
  `insert into linked_totals (link, target_id, events)
   select link, target_id, sum(events) from linked_days group by link, target_id`,
]

/** What counts all events anew by their listings, statement by statement, while there are no triggers. */
export const refillLinkedDays: readonly string[] = [
  'delete from linked_days',
  'delete from linked_totals',
  ...fill,
]

function triggersOf(link: CountedLink): Trigger[] {
  const on = `on ${link}_listings`
  const [isShown, wasShown] = [isListed('new'), isListed('old')]
  // What is listed on another day is made anew.
  const update = `update of status, hide_from_listings ${on}`
  const trigger = (name: string, after: string, when: string, statements: string[]) => ({
    name: `linked_days_${link}_${name}`,
    after,
    when,
    statements,
  })
  return [
    trigger('gain', `insert ${on}`, isShown, count(link, 'new', 1)),
    trigger('lose', `delete ${on}`, wasShown, count(link, 'old', -1)),
    trigger('show', update, `${isShown} and not ${wasShown}`, count(link, 'new', 1)),
    trigger('hide', update, `${wasShown} and not ${isShown}`, count(link, 'old', -1)),
  ]
}

/** Counts the event of the row in, or out. */
function count(link: CountedLink, row: 'new' | 'old', by: 1 | -1): string[] {
  return [
    `insert into linked_days (link, target_id, day, events)
     values ('${link}', ${row}.target_id, ${dayIn(row, 'starts_at')}, ${by})
     on conflict (link, target_id, day) do update set events = events + excluded.events`,
    `insert into linked_totals (link, target_id, events) values ('${link}', ${row}.target_id, ${by})
     on conflict (link, target_id) do update set events = events + excluded.events`,
  ]
}
