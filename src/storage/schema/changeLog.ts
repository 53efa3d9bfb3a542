import type { Generated } from 'kysely'
import { columnsOf, columnsWhere } from '../../fields/declare.ts'
import { eventFields } from '../../fields/events.fields.ts'
import type { Field } from '../../fields/field.ts'
import { categoryFields } from '../../fields/terms.fields.ts'
import { venueFields } from '../../fields/venues.fields.ts'
import type { Trigger } from './trigger.ts'
import type { EventsTable, TicketsTable } from './tables.ts'

/**
 * What has changed: an event in anything that is shown of it or by which lists choose it; a venue in its place or in who may see it; what
 * a term is below, or how many events it says it has. A record that is removed takes its links with it, and so is told apart from one that has changed.
 */
export const changeKinds = [
  'event',
  'venue',
  'term',
  'counted term',
  'removed venue',
  'removed organizer',
  'removed term',
] as const
export type ChangeKind = (typeof changeKinds)[number]

/**
 * The log of what has changed, which each process follows with what it derives from rows: among 100,000 events the index takes 2 ms
 * after a change, and 1.6 s to read everything anew. Triggers write it, in the transaction of the change, so that no way of writing can
 * leave it out but that of `db/copy.ts`, which has it begin anew; it keeps the latest rows only. Rows become visible in the order of
 * their numbers, as transactions run one after the other, those `aside` too: on SQLite they take the file, on PostgreSQL an advisory
 * lock until the commit.
 */
export interface ChangeLogTable {
  readonly number: Generated<number>
  /** Drawn at random: with it a row is known to be the same, and not one of a database that was restored. */
  readonly token: Generated<number>
  readonly kind: ChangeKind
  readonly id: number
}

/** How many rows are kept: who is further behind reads everything anew, which then takes no longer. */
export const keptChanges = 20_000

/** How many more there may be, until the oldest are removed together. */
const removedTogether = 64

const byFilter = ({ filter }: Field) => filter

/** Columns of events that are shown, or by which lists choose, count or order events: each that the index reads is among them. */
export const eventColumns: readonly string[] = [
  ...new Set<string>([
    ...columnsOf(eventFields),
    ...([
      'author_id',
      'status',
      'status_before',
      'slug',
      'title',
      'title_folded',
      'description',
      'date_at',
      'modified_at',
      'image_id',
      'folded',
      'all_day',
      'timezone',
      'timezone_abbr',
      'start_wall',
      'end_wall',
      'starts_at',
      'ends_at',
      'cost',
      'cost_kind',
      'website',
      'password_digest',
      'sequence',
      'uid',
      'trashed_at',
      'previous_starts',
      'series_id',
      'series_key',
      'series_changed',
      'registration_shown',
    ] as const satisfies readonly (keyof EventsTable)[]),
  ]),
]

/** The same of tickets: all of them. */
export const ticketColumns = [
  'event_id',
  'status',
  'kind',
  'name',
  'description',
  'price',
  'currency',
  'capacity',
  'sale_start_at',
  'sale_end_at',
  'url',
  'position',
  'created_at',
  'modified_at',
] as const satisfies readonly (keyof TicketsTable)[]
/** The same of venues. */
export const venueColumns = [...columnsWhere(venueFields, byFilter), 'status_before']

/** The table, in a `from`, of all rows that a statement has inserted, each as `new`. */
const inserted = 'inserted as new'

const differs = (columns: readonly string[]) =>
  columns.map((name) => `new.${name} is distinct from old.${name}`).join(' or ')
const note = (kind: ChangeKind, id: string) => `insert into changes (kind, id) values ('${kind}', ${id})`
const noteAll = (kind: ChangeKind, id: string) =>
  `insert into changes (kind, id) select '${kind}', ${id} from ${inserted}`

function onInsert(table: string, kind: ChangeKind, id = 'id'): Trigger {
  return {
    name: `changes_${table}_insert`,
    after: `insert on ${table}`,
    statements: [note(kind, `new.${id}`)],
    together: [noteAll(kind, `new.${id}`)],
  }
}

function onUpdate(table: string, kind: ChangeKind, columns: readonly string[]): Trigger {
  return {
    name: `changes_${table}_update`,
    after: `update of ${columns.join(', ')} on ${table}`,
    when: differs(columns),
    statements: [note(kind, 'new.id')],
  }
}

function onDelete(table: string, kind: ChangeKind): Trigger {
  return { name: `changes_${table}_delete`, after: `delete on ${table}`, statements: [note(kind, 'old.id')] }
}

