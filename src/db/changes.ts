import { type Generated, type Kysely, sql } from 'kysely'
import type { Dialect, Reader } from './dialect.ts'
import type { Tables } from './tables.ts'
import { inserted, type Trigger } from './trigger.ts'

/**
 * Which events have changed, one after the other, in what lists and searches choose them by; an event that is gone has
 * changed too. The database itself writes here, and keeps the latest alone.
 */
export interface EventChangesTable {
  readonly number: Generated<number>
  readonly event_id: number
}

/** As many are kept: who is further behind looks at all events, which then takes no longer. */
const keptChanges = 4096

/** And so many more: those are taken away together. */
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

/** What notes which events have come. */
export const eventsInserted: Trigger = {
  name: 'event_changes_insert',
  after: 'insert on events',
  statements: [note('new')],
  together: [`insert into event_changes (event_id) select new.id from ${inserted}`],
}

/** Makes the table `event_changes`, of changes from now on. The first that it has is none, so that there always is a last one. */
export async function createEventChanges(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('event_changes')
    .addColumn('number', dialect.generatedId)
    .addColumn('event_id', 'bigint', (column) => column.notNull())
    .execute()
  await db.insertInto('event_changes').values({ event_id: 0 }).execute()
  await dialect.createTrigger(db, {
    name: 'event_changes_kept',
    after: 'insert on event_changes',
    when: `new.number % ${takenAway} = 0`,
    statements: [`delete from event_changes where number <= new.number - ${keptChanges}`],
  })
  const changes = {
    update: {
      after: `update of ${columns.join(', ')} on events`,
      when: isChanged,
      statements: [note('new')],
    },
    delete: { after: 'delete on events', statements: [note('old')] },
  }
  await dialect.createTrigger(db, eventsInserted)
  for (const [name, change] of Object.entries(changes))
    await dialect.createTrigger(db, { name: `event_changes_${name}`, ...change })
}

/** How far the changes of events have come for somebody who reads: whatever they read from then on has all of these. */
export interface Moment {
  /** The number of the last one. */
  readonly last: number
  /** And of the earliest since which it is known what has changed. */
  readonly first: number
  /** The ids of the events that have changed after the one with this number; undefined where these are too many to catch up with. */
  changedSince(number: number): readonly number[] | undefined
}

/** Changes as they are read, the latest of them kept. */
export class Changes {
  #last = 0
  #latest: readonly Change[] = []

  /** Undefined for who reads a replica that is behind what somebody has read before. */
  async now(db: Reader): Promise<Moment | undefined> {
    const from = this.#last
    const { rows } = await sql<Change>`select number, event_id as id from event_changes
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

/** The number of the last change that there is. */
export async function lastChange(db: Reader): Promise<number> {
  const { rows } = await sql<{ last: number }>`select max(number) as last from event_changes`.execute(db)
  return rows[0]?.last ?? 0
}

interface Change {
  readonly number: number
  readonly id: number
}
