import type { SchemaWords } from './words.ts'
import type { Trigger } from './trigger.ts'
import { isListed } from './history.columns.ts'
import { isNew, kept, noted } from './history.statements.ts'

/** A link of events: its table, what it leads to, and under which name its ids are kept, in which order. */
interface Link {
  readonly table: string
  readonly column: string
  readonly target: string
  readonly field: string
  readonly order: string
}

/** The links of events. */
export const links: readonly Link[] = [
  { table: 'event_venues', column: 'venue_id', target: 'venues', field: 'venue', order: 'position' },
  {
    table: 'event_organizers',
    column: 'organizer_id',
    target: 'organizers',
    field: 'organizer',
    order: 'position',
  },
  { table: 'event_terms', column: 'term_id', target: 'terms', field: 'terms', order: 'term_id' },
]

/** Notes that events are changed in something that is part of them; `e` is each of them in the condition. */
function touched(when: string): string {
  const isPublic = isListed('e')
  const entry = { kind: `'event'`, id: 'e.id', action: `'updated'`, seriesId: 'e.series_id' }
  return noted({ ...entry, wasPublic: isPublic, isPublic, from: 'cross join events e', when })
}

const ofNew = `exists (select 1 from history h, revision r where h.kind = 'event' and h.id = new.event_id
  and h.revision = r.number and h.action = 'created')`

/**
 * Links are kept as they were before the first of them changed. A link that goes with what it leads to is not: the removal itself is
 * logged, and there may be very many.
 */
export function onLinks(
  list: SchemaWords['listInOrder'],
  { table, column, target, field, order }: Link,
): Trigger[] {
  const before = (id: string, but = '') =>
    `select '${field}' as field, ${list(column, order, `${table} where event_id = ${id} ${but}`)} as was`
  const isThere = `exists (select 1 from events where id = old.event_id)
    and exists (select 1 from ${target} where id = old.${column})`
  const others = `and not exists (select 1 from inserted i where i.event_id = ${table}.event_id and i.${column} = ${table}.${column})`
  return [
    {
      name: `history_${table}_insert`,
      after: `insert on ${table}`,
      when: `not ${ofNew}`,
      statements: [
        kept(`'event'`, 'new.event_id', before('new.event_id', `and ${column} <> new.${column}`)),
        touched('e.id = new.event_id'),
      ],
      together: [
        `insert into history_values (revision, kind, id, field, was)
         select r.number, 'event', n.event_id, '${field}', (${before('n.event_id', others).replace(`'${field}' as field, `, '')})
         from revision r cross join (select distinct event_id from inserted) n
         where not ${isNew(`'event'`, 'n.event_id')}
         on conflict (kind, id, revision, field) do nothing`,
        touched(`e.id in (select event_id from inserted) and not ${isNew(`'event'`, 'e.id')}`),
      ],
    },
    {
      name: `history_${table}_delete`,
      isBefore: true,
      after: `delete on ${table}`,
      statements: [
        kept(`'event'`, 'old.event_id', before('old.event_id'), isThere),
        touched(`e.id = old.event_id and ${isThere}`),
      ],
    },
    {
      name: `history_${table}_update`,
      isBefore: true,
      after: `update on ${table}`,
      statements: ['old.event_id', 'new.event_id'].flatMap((id) => [
        kept(`'event'`, id, before(id)),
        touched(`e.id = ${id}`),
      ]),
    },
  ]
}

/** What tickets cost is part of the event; what they were is not kept. */
export const onTickets: readonly Trigger[] = [
  {
    name: 'history_tickets_insert',
    after: 'insert on tickets',
    statements: [touched('e.id = new.event_id')],
  },
  {
    name: 'history_tickets_update',
    after: 'update on tickets',
    statements: [touched('e.id = new.event_id')],
  },
  {
    name: 'history_tickets_delete',
    after: 'delete on tickets',
    statements: [touched('e.id = old.event_id')],
  },
]
