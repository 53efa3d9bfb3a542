import { type Kysely, sql } from 'kysely'
import { dayIn, isListed } from './listings.days.ts'
import type { CountedLink } from './listings.ts'
import { changeListingsInPlace } from './sqlite.ranges.ts'
import { createTrigger } from './sqlite.trigger.ts'
import type { Tables } from './tables.ts'
import type { Trigger } from './trigger.ts'

const links = ['term', 'venue', 'organizer'] as const

/** Makes the tables `linked_days` and `linked_totals`, of the listings of links that there are and will be. */
export async function createLinkedDays(db: Kysely<Tables>): Promise<void> {
  const statements = [
    `create table linked_days (
       link text not null, target_id integer not null, day integer not null, events integer not null,
       primary key (link, target_id, day)) without rowid`,
    `create table linked_totals (
       link text not null, target_id integer not null, events integer not null,
       primary key (link, target_id)) without rowid`,
    ...fillLinked(links),
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
  await changeListingsInPlace(db)
  for (const trigger of links.flatMap(triggersOf)) await createTrigger(db, trigger)
}

/** Counts all listed events of some links, of which nothing is counted yet. */
export function fillLinked(some: readonly CountedLink[]): string[] {
  const days = some.map(
    (link) => `
      insert into linked_days (link, target_id, day, events)
      select '${link}', target_id, ${dayIn(`${link}_listings`, 'starts_at')}, count(*)
      from ${link}_listings where ${isListed(`${link}_listings`)} group by 2, 3`,
  )
  const totals = some.map(
    (link) => `
      insert into linked_totals (link, target_id, events)
      select link, target_id, sum(events) from linked_days where link = '${link}' group by target_id`,
  )
  return [...days, ...totals]
}

/** What counts all events anew by their listings, statement by statement, while there are no triggers. */
export const refillLinkedDays: readonly string[] = [
  'delete from linked_days',
  'delete from linked_totals',
  ...fillLinked([...links, 'cost']),
]

function triggersOf(link: CountedLink): Trigger[] {
  const on = `on ${link}_listings`
  const [isShown, wasShown] = [isListed('new'), isListed('old')]
  // What is listed on another day is made anew.
  const update = `update of status, hide_from_listings ${on}`
  const gain = countLinked(link, 'new', { target: 'new.target_id', by: 1 })
  const lose = countLinked(link, 'old', { target: 'old.target_id', by: -1 })
  const trigger = (name: string, after: string, when: string, statements: string[]) => ({
    name: `linked_days_${link}_${name}`,
    after,
    when,
    statements,
  })
  return [
    trigger('gain', `insert ${on}`, isShown, gain),
    trigger('lose', `delete ${on}`, wasShown, lose),
    trigger('show', update, `${isShown} and not ${wasShown}`, gain),
    trigger('hide', update, `${wasShown} and not ${isShown}`, lose),
  ]
}

/** Counts the event of a row, if it is listed, with a target; by less than nothing it is counted out. */
export function countLinked(
  link: CountedLink,
  row: 'new' | 'old',
  { target, by }: { target: string; by: 1 | -1 },
): string[] {
  return [
    `insert into linked_days (link, target_id, day, events)
     select '${link}', ${target}, ${dayIn(row, 'starts_at')}, ${by} where ${isListed(row)}
     on conflict (link, target_id, day) do update set events = events + excluded.events`,
    `insert into linked_totals (link, target_id, events)
     select '${link}', ${target}, ${by} where ${isListed(row)}
     on conflict (link, target_id) do update set events = events + excluded.events`,
  ]
}
