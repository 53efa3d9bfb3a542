import type { SchemaWords, Trigger } from './dialect.ts'
import type { EventsTable, OrganizersTable, SeriesTable, TermsTable, VenuesTable } from './tables.ts'

/**
 * The log of who has changed what, and what it was before: history, undo, the feed of changes, its stream and webhooks all read it.
 *
 * Triggers write it in the transaction of the change, so that no way of writing can leave it out, and nothing is in it that was not
 * committed. It is not the log that indexes follow (`changeLog.ts`). That one tells of anything that any list is chosen by, a row
 * for each row that is touched, and keeps 20,000 of them; this one has a row for each record and transaction, holds values, and is
 * kept for a year. In one table the index would have to read past values, and the history to keep rows that say nothing to people.
 *
 * Who writes stands in the row of `revision`, which each transaction raises before its work. Figures: `bench/RESULTS.md`, “creates
 * with the log”.
 */
export function historyLog(schema: SchemaWords): readonly string[] {
  const { text, clustered, randomNumber } = schema
  return [
    `create table history (
       revision bigint not null,
       kind ${text} not null,
       id bigint not null,
       mark bigint not null default ${randomNumber},
       action ${text} not null,
       user_id bigint not null,
       via ${text} not null,
       via_id bigint,
       at bigint not null,
       was_public integer not null,
       is_public integer not null,
       series_id bigint,
       primary key (kind, id, revision)) ${clustered}`,
    'create index history_in_order on history (revision, kind, id)',
    `create index history_of_imports on history (via_id, revision) where via = 'import'`,
    'create index history_of_series on history (series_id, revision) where series_id is not null',
    `create table history_values (
       revision bigint not null,
       kind ${text} not null,
       id bigint not null,
       field ${text} not null,
       was ${text},
       primary key (kind, id, revision, field)) ${clustered}`,
    'create index history_values_in_order on history_values (revision)',
    ...triggersOf(schema).flatMap((trigger) => schema.triggers(trigger)),
  ]
}

const post = [
  'author_id',
  'status',
  'status_before',
  'slug',
  'title',
  'title_folded',
  'description',
  'date_at',
  'date_floating',
  'date_given',
  'image_id',
] as const

/** What is kept of an event: all from which it can be made again as it was, but for what follows from the rest. */
const ofEvents = [
  ...post,
  'excerpt',
  'post_parent',
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
  'show_map',
  'show_map_link',
  'hide_from_listings',
  'sticky',
  'featured',
  'trashed_at',
  'event_status',
  'event_status_reason',
  'previous_starts',
  'attendance_mode',
  'online_url',
  'online_url_shown',
  'series_id',
  'series_key',
  'series_changed',
] as const satisfies readonly (keyof EventsTable)[]

const ofVenues = [
  ...post,
  'address',
  'city',
  'country',
  'province',
  'state',
  'zip',
  'phone',
  'website',
  'stateprovince',
  'show_map',
  'show_map_link',
  'geo_lat',
  'geo_lng',
] as const satisfies readonly (keyof VenuesTable)[]

const ofOrganizers = [...post, 'phone', 'website', 'email'] as const satisfies readonly (keyof OrganizersTable)[]

const ofTerms = [
  'name',
  'name_folded',
  'slug',
  'description',
  'parent',
  'color',
  'folded',
] as const satisfies readonly (keyof TermsTable)[]

const ofSeries = [
  'author_id',
  'title',
  'template',
  'timezone',
  'all_day',
  'start_wall',
  'duration',
  'recurrence',
  'laid_until',
] as const satisfies readonly (keyof SeriesTable)[]

/** What a table’s rows are called, when one is public, and which of its columns are kept. */
interface Logged {
  readonly table: string
  /** In SQL, of the row `new` or `old`. */
  readonly kind: (row: 'new' | 'old') => string
  readonly isPublic: (row: 'new' | 'old') => string
  readonly columns: readonly string[]
  /** Columns that make an entry without being kept: something is said anew, though no field of it differs. */
  readonly touched: readonly string[]
  readonly hasPassword?: true
}

