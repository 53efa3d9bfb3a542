import { type Generated, type Kysely, sql } from 'kysely'
import type { Reader } from './dialect.ts'
import { linkSources } from './eventLinks.ts'
import type { ListingFlagName } from './listings/listings.ts'
import type { EventsTable, Tables } from './tables.ts'
import { type CreateTrigger, inserted, type Trigger } from './trigger.ts'

/** A log of events that have changed in some respect. Triggers write it, and keep only the latest changes. */
export interface ChangesTable {
  readonly number: Generated<number>
  readonly event_id: number
}

/** Links of which it is logged whose have changed, each with the table of what is linked. */
export const loggedLinks = { venue: 'venues', organizer: 'organizers', term: 'terms' } as const
export type LoggedLink = keyof typeof loggedLinks

/** The log of events that have got other links of a kind, without what removed events and removed records had. */
export const logOf = <Link extends LoggedLink>(link: Link) => `event_${link}_changes` as const

/** A log: of links, or `event_changes` of events whose columns for lists and searches have changed, removed events included. */
export type ChangeLog = 'event_changes' | ReturnType<typeof logOf<LoggedLink>>

export const changeLogs: readonly ChangeLog[] = [
  'event_changes',
  ...(Object.keys(loggedLinks) as LoggedLink[]).map((link) => logOf(link)),
]

/** Flags that lists may be filtered by, and that each change with an event of their own (not many with one venue). */
export const spanFlags = ['featured', 'ticketed'] as const satisfies readonly (
  | keyof EventsTable
  | ListingFlagName
)[]
export type SpanFlag = (typeof spanFlags)[number]

/** How many changes are kept: a reader that is further behind looks at all events, which then takes no longer. */
const keptChanges = 4096

/** How many more there may be, until the oldest are removed together. */
const takenAway = 64

const columns = [
  'starts_at',
  'ends_at',
  'status',
  'hide_from_listings',
  'password_digest',
  'title_folded',
  'folded',
] as const

const isChanged = columns.map((name) => `new.${name} is distinct from old.${name}`).join(' or ')
const note = (row: 'new' | 'old') => `insert into event_changes (event_id) values (${row}.id)`

/** The trigger that logs new events. */
const eventsInserted: Trigger = {
  name: 'event_changes_insert',
  after: 'insert on events',
  statements: [note('new')],
  together: [`insert into event_changes (event_id) select new.id from ${inserted}`],
}

/** The trigger that logs events that somebody else has got: of those that are not published, lists show people their own. */
const authorsChanged: Trigger = {
  name: 'event_changes_author',
  after: 'update of author_id on events',
  when: 'new.author_id <> old.author_id',
  statements: [note('new')],
}

/** The trigger that logs events whose flags have changed, as far as these are kept beside their spans. */
const flagsChanged: Trigger = {
  name: 'event_changes_flags',
  after: `update of ${spanFlags.join(', ')} on listings`,
  when: spanFlags.map((flag) => `new.${flag} <> old.${flag}`).join(' or '),
  statements: [note('new')],
}

const eventsChanged: Trigger = {
  name: 'event_changes_update',
  after: `update of ${columns.join(', ')} on events`,
  when: isChanged,
  statements: [note('new')],
}

const eventsDeleted: Trigger = {
  name: 'event_changes_delete',
  after: 'delete on events',
  statements: [note('old')],
}

/** What makes a log in one of the two kinds of databases. */
interface LogMaker {
  /** The type of a generated key. */
  readonly generatedId: string
  readonly createTrigger: CreateTrigger
}

/** Makes all logs and the triggers that write them; `listings` are there. */
export async function createChangeLogs(db: Kysely<Tables>, maker: LogMaker): Promise<void> {
  await createLog(db, maker, 'event_changes')
  for (const trigger of [eventsInserted, eventsChanged, eventsDeleted, authorsChanged, flagsChanged])
    await maker.createTrigger(db, trigger)
  for (const link of Object.keys(loggedLinks) as LoggedLink[]) await createLinkLog(db, maker, link)
}

async function createLinkLog(db: Kysely<Tables>, maker: LogMaker, link: LoggedLink): Promise<void> {
  const log = logOf(link)
  const { table, id } = linkSources[link]
  await createLog(db, maker, log)
  await maker.createTrigger(db, {
    name: `${log}_insert`,
    after: `insert on ${table}`,
    statements: [`insert into ${log} (event_id) values (new.event_id)`],
    together: [`insert into ${log} (event_id) select new.event_id from ${inserted}`],
  })
  await maker.createTrigger(db, {
    name: `${log}_delete`,
    after: `delete on ${table}`,
    // Nobody looks for what has been removed, and it may have had more events than there is room for.
    statements: [
      `insert into ${log} (event_id) select old.event_id
       where exists (select 1 from events where id = old.event_id)
       and exists (select 1 from ${loggedLinks[link]} where id = old.${id})`,
    ],
  })
}

/** A log begins with a row that is no change, so that there always is a last one. */
async function createLog(db: Kysely<Tables>, maker: LogMaker, log: ChangeLog): Promise<void> {
  await sql.raw(`create table ${log} (number ${maker.generatedId}, event_id bigint not null)`).execute(db)
  await db.insertInto(log).values({ event_id: 0 }).execute()
  await maker.createTrigger(db, {
    name: `${log}_kept`,
    after: `insert on ${log}`,
    when: `new.number % ${takenAway} = 0`,
    statements: [`delete from ${log} where number <= new.number - ${keptChanges}`],
  })
}

/** How far the log was when somebody began to read: whatever they read afterwards includes all changes up to it. */
export interface Moment {
  /** The number of the last change. */
  readonly last: number
  /** The number of the earliest change since which all changes are known. */
  readonly first: number
  /** The ids of the events that have changed after the change with this number; undefined where they are too many. */
  changedSince(number: number): readonly number[] | undefined
}

/** Reads a log, and keeps its latest changes in memory. */
export class Changes {
  readonly #log: ChangeLog
  #last = 0
  #latest: readonly Change[] = []

  constructor(log: ChangeLog) {
    this.#log = log
  }

  /** How far the log is for this reader; undefined on a replica that is behind what has been read before. */
  async now(db: Reader): Promise<Moment | undefined> {
    const from = this.#last
    const { rows } = await sql<Change>`select number, event_id as id from ${sql.table(this.#log)}
      where number >= ${from} order by number`.execute(db)
    const last = rows.at(-1)?.number
    if (last === undefined) return undefined
    this.#add(rows)
    const latest = this.#latest
    const first = latest[0]?.number ?? 0
    return {
      last,
      first,
      changedSince: (number) =>
        number < first
          ? undefined
          : [...new Set(latest.filter((change) => change.number > number).map(({ id }) => id))],
    }
  }

  #add(rows: readonly Change[]): void {
    const [first] = rows
    const known = this.#last
    const follows = first && first.number <= known
    const latest = follows ? [...this.#latest, ...rows.filter(({ number }) => number > known)] : rows
    this.#latest = latest.slice(-keptChanges)
    this.#last = Math.max(known, rows.at(-1)?.number ?? 0)
  }
}

/** The number of the last change. */
export async function lastChange(db: Reader): Promise<number> {
  const { rows } = await sql<{ last: number }>`select max(number) as last from event_changes`.execute(db)
  return rows[0]?.last ?? 0
}

interface Change {
  readonly number: number
  readonly id: number
}
