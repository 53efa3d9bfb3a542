import type { HistoryAction } from './tables.history.ts'

/** What becomes of a series by its dates alone: nothing was done to it itself, which would be told instead. */
export const byDates = { shown: 'published', gone: 'trashed' } as const satisfies Record<
  string,
  HistoryAction
>

const isByDates = (row: string) =>
  `${row}.kind = 'series' and ${row}.action in ('${byDates.shown}', '${byDates.gone}')`

/** The first write of a transaction says what was public before, the last one what is; what matters most names it. */
const joined = `on conflict (kind, id, revision) do update set
  action = case when excluded.action = 'deleted' then 'deleted'
    when ${isByDates('excluded')} then history.action
    when ${isByDates('history')} then excluded.action
    when history.action = 'created' or excluded.action = 'updated' then history.action
    else excluded.action end,
  is_public = excluded.is_public,
  series_id = coalesce(excluded.series_id, history.series_id)`

/** What is noted of a record. */
export interface Entry {
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
export function noted({
  kind,
  id,
  action,
  wasPublic,
  isPublic,
  seriesId,
  from = '',
  when = 'true',
}: Entry): string {
  return `insert into history
      (revision, kind, id, action, user_id, via, via_id, at, was_public, is_public, series_id)
    select r.number, ${kind}, ${id}, ${action}, r.user_id, r.via, r.via_id, r.at,
      ${wasPublic}, ${isPublic}, ${seriesId}
    from revision r ${from} where ${when}
    ${joined}`
}

/**
 * Of a record that the same transaction has made nothing is kept: there was nothing before. By a revision that is known before, PostgreSQL
 * looks each record up; by that of `r` it reads the whole history while it has not counted yet that `r` is one row.
 */
export const isNew = (kind: string, id: string) =>
  `exists (select 1 from history h where h.kind = ${kind} and h.id = ${id} and h.revision = (select number from revision) and h.action = 'created')`

/** The statement that keeps values as they were before the transaction: its first write of each column counts. */
export function kept(kind: string, id: string, values: string, when = 'true'): string {
  return `insert into history_values (revision, kind, id, field, was)
    select r.number, ${kind}, ${id}, v.field, v.was from revision r cross join (${values}) v
    where ${when} and not ${isNew(kind, id)}
    on conflict (kind, id, revision, field) do nothing`
}
