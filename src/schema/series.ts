import type { Trigger } from './words.ts'

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

/**
 * Calendars that subscribe to a series see by its `sequence` that something of it is new (RFC 5545, 3.8.7.4): it is raised with each
 * change of any of its dates, by whichever way, and never falls, as a greatest number among the dates would where one of them goes.
 */
export const seriesTriggers: readonly Trigger[] = [
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
