import type { SchemaWords } from '../words.ts'
import type { Trigger } from '../trigger.ts'

/*
 * The triggers of the first version, as they were then. `changeLog.ts`, `history.ts`, `eventLinks.ts` and `notes.ts` hold what they
 * are now; a migration that changes one of these makes all of them anew (`triggers.ts`), and nothing here.
 */

export { historyLog } from './0001-initial.history.ts'

/** How many more there may be, until the oldest are removed together. */
const removedTogether = 64

/** Columns of events by which lists choose, count or order: each that the index reads is among them. */
const eventColumns = [
  'starts_at',
  'ends_at',
  'date_at',
  'modified_at',
  'author_id',
  'status',
  'status_before',
  'hide_from_listings',
  'featured',
  'cost_kind',
  'password_digest',
  'post_parent',
  'trashed_at',
  'event_status',
  'attendance_mode',
  'series_id',
  'title_folded',
  'folded',
]

/** The same of tickets. */
const ticketColumns = ['event_id', 'status', 'kind', 'price']
const venueColumns = ['geo_lat', 'geo_lng', 'status', 'status_before', 'author_id']

/** The table, in a `from`, of all rows that a statement has inserted, each as `new`. */
const inserted = 'inserted as new'

const differs = (columns: readonly string[]) =>
  columns.map((name) => `new.${name} is distinct from old.${name}`).join(' or ')
const note = (kind: string, id: string) => `insert into changes (kind, id) values ('${kind}', ${id})`
const noteAll = (kind: string, id: string) =>
  `insert into changes (kind, id) select '${kind}', ${id} from ${inserted}`

function onInsert(table: string, kind: string, id = 'id'): Trigger {
  return {
    name: `changes_${table}_insert`,
    after: `insert on ${table}`,
    statements: [note(kind, `new.${id}`)],
    together: [noteAll(kind, `new.${id}`)],
  }
}

function onUpdate(table: string, kind: string, columns: readonly string[]): Trigger {
  return {
    name: `changes_${table}_update`,
    after: `update of ${columns.join(', ')} on ${table}`,
    when: differs(columns),
    statements: [note(kind, 'new.id')],
  }
}

function onDelete(table: string, kind: string): Trigger {
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

function onRelink(table: string, column: string): Trigger {
  return {
    name: `changes_${table}_update`,
    after: `update of event_id, ${column} on ${table}`,
    statements: [note('event', 'old.event_id'), note('event', 'new.event_id')],
  }
}

const triggers: readonly Trigger[] = [
  onInsert('events', 'event'),
  onUpdate('events', 'event', eventColumns),
  onDelete('events', 'event'),
  onInsert('event_venues', 'event', 'event_id'),
  onRelink('event_venues', 'venue_id'),
  onUnlink('event_venues', 'venue_id', 'venues'),
  onInsert('event_organizers', 'event', 'event_id'),
  onRelink('event_organizers', 'organizer_id'),
  onUnlink('event_organizers', 'organizer_id', 'organizers'),
  onInsert('event_terms', 'event', 'event_id'),
  onRelink('event_terms', 'term_id'),
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
  onUpdate('terms', 'term', ['parent']),
  onDelete('terms', 'removed term'),
  {
    name: 'changes_shorten',
    after: 'insert on changes',
    when: `new.number % ${removedTogether} = 0`,
    statements: [`delete from changes where number <= new.number - 20000`],
  },
]

/** Makes the table `changes`, with a row, so that there always is a last one, and the triggers that write it. */
export function changeLog(schema: SchemaWords): readonly string[] {
  const table = `create table changes (
    number ${schema.generatedId},
    token bigint not null default ${schema.randomNumber},
    kind ${schema.text} not null,
    id bigint not null)`
  return [table, note('event', '0'), ...triggers.flatMap((trigger) => schema.triggers(trigger))]
}

/** Where links of a kind come from. */
const sources: Readonly<Record<string, string>> = {
  venue: 'position as position, venue_id as id from event_venues',
  organizer: 'position as position, organizer_id as id from event_organizers',
  term: '0 as position, term_id as id from event_terms',
  ticket: `position as position, id as id from tickets where status = 'publish'`,
}

/** The statement that makes the view. */
export const eventLinksView = `create view event_links as ${Object.values(sources)
  .map((source, number) => `select event_id, ${number} as kind, ${source}`)
  .join(' union all ')}`

/**
 * Words to whoever reviews an event: of the author, and only until it is decided. They are beside the event, so that no list, feed,
 * export or history has them, and a trigger takes them away, so that no way of deciding can leave them there.
 */
export function eventNotes({ text, triggers }: SchemaWords): readonly string[] {
  const decided: Trigger = {
    name: 'event_notes_decided',
    after: 'update of status, author_id on events',
    when: `new.author_id <> old.author_id or (new.status <> old.status and new.status <> 'pending')`,
    statements: ['delete from event_notes where event_id = new.id'],
  }
  return [
    `create table event_notes (
       event_id bigint primary key references events (id) on delete cascade,
       note ${text} not null)`,
    ...triggers(decided),
  ]
}