const postKind = (name: string) => () => `'${name}'`
const published = (row: string) => `case when ${row}.status = 'publish' then 1 else 0 end`
const termKind = (row: string) =>
  `case when ${row}.taxonomy = 'post_tag' then 'tag' else 'category' end`

const logged: readonly Logged[] = [
  {
    table: 'events',
    kind: postKind('event'),
    isPublic: (row) =>
      `case when ${row}.status = 'publish' and ${row}.password_digest is null then 1 else 0 end`,
    columns: ofEvents,
    touched: ['modified_at'],
    hasPassword: true,
  },
  { table: 'venues', kind: postKind('venue'), isPublic: published, columns: ofVenues, touched: ['modified_at'] },
  {
    table: 'organizers',
    kind: postKind('organizer'),
    isPublic: published,
    columns: ofOrganizers,
    touched: ['modified_at'],
  },
  { table: 'terms', kind: termKind, isPublic: () => '1', columns: ofTerms, touched: [] },
  {
    table: 'series',
    kind: postKind('series'),
    isPublic: () => '1',
    columns: ofSeries,
    touched: ['modified_at'],
    hasPassword: true,
  },
]

/** The first write of a transaction says what was public before, the last one what is; what matters most names it. */
const joined = `on conflict (kind, id, revision) do update set
  action = case when excluded.action = 'deleted' then 'deleted'
    when history.action = 'created' or excluded.action = 'updated' then history.action
    else excluded.action end,
  is_public = excluded.is_public,
  series_id = coalesce(excluded.series_id, history.series_id)`

interface Entry {
  readonly kind: string
  readonly id: string
  readonly action: string
  readonly wasPublic: string
  readonly isPublic: string
  readonly seriesId: string
  /** What else is read, and under which condition. */
  readonly from?: string
  readonly when?: string
}

/** The statement that notes an entry, or joins it to that of the same transaction. */
function noted({ kind, id, action, wasPublic, isPublic, seriesId, from = '', when = 'true' }: Entry): string {
  return `insert into history
      (revision, kind, id, action, user_id, via, via_id, at, was_public, is_public, series_id)
    select r.number, ${kind}, ${id}, ${action}, r.user_id, r.via, r.via_id, r.at,
      ${wasPublic}, ${isPublic}, ${seriesId}
    from revision r ${from} where ${when}
    ${joined}`
}

const seriesOf = ({ table }: Logged, row: string) =>
  table === 'events' ? `${row}.series_id` : 'cast(null as bigint)'

function onInsert(each: Logged): Trigger {
  const entry = {
    kind: each.kind('new'),
    id: 'new.id',
    action: `'created'`,
    wasPublic: '0',
    isPublic: each.isPublic('new'),
    seriesId: seriesOf(each, 'new'),
  }
  return {
    name: `history_${each.table}_insert`,
    after: `insert on ${each.table}`,
    statements: [noted(entry)],
    together: [noted({ ...entry, from: 'cross join inserted as new' })],
  }
}

const isPost = ({ table }: Logged) => table !== 'terms' && table !== 'series'

function actionOf(each: Logged): string {
  if (!isPost(each)) return `'updated'`
  const canceled =
    each.table === 'events'
      ? `when new.event_status = 'canceled' and old.event_status <> 'canceled' then 'canceled'`
      : ''
  return `case when new.status = 'trash' and old.status <> 'trash' then 'trashed'
    when old.status = 'trash' and new.status <> 'trash' then 'restored'
    when new.status = 'publish' and old.status <> 'publish' then 'published' ${canceled}
    else 'updated' end`
}

/** Of a record that the same transaction has made nothing is kept: there was nothing before. */
const isNew = (kind: string, id: string) =>
  `exists (select 1 from history h where h.kind = ${kind} and h.id = ${id} and h.revision = r.number and h.action = 'created')`

