import type { SchemaWords } from './words.ts'
import type { Trigger } from './trigger.ts'
import { type Logged, logged } from './history.columns.ts'
import { links, onLinks, onTickets } from './history.links.ts'
import { kept, noted } from './history.statements.ts'

/**
 * The log of who has changed what, and what it was before: history, undo, the feed of changes, its stream and webhooks all read it.
 *
 * Triggers write it in the transaction of the change, so that no way of writing can leave it out but that of `db/copy.ts`, which
 * copies it, and nothing is in it that was not committed. It is not the log that indexes follow (`changeLog.ts`). That one tells of
 * anything that any list is chosen by, a row for each row that is touched, and keeps 20,000 of them; this one has a row for each
 * record and transaction, holds values, and is kept for a year. In one table the index would have to read past values, and the
 * history to keep rows that say nothing to people.
 *
 * Who writes stands in the row of `revision`, which each transaction raises before its work. What it costs (10,000 events, 32 clients,
 * one hour, with and without it): creates 421 and 369 a second, which is no difference, updates 379 and 504.
 */
export const historyTriggers = (listInOrder: SchemaWords['listInOrder']): readonly Trigger[] => [
  ...logged.flatMap((each) => [onInsert(each), onUpdate(each), onDelete(each)]),
  ...links.flatMap((link) => onLinks(listInOrder, link)),
  ...onTickets,
]

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
