import type { Scoped, ScopedUpdate } from './series.scoped.ts'
import { mayDelete, mayEdit } from '../../http/auth/rights.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import type { Writer } from '../../storage/db/dialect.ts'
import { unlessNothing } from '../../storage/db/unlessNothing.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import type { EventRow } from '../rows/event.row.ts'
import { digestOf } from '../events/events.write.ts'
import { invalidParams } from '../../http/decodedParameters.ts'
import { assertMayDelete, assertMayEdit, type Writing } from '../posts/posts.write.ts'
import { removeSeries } from './series.chain.ts'
import { newSeriesItem } from './series.create.write.ts'
import { applyPlan, isWithin, removeDates } from './series.apply.write.ts'
import { type Changed, changedSchedule, splitAt } from './series.change.ts'
import { scheduleShown } from '../schedules/schedules.own.ts'
import { occurrencesIn } from './series.query.ts'
import {
  assertSound,
  fromColumn,
  type Schedule,
  scheduleColumns,
  type SeriesRow,
} from '../schedules/schedules.row.ts'
import { datesWithExcluded, goneByHand, isGoneByHand, isLeftOut, periodDays } from './series.match.ts'
import {
  type Applied,
  planDates,
  planFields,
  type Plan,
  toCome,
  heldOf,
  nothing,
  told,
} from './series.scope.ts'
import type { Clock } from './series.settle.ts'
import { datesToLay, keyOf, type Laid, timesAt, wallAt, wallOf } from '../schedules/schedules.times.ts'

/** A series within a transaction, and those of its dates that are meant. */
interface Meant {
  readonly series: SeriesRow
  readonly schedule: Schedule
  readonly rows: readonly EventRow[]
  /** The date that was named, or the first one to come. */
  readonly anchor: EventRow
  /** The key from which on dates are meant; undefined: all are. */
  readonly from: string | undefined
}

/** Changes dates of a series, all or nothing. What has begun stays as it is. */
export async function updateScope(scoped: Scoped, update: ScopedUpdate): Promise<Applied> {
  const digest = await digestOf(scoped.context, update.sent.password)
  return scoped.context.db.write((tx) => updateScopeIn(tx, scoped, { ...update, digest }))
}

/** As {@link updateScope}, within a transaction; the password as it is stored. */
export async function updateScopeIn(
  tx: Writer,
  scoped: Scoped,
  { digest, ...update }: ScopedUpdate & { readonly digest?: string | null | undefined },
): Promise<Applied> {
  const meant = await meantBy(tx, scoped)
  assertStillPart(meant, scoped, update)
  if (update.recurrence === null) return becomeSingle(tx, scoped, meant)
  const { seriesHorizonMonths: horizonMonths } = scoped.context
  const clock = { now: scoped.now, siteZone: scoped.siteZone, horizonMonths }
  const split = splitOf(meant)
  const base = split?.after ?? meant.schedule
  const dates = { sent: update.sent, recurrence: update.recurrence, anchor: meant.anchor }
  const changed = changedSchedule(base, dates, clock)
  const {
    plan,
    schedule = base,
    laid,
  } = changed
    ? planOf(meant, base, { ...changed, clock })
    : { plan: planFields(toCome(meant.rows, meant.from, epochSeconds(scoped.now))) }
  for (const { row } of plan.changed) assertMayEdit(scoped.caller, row)
  for (const row of plan.kept) assertMayEdit(scoped.caller, row)
  for (const row of plan.removed) assertMayDelete(scoped.caller, row)
  const applied = {
    ...told(plan, schedule),
    ...(update.isOverriding ? {} : heldOf(plan, Object.keys(update.sent))),
  }
  const isNothing = Object.values(plan).every((some: readonly unknown[]) => some.length === 0)
  // A part that has nothing to change is not split off.
  if (scoped.isDry || (split && isNothing)) return applied
  assertSound(schedule)
  if (split) assertSound(split.before)
  const until = laid ? (laid.until === undefined ? null : keyOf(laid.until, schedule)) : undefined
  await unlessNothing(tx, async () => {
    const target = split ? await splitSeries(tx, meant, split, scoped) : meant.series
    const series: SeriesRow = {
      ...target,
      ...scheduleColumns(schedule),
      ...fromColumn(schedule),
      ...(until === undefined ? {} : { laid_until: until }),
      modified_at: Math.max(epochSeconds(scoped.now), target.modified_at + 1),
    }
    return applyPlan(tx, { ...scoped, ...update, digest, plan, series, before: target, schedule, meant })
  })
  return applied
}

