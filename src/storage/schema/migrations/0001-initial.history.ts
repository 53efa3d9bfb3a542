import type { SchemaWords } from '../words.ts'
import type { Trigger } from '../trigger.ts'
import { type Logged, logged } from './0001-initial.history.columns.ts'
import { links, onLinks, onTickets } from './0001-initial.history.links.ts'
import { kept, noted } from './0001-initial.history.statements.ts'

/** The tables `history` and `history_values`, and the triggers that write them. */
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

function triggersOf({ listInOrder }: SchemaWords): Trigger[] {
  return [
    ...logged.flatMap((each) => [onInsert(each), onUpdate(each), onDelete(each)]),
    ...links.flatMap((link) => onLinks(listInOrder, link)),
    ...onTickets,
  ]
}
