import { isListed } from './history.columns.ts'
import { byDates, noted } from './history.statements.ts'
import type { Trigger } from './trigger.ts'

/** What of a date calendars are told of, beside what raises its own `sequence`. */
const told = [
  'sequence',
  'modified_at',
  'status',
  'series_id',
  'series_key',
  'series_changed',
  'starts_at',
  'ends_at',
]

const raised = (id: string) => `update series set sequence = sequence + 1 where id = ${id}`

/** Whether a series has another date that everybody finds than this row. */
const hasOthers = (series: string, row: 'new' | 'old') =>
  `exists (select 1 from events where events.series_id = ${series} and events.id <> ${row}.id and ${isListed('events')} = 1)`

/** Notes that a series has got its first public date by a row, or lost its last one. */
function turned(
  series: string,
  row: 'new' | 'old',
  by: { readonly was: string; readonly is: string },
): string {
  return noted({
    kind: `'series'`,
    id: series,
    action: `case when ${by.is} then '${byDates.shown}' else '${byDates.gone}' end`,
    wasPublic: `case when ${by.was} then 1 else 0 end`,
    isPublic: `case when ${by.is} then 1 else 0 end`,
    seriesId: 'cast(null as bigint)',
    when: `${series} is not null and exists (select 1 from series where series.id = ${series})
      and (${by.was}) <> (${by.is}) and not ${hasOthers(series, row)}`,
  })
}

const listed = (row: 'new' | 'old') => `(${isListed(row)} = 1)`
const isSame = 'new.series_id is not distinct from old.series_id'

/**
 * A series is as public as its dates: whoever follows changes is told when it gets the first public one, and when it loses the last, by
 * whichever way. They run before the row is written: of several that one statement writes, the first or the last is then the one.
 */
const turns: readonly Trigger[] = [
  {
    name: 'series_public_insert',
    isBefore: true,
    after: 'insert on events',
    when: 'new.series_id is not null',
    statements: [turned('new.series_id', 'new', { was: '1 = 0', is: listed('new') })],
  },
  {
    name: 'series_public_update',
    isBefore: true,
    after: 'update of status, password_digest, hide_from_listings, series_id on events',
    when: `(new.series_id is not null or old.series_id is not null)
      and (${isListed('new')} <> ${isListed('old')} or not (${isSame}))`,
    statements: [
      turned('new.series_id', 'new', { was: `(${listed('old')} and ${isSame})`, is: listed('new') }),
      turned('old.series_id', 'old', { was: `(${listed('old')} and not (${isSame}))`, is: '1 = 0' }),
    ],
  },
  {
    name: 'series_public_delete',
    isBefore: true,
    after: 'delete on events',
    when: 'old.series_id is not null',
    statements: [turned('old.series_id', 'old', { was: listed('old'), is: '1 = 0' })],
  },
]

/**
 * Calendars that subscribe to a series see by its `sequence` that something of it is new (RFC 5545, 3.8.7.4): it is raised with each
 * change of any of its dates, by whichever way, and never falls, as a greatest number among the dates would where one of them goes.
 */
export const seriesTriggers: readonly Trigger[] = [
  ...turns,
  {
    name: 'series_dates_insert',
    after: 'insert on events',
    when: 'new.series_id is not null',
    statements: [raised('new.series_id')],
  },
  {
    name: 'series_dates_update',
    after: `update of ${told.join(', ')} on events`,
    when: `(new.series_id is not null or old.series_id is not null)
      and (${told.map((name) => `new.${name} is distinct from old.${name}`).join(' or ')})`,
    statements: [
      raised('new.series_id'),
      `${raised('old.series_id')} and old.series_id is distinct from new.series_id`,
    ],
  },
  {
    name: 'series_dates_delete',
    after: 'delete on events',
    when: 'old.series_id is not null',
    // Nothing else tells of it any more that it has changed since.
    statements: [
      `update series set sequence = sequence + 1,
        modified_at = case when modified_at > old.modified_at then modified_at else old.modified_at end + 1
        where id = old.series_id`,
    ],
  },
]