/** A link that goes with a removed event or record is not logged: there may be very many, and the removal itself is. */
function onUnlink(table: string, column: string, linked: string): Trigger {
  return {
    name: `changes_${table}_delete`,
    after: `delete on ${table}`,
    statements: [
      `insert into changes (kind, id) select 'event', old.event_id
       where exists (select 1 from events where id = old.event_id)
       and exists (select 1 from ${linked} where id = old.${column})`,
    ],
  }
}

/** In whatever column: the order of links is shown, too. */
function onRelink(table: string): Trigger {
  return {
    name: `changes_${table}_update`,
    after: `update on ${table}`,
    statements: [note('event', 'old.event_id'), note('event', 'new.event_id')],
  }
}

/** That the present transaction has touched more than events: once, as it may touch many rows. */
const widen = 'update revision set wide = number where wide < number'

/** Whatever is done to a table, or what changes a row in one of these columns, may be seen beside events. */
function onAny(table: string, columns?: readonly string[]): readonly Trigger[] {
  const of = columns ? `of ${columns.join(', ')} ` : ''
  const when = columns ? { when: differs(columns) } : {}
  return [
    { name: `wide_${table}_insert`, after: `insert on ${table}`, statements: [widen], together: [widen] },
    { name: `wide_${table}_update`, after: `update ${of}on ${table}`, ...when, statements: [widen] },
    { name: `wide_${table}_delete`, after: `delete on ${table}`, statements: [widen] },
  ]
}

/**
 * The tables of which answers show something that is no event’s, by the columns that matter where not all do: kept answers outlive
 * transactions that touch none of these, and no event that they are made of (`index/steps.ts`).
 */
export const widening = {
  venues: undefined,
  organizers: undefined,
  media: undefined,
  media_sources: undefined,
  settings: undefined,
  fields: undefined,
  installation: undefined,
  redirects: undefined,
  users: ['login', 'name', 'slug'],
  // Not how many events they say they have, which is told term by term.
  terms: ['taxonomy', 'name', 'name_folded', 'slug', 'description', 'parent', 'color', 'folded'],
  // Not `sequence` and `modified_at`, which dates raise: no answer that is kept beyond a change shows them.
  series: [
    'author_id',
    'title',
    'template',
    'password_digest',
    'timezone',
    'all_day',
    'start_wall',
    'duration',
    'recurrence',
    'laid_until',
    'rule_from',
    'created_at',
    'continues',
  ],
} as const satisfies Readonly<Record<string, readonly string[] | undefined>>

const wideTriggers = Object.entries<readonly string[] | undefined>(widening).flatMap(([table, columns]) =>
  onAny(table, columns),
)

/** The triggers that write the log. */
export const changeLogTriggers: readonly Trigger[] = [
  ...wideTriggers,
  onInsert('events', 'event'),
  onUpdate('events', 'event', eventColumns),
  onDelete('events', 'event'),
  onInsert('event_venues', 'event', 'event_id'),
  onRelink('event_venues'),
  onUnlink('event_venues', 'venue_id', 'venues'),
  onInsert('event_organizers', 'event', 'event_id'),
  onRelink('event_organizers'),
  onUnlink('event_organizers', 'organizer_id', 'organizers'),
  onInsert('event_terms', 'event', 'event_id'),
  onRelink('event_terms'),
  onUnlink('event_terms', 'term_id', 'terms'),
  onInsert('tickets', 'event', 'event_id'),
  {
    name: 'changes_tickets_update',
    after: `update of ${ticketColumns.join(', ')} on tickets`,
    when: differs(ticketColumns),
    statements: [note('event', 'old.event_id'), note('event', 'new.event_id')],
  },
  onInsert('import_keys', 'event', 'record_id'),
  {
    name: 'changes_import_keys_update',
    after: 'update of record_id, gone on import_keys',
    when: differs(['record_id', 'gone']),
    statements: [note('event', 'old.record_id'), note('event', 'new.record_id')],
  },
  {
    name: 'changes_import_keys_delete',
    after: 'delete on import_keys',
    statements: [note('event', 'old.record_id')],
  },
  { name: 'changes_tickets_delete', after: 'delete on tickets', statements: [note('event', 'old.event_id')] },
  onInsert('venues', 'venue'),
  onUpdate('venues', 'venue', venueColumns),
  onDelete('venues', 'removed venue'),
  onDelete('organizers', 'removed organizer'),
  onInsert('terms', 'term'),
  onUpdate('terms', 'term', columnsWhere(categoryFields, byFilter)),
  {
    name: 'changes_terms_count',
    after: 'update of count on terms',
    when: differs(['count']),
    statements: [note('counted term', 'new.id')],
  },
  onDelete('terms', 'removed term'),
  {
    name: 'changes_shorten',
    after: 'insert on changes',
    when: `new.number % ${removedTogether} = 0`,
    statements: [`delete from changes where number <= new.number - ${keptChanges}`],
  },
]
