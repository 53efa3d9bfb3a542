import { happens } from '../../fields/happening.ts'
import { readRecurrence } from '../../pure/calendar/recurrence.ts'
import type { DateExpression } from '../../pure/calendar/dateExpression.ts'
import type { CreateEvent, UpdateEvent } from '../../records/events/events.params.ts'
import type { WithImage } from '../../records/events/events.images.ts'
import { updateEvent } from '../../records/events/events.write.ts'
import type { Context } from '../../http/context.ts'
import { createSeries } from '../../records/series/series.create.write.ts'
import { occurrencesIn } from '../../records/series/series.query.ts'
import { settleSeries } from '../../records/series/series.settle.ts'
import type { Writing } from '../../records/posts/posts.write.ts'
import type { PlannedEvent } from './demo.planned.ts'

/** What happens to dates of series, by their titles: to which of those to come, counted from 0, and what. */
const happenings: Readonly<Record<string, readonly [index: number, what: Happening]>> = {
  'Farmers’ Market': [2, { canceled: 'The square is being dug up; the bakers are at home.' }],
  'Life Drawing': [1, { canceled: 'The model has the flu.' }],
  'Heron Folk Session': [1, { movedBy: { days: -1 } }],
  'Chess in the Café': [2, { movedBy: { hours: 1 } }],
}

type Happening = { readonly canceled: string } | { readonly movedBy: Temporal.DurationLike }

/** A wall clock as it is sent. */
type Written = (wall: Temporal.PlainDateTime) => DateExpression

/** Writes a series as somebody would: its rule, then what happens to one or another of its dates, and what each is about. */
export async function writeSeries(
  context: Context,
  dates: readonly PlannedEvent[],
  sent: CreateEvent & WithImage,
  { caller, now, momentOf }: Pick<Writing, 'caller' | 'now'> & { readonly momentOf: Written },
): Promise<void> {
  const [{ series } = {}] = dates
  if (!series) return
  const { siteZone, seriesHorizonMonths: horizonMonths } = context
  const until = series.last.toString().replaceAll('-', '')
  const rule = `RRULE:FREQ=WEEKLY;${series.every === 1 ? '' : `INTERVAL=${series.every};`}UNTIL=${until}`
  const settled = settleSeries(sent, readRecurrence(rule), { now, siteZone, horizonMonths })
  if ('faults' in settled) throw new Error(`The demo plans what cannot be: ${JSON.stringify(settled.faults)}`)
  const writing = { caller, now, siteZone }
  const first = await createSeries(context, { ...sent, title: series.title }, settled.schedule, writing)
  const [made] = await context.db.read
    .selectFrom('events')
    .select('series_id')
    .where('id', '=', first)
    .execute()
  const rows = await occurrencesIn(context.db.read, made?.series_id ?? 0)
  const change = (id: number, sent: UpdateEvent) =>
    updateEvent(context, sent, () => '', { ...writing, id, guard: async () => {} })
  const [index, what] = happenings[series.title] ?? []
  const coming = rows.filter(({ starts_at }) => starts_at * 1000 > now.epochMilliseconds)
  for (const [at, row] of rows.entries()) {
    const date = dates[at]
    if (date && date.title !== series.title) await change(row.id, { title: date.title })
    if (!date || !what || row !== coming[index ?? -1]) continue
    if ('canceled' in what) await change(row.id, happens('canceled', what.canceled))
    else
      await change(row.id, {
        start_date: momentOf(date.start.add(what.movedBy)),
        end_date: momentOf(date.end.add(what.movedBy)),
        event_status: 'rescheduled',
      })
  }
}
