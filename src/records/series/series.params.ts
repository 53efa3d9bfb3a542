import { Type, type StaticDecode } from 'typebox'
import { BadRecurrence } from '../../pure/calendar/recurrence.rule.ts'
import { readRecurrence, type SentRecurrence } from '../../pure/calendar/recurrence.ts'
import { createEventParams, deleteEventParams, updateEventParams } from '../events/events.params.ts'
import { flag } from '../../pure/params/flags.ts'
import { idOf, page, perPage } from '../../pure/params/numbers.ts'
import { Fault, isEmpty, parameter, quote } from '../../pure/params/parameter.ts'
import { choice, searchText } from '../../pure/params/texts.ts'
import { languages } from '../../pure/text/language.ts'
import { deleteParams } from '../posts/posts.params.ts'

const lines = (description: string) => Type.Array(Type.String(), { description })

function readLines(sent: unknown): SentRecurrence {
  const isList = Array.isArray(sent) && sent.every((line) => typeof line === 'string')
  if (typeof sent !== 'string' && !isList)
    throw new Fault(`must be lines of iCalendar such as "RRULE:FREQ=WEEKLY;BYDAY=TU", not ${quote(sent)}`)
  try {
    return readRecurrence(sent)
  } catch (error) {
    throw error instanceof BadRecurrence ? new Fault(error.message) : error
  }
}

const recurrence = parameter(
  lines(
    'How the event repeats: lines of iCalendar (RRULE, RDATE, EXDATE), as a list or one text. It becomes a series.',
  ),
  (sent): SentRecurrence | undefined => (isEmpty(sent) ? undefined : readLines(sent)),
)

const newRecurrence = parameter(
  lines(
    'How the series repeats from now on; null with scope “all” leaves its dates as single events. A single event becomes the first date of a series.',
  ),
  (sent): SentRecurrence | null => (isEmpty(sent) ? null : readLines(sent)),
)

export const scopes = ['this', 'following', 'all'] as const
export type Scope = (typeof scopes)[number]

export const scope = choice(
  scopes,
  'Of a date of a series: what is changed, this date alone (the default), this and the following ones, or all that are to come.',
)
const dryRun = flag('Whether to answer what would happen, and write nothing.')
const override = flag('Whether fields that were changed on a date alone are overwritten, too.')

export const createWithRecurrence = Type.Object({
  ...createEventParams.properties,
  recurrence: Type.Optional(recurrence),
})

const scoped = {
  scope: Type.Optional(scope),
  dry_run: Type.Optional(dryRun),
}
export const updateWithScope = Type.Object({
  ...updateEventParams.properties,
  ...scoped,
  override: Type.Optional(override),
  recurrence: Type.Optional(newRecurrence),
})
export type UpdateWithScope = StaticDecode<typeof updateWithScope>

export const deleteWithScope = Type.Object({ ...deleteEventParams.properties, ...scoped })

/** The parameters of an update of the whole series. */
const { scope: _scope, ...ofSeries } = updateWithScope.properties
export const updateSeriesParams = Type.Object(ofSeries)
export type UpdateSeries = StaticDecode<typeof updateSeriesParams>
export const deleteSeriesParams = Type.Object({ ...deleteParams.properties, dry_run: scoped.dry_run })

export const listSeriesParams = Type.Object({
  page: Type.Optional(page),
  per_page: Type.Optional(perPage),
  search: Type.Optional(searchText('Keep series in whose title every word occurs.')),
})
export type ListSeries = StaticDecode<typeof listSeriesParams>

const { start_date, end_date, timezone } = createEventParams.properties
// A preview has no defaults.
const { all_day } = updateEventParams.properties
export const previewSeriesParams = Type.Object({
  words: Type.Optional(
    searchText(
      'A sentence that says when it is, such as “every Tuesday 10:30 to 11:15 until 29 June, not on 22 December” or “next Friday 7pm”. Without it start_date, end_date and recurrence are required; with it what it does not say is taken from them. What is not understood is refused.',
    ),
  ),
  language: Type.Optional(
    choice(languages, 'The language of the sentence, and of the recurrence in words (by default: English).'),
  ),
  start_date: Type.Optional(start_date),
  end_date: Type.Optional(end_date),
  timezone,
  all_day,
  recurrence: Type.Optional(parameter(lines('How the event would repeat: lines of iCalendar.'), readLines)),
  venue: Type.Optional(idOf('The venue at which other events at the same time are looked for.')),
  exclude: Type.Optional(
    idOf(
      'An event that is not to be among them, nor the dates of its series, as it is the one that is looked at.',
    ),
  ),
})
export type PreviewSeries = StaticDecode<typeof previewSeriesParams>