/** Moves dates of a series to the trash, or removes them for good, all or nothing; what has begun stays. */
export async function removeScope(scoped: Scoped, isForGood: boolean): Promise<Applied> {
  return scoped.context.db.write((tx) => removeScopeIn(tx, scoped, isForGood))
}

/** As {@link removeScope}, within a transaction. */
export async function removeScopeIn(tx: Writer, scoped: Scoped, isForGood: boolean): Promise<Applied> {
  const meant = await meantBy(tx, scoped)
  const now_s = epochSeconds(scoped.now)
  const removed = toCome(meant.rows, meant.from, now_s).filter(
    ({ status }) => isForGood || status !== 'trash',
  )
  for (const row of removed) assertMayDelete(scoped.caller, row)
  const applied = told({ ...nothing, removed }, meant.schedule)
  if (scoped.isDry) return applied
  const first = removed[0]?.series_key ?? meant.anchor.series_key ?? meant.series.start_wall
  const stays = await removeDates(tx, removed, { ...scoped, isForGood })
  await bury(tx, meant, first)
  const keys = keysBefore(meant.rows, first, stays)
  const { before } = splitAt(meant.schedule, wallOf(first), keys.map(wallOf))
  assertSound(before)
  const columns = scheduleColumns(before)
  if (removed.length === 0 && isWithin(columns, meant.series)) return applied
  await tx
    .updateTable('series')
    .set({
      ...columns,
      laid_until: null,
      modified_at: Math.max(now_s, meant.series.modified_at + 1),
    })
    .where('id', '=', meant.series.id)
    .execute()
  const isAnyLeft = removed.length < meant.rows.length
  if (isForGood && !isAnyLeft) await removeSeries(tx, meant.series)
  return applied
}

/** A date that its rule gives no longer is none to change others by, unless with another rule: it is restored first, by itself. */
function assertStillPart({ rows }: Meant, { eventId }: Scoped, { sent, recurrence }: ScopedUpdate): void {
  const named = rows.find(({ id }) => id === eventId)
  const isGone = named?.status === 'trash' && (!isGoneByHand(named) || sent.status !== undefined)
  if (isGone && recurrence === undefined) throw new ApiError('rest_not_in_series', { id: named.id })
}

async function meantBy(tx: Writer, scoped: Scoped): Promise<Meant> {
  const series = await tx
    .selectFrom('series')
    .selectAll()
    .where('id', '=', scoped.seriesId)
    .executeTakeFirst()
  const rows = await occurrencesIn(tx, scoped.seriesId)
  const named = rows.find(({ id }) => id === scoped.eventId)
  if (scoped.eventId === undefined && (!series || rows.length === 0))
    throw new ApiError('rest_series_not_found', { id: scoped.seriesId })
  if (!series || (scoped.eventId !== undefined && !named))
    throw new ApiError('rest_not_in_series', { id: scoped.eventId ?? scoped.seriesId })
  const now_s = epochSeconds(scoped.now)
  const anchor = named ?? toCome(rows, undefined, now_s)[0] ?? rows.at(-1)
  if (!anchor) throw new ApiError('rest_not_in_series', { id: scoped.seriesId })
  // Who may not change the series at all does not learn whether they have its latest form.
  if (!mayEdit(scoped.caller, anchor) && !mayDelete(scoped.caller, anchor))
    assertMayEdit(scoped.caller, anchor)
  await scoped.guard(tx, series)
  const isFirst = anchor.series_key === rows[0]?.series_key
  const from = scoped.scope === 'following' && !isFirst ? (anchor.series_key ?? undefined) : undefined
  const there = rows.filter(({ status }) => status !== 'trash')
  const schedule = scheduleShown(series, there.length > 0 ? there : rows, scoped.siteZone)
  return { series, schedule, rows, anchor: named ?? firstOf(anchor, schedule), from }
}

/** An occurrence as the first date of its series, which is what is sent of the times of a series. */
function firstOf(row: EventRow, schedule: Schedule): EventRow {
  return { ...row, ...timesAt(schedule.start, schedule), series_key: keyOf(schedule.start, schedule) }
}

type Split = ReturnType<typeof splitAt>

/** The parts before and after the date, where only this one and the following are meant. */
function splitOf({ schedule, from, rows }: Meant): Split | undefined {
  return from === undefined ? undefined : splitAt(schedule, wallOf(from), keysBefore(rows, from).map(wallOf))
}