/** The statement that keeps values as they were before the transaction: its first write of each column counts. */
function kept(kind: string, id: string, values: string, when = 'true'): string {
  return `insert into history_values (revision, kind, id, field, was)
    select r.number, ${kind}, ${id}, v.field, v.was from revision r cross join (${values}) v
    where ${when} and not ${isNew(kind, id)}
    on conflict (kind, id, revision, field) do nothing`
}

function onUpdate(each: Logged): Trigger {
  const kind = each.kind('new')
  const values = each.columns.map(
    (column) =>
      `select '${column}' as field, cast(old.${column} as text) as was where new.${column} is distinct from old.${column}`,
  )
  // That there was a password is kept, and nothing of it.
  if (each.hasPassword)
    values.push(`select 'password_digest' as field, case when old.password_digest is null then null else '*' end as was
      where new.password_digest is distinct from old.password_digest`)
  const columns = [...each.columns, ...each.touched, ...(each.hasPassword ? ['password_digest'] : [])].filter(
    // Laying out what is to come changes no series.
    (column) => column !== 'laid_until',
  )
  return {
    name: `history_${each.table}_update`,
    after: `update of ${columns.join(', ')} on ${each.table}`,
    when: columns.map((column) => `new.${column} is distinct from old.${column}`).join(' or '),
    statements: [
      noted({
        kind,
        id: 'new.id',
        action: actionOf(each),
        wasPublic: each.isPublic('old'),
        isPublic: each.isPublic('new'),
        seriesId: seriesOf(each, 'new'),
      }),
      kept(kind, 'new.id', values.join(' union all ')),
    ],
  }
}

/** What was said of a record goes with it. */
function onDelete(each: Logged): Trigger {
  const kind = each.kind('old')
  return {
    name: `history_${each.table}_delete`,
    after: `delete on ${each.table}`,
    statements: [
      noted({
        kind,
        id: 'old.id',
        action: `'deleted'`,
        wasPublic: each.isPublic('old'),
        isPublic: '0',
        seriesId: seriesOf(each, 'old'),
      }),
      `delete from history_values where kind = ${kind} and id = old.id`,
    ],
  }
}

/** A link of events: its table, what it leads to, and under which name its ids are kept, in which order. */
interface Link {
  readonly table: string
  readonly column: string
  readonly target: string
  readonly field: string
  readonly order: string
}

const links: readonly Link[] = [
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
  const isPublic = `case when e.status = 'publish' and e.password_digest is null then 1 else 0 end`
  const entry = { kind: `'event'`, id: 'e.id', action: `'updated'`, seriesId: 'e.series_id' }
  return noted({ ...entry, wasPublic: isPublic, isPublic, from: 'cross join events e', when })
}

const ofNew = `exists (select 1 from history h, revision r where h.kind = 'event' and h.id = new.event_id
  and h.revision = r.number and h.action = 'created')`

/**
 * Links are kept as they were before the first of them changed. A link that goes with what it leads to is not: the removal itself is
 * logged, and there may be very many.
 */
function onLinks(list: SchemaWords['listInOrder'], { table, column, target, field, order }: Link): Trigger[] {
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
const onTickets: readonly Trigger[] = [
  { name: 'history_tickets_insert', after: 'insert on tickets', statements: [touched('e.id = new.event_id')] },
  { name: 'history_tickets_update', after: 'update on tickets', statements: [touched('e.id = new.event_id')] },
  { name: 'history_tickets_delete', after: 'delete on tickets', statements: [touched('e.id = old.event_id')] },
]

function triggersOf({ listInOrder }: SchemaWords): Trigger[] {
  return [
    ...logged.flatMap((each) => [onInsert(each), onUpdate(each), onDelete(each)]),
    ...links.flatMap((link) => onLinks(listInOrder, link)),
    ...onTickets,
  ]
}
