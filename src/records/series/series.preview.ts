import { ruleDates } from '../../pure/calendar/recurrence.dates.ts'
import { BadRecurrence } from '../../pure/calendar/recurrence.rule.ts'
import { linesOf, readRecurrence, type SentRecurrence } from '../../pure/calendar/recurrence.ts'
import { parseDateExpression } from '../../pure/calendar/dateExpression.ts'
import { wallText, wallTextAt } from '../../pure/calendar/text.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { type SentTimes, settleTimes } from '../events/events.span.ts'
import type { Endpoint } from '../../http/resource.ts'
import type { Context } from '../../http/context.ts'
import { renderTitle } from '../../pure/text/render.ts'
import { type PreviewSeries, previewSeriesParams } from './series.params.ts'
import { eventsAt } from './series.query.ts'
import type { Schedule } from '../schedules/schedules.row.ts'
import { clockOf } from './series.scoped.routes.ts'
import { type Clock, settleSeries } from './series.settle.ts'
import { timesOf, datesToLay, keyOf, timesAt } from '../schedules/schedules.times.ts'
import { ruleWords, type Speech, speechOf } from '../schedules/schedules.words.ts'
import { type Before, datesOfSentence } from './sentence/dates.ts'
import { sentenceRefusal } from './sentence/refusal.ts'
import { tongueOf } from './sentence/tongue.ts'

/** How many dates a preview has. */
const mostPreviewed = 50

/** What words or lines would give. */
export function previewEndpoint(context: Context): Endpoint<object, PreviewSeries> {
  return {
    methods: ['POST'],
    summary: 'Show the dates that a recurrence, or a sentence that says them, would give, and write nothing.',
    title: 'Show the dates that a recurrence would give',
    operation: 'previewSeries',
    params: previewSeriesParams,
    answer: { status: 200, says: 'The dates.', schema: 'SeriesPreview' },
    check: async ({ params, given, now }) => {
      if (given.has('words')) return {}
      assertGiven(given)
      const { start_date, end_date, recurrence } = params
      if (!start_date || !end_date || !recurrence) return {}
      const settled = settleSeries({ ...params, start_date, end_date }, recurrence, clockOf(context, now))
      return 'faults' in settled ? settled.faults : {}
    },
    handle: async ({ params, now }) => {
      const clock = clockOf(context, now)
      const meant = params.words === undefined ? params : spoken(params, params.words, clock)
      const settled = settleSeries(meant, meant.recurrence ?? none, clock)
      // What was sent was checked; of a sentence the dates may be none, or too many.
      if ('faults' in settled) throw sentenceRefusal(settled.faults)
      const speech = speechOf(params.language ?? 'en')
      return { body: await previewOf(context, settled.schedule, { ...params, now, speech }) }
    },
  }
}

const none: SentRecurrence = { rule: undefined, added: [], excluded: [] }

/** Without a sentence all else has to be there. */
function assertGiven(given: ReadonlySet<string>): void {
  const missing = ['start_date', 'end_date', 'recurrence'].filter((name) => !given.has(name))
  if (missing.length === 0) return
  throw new ApiError(
    'rest_missing_callback_param',
    { names: missing.join(', ') },
    { data: { params: missing }, hint: 'Or send words: a sentence that says the dates.' },
  )
}

/** The times and the recurrence that a sentence says; throws 400 that names what is not understood. */
function spoken(
  params: PreviewSeries,
  words: string,
  clock: Clock,
): SentTimes & Pick<PreviewSeries, 'recurrence'> {
  const language = params.language ?? 'en'
  const zone = params.timezone ?? clock.siteZone
  const found = datesOfSentence(words, {
    tongue: tongueOf(language),
    today: clock.now.toZonedDateTimeISO(zone.id).toPlainDate(),
    before: beforeOf(params, clock),
  })
  if ('faults' in found) throw sentenceRefusal({ language, faults: found.faults })
  const { start, end, isAllDay, recurrence } = found.dates
  const moment = (wall: Temporal.PlainDateTime) =>
    parseDateExpression(isAllDay ? wall.toPlainDate().toString() : wallText(wall))
  const [start_date, end_date] = [moment(start), moment(end)]
  return {
    ...(start_date ? { start_date } : {}),
    ...(end_date ? { end_date } : {}),
    all_day: isAllDay,
    timezone: zone,
    ...(recurrence.length > 0 ? { recurrence: linesRead(recurrence) } : {}),
  }
}

/** A sentence may count more dates than a rule has. */
function linesRead(lines: readonly string[]): SentRecurrence {
  try {
    return readRecurrence(lines)
  } catch (error) {
    throw error instanceof BadRecurrence ? sentenceRefusal({ recurrence: error.message }) : error
  }
}

/** When the event has been until now, where both ends are sent. */
function beforeOf(params: PreviewSeries, clock: Clock): Before | undefined {
  if (!params.start_date || !params.end_date) return undefined
  const settled = settleTimes(params, clock)
  if ('faults' in settled) return undefined
  const { start, duration, isAllDay } = timesOf(settled.columns, clock.siteZone)
  return { start, end: start.add(isAllDay ? { days: duration - 1 } : { seconds: duration }), isAllDay }
}

interface Shown extends Pick<PreviewSeries, 'venue' | 'exclude'> {
  readonly now: Temporal.Instant
  readonly speech: Speech
}

async function previewOf(context: Context, schedule: Schedule, shown: Shown) {
  const { now, speech } = shown
  const { dates, isWhole } = datesToLay(schedule, now, context.seriesHorizonMonths)
  const some = dates.slice(0, mostPreviewed)
  const all = new Set(dates.map(String))
  const last = dates.at(-1) ?? schedule.start
  const skipped = ruleDates(schedule.recurrence, schedule.start, last).walls.filter(
    (wall) => !all.has(wall.toString()),
  )
  const first = timesAt(schedule.start, schedule)
  const { rule, added } = schedule.recurrence
  const repeats = rule !== undefined || added.length > 0
  return {
    start_date: first?.start_wall ?? wallText(schedule.start),
    end_date: first?.end_wall ?? wallText(schedule.start),
    all_day: schedule.isAllDay,
    timezone: schedule.zone.name,
    recurrence: repeats ? linesOf(schedule.recurrence, schedule) : [],
    dates: some.flatMap((wall) => {
      const times = timesAt(wall, schedule)
      return times ? [{ start_date: times.start_wall, end_date: times.end_wall }] : []
    }),
    total: isWhole ? dates.length : null,
    text: repeats ? (ruleWords(schedule, speech) ?? '') : '',
    skipped: skipped.slice(0, mostPreviewed).map((wall) => keyOf(wall, schedule)),
    clashes: await clashesOf(context, some, schedule, shown),
  }
}

/** Other events that are at the venue while a date is. */
async function clashesOf(
  { db }: Context,
  dates: readonly Temporal.PlainDateTime[],
  schedule: Schedule,
  { venue, exclude }: Shown,
) {
  if (venue === undefined) return []
  const wallOf = (at: number) => wallTextAt(at, schedule.zone)
  const clashes = []
  for (const wall of dates) {
    const times = timesAt(wall, schedule)
    if (!times) continue
    const span = { from: times.starts_at, until: Math.max(times.ends_at, times.starts_at + 1), exclude }
    for (const { id, title, starts_at, ends_at } of await eventsAt(db.read, venue, span))
      clashes.push({
        start_date: times.start_wall,
        id,
        title: renderTitle(title),
        from: wallOf(starts_at),
        until: wallOf(ends_at),
      })
  }
  return clashes
}
