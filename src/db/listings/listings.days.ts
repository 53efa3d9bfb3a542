import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'
import { listed, listingFlagNames } from './listings.ts'
import type { Tables } from '../tables.ts'

/**
 * How many events that lists show to everybody start on a day of UTC, and how many end on it: all of them, and those with each
 * flag. Triggers keep it up to date: the program never writes here.
 */
export interface ListedDaysTable extends Readonly<Record<CountedFlag, number>> {
  readonly edge: Edge
  /** See {@link dayOf}. */
  readonly day: number
  readonly events: number
}

/** A flag of listings by which events are counted. */
export type CountedFlag = (typeof countedFlags)[number]

export const countedFlags = ['featured', ...listingFlagNames] as const

/** The start or the end of an event. */
export type Edge = (typeof edges)[number]

export const edges = ['starts_at', 'ends_at'] as const

/** The length of a day of UTC, in seconds. */
export const day_s = 86_400

/** The seconds from the beginning of the year 0, before any event, to that of 1970. */
const beginning_s = 62_167_219_200

/** The number of the day of a moment in epoch seconds: 0 is the first of January of the year 0. */
export function dayOf(at: number): number {
  return Math.floor((at + beginning_s) / day_s)
}

/** The first second of the day with this number, in epoch seconds. */
export function startOfDay(day: number): number {
  return day * day_s - beginning_s
}

/** The number of the day of a row’s edge, in SQL. Both databases round down when they divide numbers that are not negative. */
export const dayIn = (row: string, edge: Edge): string => `((${row}.${edge} + ${beginning_s}) / ${day_s})`

/** The condition, in SQL, that lists show the event of a row to everybody. */
export const isListed = (row: string): string => `(${listed(`${row}.`)})`

/** Adds the event of the row to the counts of both of its days, or takes it away. */
const count = (row: 'new' | 'old') => `
  insert into listed_days (edge, day, events)
  select edge, day, ${row === 'new' ? 1 : -1} from (
    ${edges.map((edge) => `select '${edge}' as edge, ${dayIn(row, edge)} as day`).join(' union all ')}) as days
  where ${isListed(row)}
  on conflict (edge, day) do update set events = listed_days.events + excluded.events`

const fillListedDays = edges.map(
  (edge) => `
    insert into listed_days (edge, day, events)
    select '${edge}', ${dayIn('listings', edge)}, count(*) from listings where ${isListed('listings')} group by 1, 2`,
)

/** The names of the triggers on events, which have no flags. */
export const triggersOfEvents = ['insert', 'update', 'delete'].map((event) => `listed_days_${event}`)

/** Makes the table `listed_days`, its rows and its triggers; `countFlags` adds the flags. */
export async function createListedDays(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('listed_days')
    .addColumn('edge', dialect.text, (column) => column.notNull())
    .addColumn('day', 'integer', (column) => column.notNull())
    .addColumn('events', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('listed_days_key', ['edge', 'day'])
    .execute()
  for (const statement of fillListedDays) await sql.raw(statement).execute(db)
  const columns = [...edges, 'status', 'hide_from_listings']
  await dialect.createTrigger(db, {
    name: 'listed_days_insert',
    after: 'insert on events',
    when: isListed('new'),
    statements: [count('new')],
  })
  await dialect.createTrigger(db, {
    name: 'listed_days_update',
    after: `update of ${columns.join(', ')} on events`,
    when: columns.map((name) => `new.${name} <> old.${name}`).join(' or '),
    statements: [count('old'), count('new')],
  })
  await dialect.createTrigger(db, {
    name: 'listed_days_delete',
    after: 'delete on events',
    when: isListed('old'),
    statements: [count('old')],
  })
}