/** What was left out from a date on stays so, though the rule that it was left out of ends before it (D66). */
async function bury(tx: Writer, { rows, schedule }: Meant, from: string): Promise<void> {
  const isOut = ({ series_key }: EventRow) =>
    series_key !== null && series_key >= from && isLeftOut(schedule, wallOf(series_key))
  for (const row of rows.filter((each) => each.status === 'trash' && isOut(each)))
    await tx
      .updateTable('events')
      .set({ series_changed: goneByHand(row) })
      .where('id', '=', row.id)
      .execute()
}

/** The dates of a series before one of them, which it keeps at its end: those that are there, if any are. */
function keysBefore(
  rows: readonly EventRow[],
  from: string,
  stays: readonly EventRow[] = [],
): readonly string[] {
  const before = rows.filter(({ series_key }) => (series_key ?? from) < from)
  const there = [...before.filter(({ status }) => status !== 'trash'), ...stays]
  return [...new Set((there.length > 0 ? there : before).flatMap(({ series_key }) => series_key ?? []))]
}

/** What another schedule does to the dates that are meant, and how far it is laid out. */
function planOf(
  meant: Meant,
  before: Schedule,
  { clock, schedule, move, isSameRule }: Changed & { readonly clock: Clock },
): { readonly plan: Plan; readonly schedule: Schedule; readonly laid: Laid } {
  const now_s = epochSeconds(clock.now)
  const rows = toCome(meant.rows, meant.from, now_s)
  const begun = meant.rows.filter(
    (row) => !rows.includes(row) && (meant.from === undefined || (row.series_key ?? '') >= meant.from),
  )
  // What has begun stays, so that dates of years ago are not looked at, but for those that a date to come may get or has left.
  const days = { days: 2 + periodDays({ schedule, before }) }
  const reached = rows.flatMap(({ series_key }) => {
    const key = wallOf(series_key ?? before.start.toString())
    return move ? [key, move(key)] : [key]
  })
  const after = [wallAt(clock.now, schedule.zone), ...reached]
    .toSorted((one, other) => Temporal.PlainDateTime.compare(one, other))[0]
    ?.subtract(days)
  const laid = datesToLay(schedule, clock.now, clock.horizonMonths, after)
  const dates = datesWithExcluded(schedule, laid.until, after)
  const isToCome = (wall: Temporal.PlainDateTime) => (timesAt(wall, schedule)?.starts_at ?? -Infinity) > now_s
  const crossing = { rows, begun, schedule, before, move, isSameRule, isToCome, dates }
  const planned = planDates(crossing)
  const isEmpty = dates.length > 0 && dates.every((wall) => isLeftOut(planned.schedule, wall))
  if (isEmpty && begun.length === 0)
    throw invalidParams({ recurrence: 'leaves no date: all that it gives were left out before' })
  return { ...planned, laid }
}

/** Splits a series: the first part ends before the date, the second has the later dates under the same ids. */
async function splitSeries(
  tx: Writer,
  { series, schedule, from = '' }: Meant,
  { before, after }: Split,
  { now }: Writing,
): Promise<SeriesRow> {
  const id = await newSeriesItem(tx)
  const now_s = epochSeconds(now)
  const second: SeriesRow = {
    ...series,
    ...scheduleColumns(after),
    ...fromColumn(after),
    id,
    created_at: now_s,
    modified_at: now_s,
    continues: series.id,
  }
  await tx.updateTable('series').set({ continues: id }).where('continues', '=', series.id).execute()
  await tx.insertInto('series').values(second).execute()
  await tx
    .updateTable('series')
    .set({
      ...scheduleColumns(before),
      laid_until: null,
      modified_at: Math.max(now_s, series.modified_at + 1),
    })
    .where('id', '=', series.id)
    .execute()
  await tx
    .updateTable('events')
    .set({ series_id: id })
    .where('series_id', '=', series.id)
    .where('series_key', '>=', keyOf(wallOf(from), schedule))
    .execute()
  return second
}

/** All dates become single events, and the series is no more. */
async function becomeSingle(tx: Writer, scoped: Scoped, { series, rows, schedule }: Meant): Promise<Applied> {
  if (scoped.scope !== 'all') throw new ApiError('rest_recurrence_needed', {})
  for (const row of rows) assertMayEdit(scoped.caller, row)
  const applied = told({ ...nothing, kept: rows }, schedule)
  if (scoped.isDry) return applied
  await removeSeries(tx, series)
  return applied
}
