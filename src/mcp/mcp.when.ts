import { todayIn } from '../calendar/day.ts'
import { parseDateExpression, resolveDateExpression } from '../calendar/dateExpression.ts'
import { epochSeconds } from '../calendar/text.ts'
import type { Zone } from '../calendar/zone.ts'
import { type Days, periodOf, type PeriodName } from '../web/period.ts'
import { BadInput } from './mcp.tool.ts'

/** From when until when (exclusive) somebody looks, in epoch seconds; undefined: without an end. */
export interface Stretch {
  readonly from: number
  readonly until: number | undefined
}

/** What can be said, for refusals and for those who ask. */
export const whenExamples = 'today, tonight, this weekend, next week, friday, june, june 2031, 2031-05-01'

/** Where and when somebody speaks of dates. */
interface Here {
  readonly siteZone: Zone
  readonly now: Temporal.Instant
}

/** Words for stretches of time beside dates. */
const named: Readonly<Record<string, PeriodName>> = {
  today: 'today',
  tonight: 'tonight',
  'this evening': 'tonight',
  tomorrow: 'tomorrow',
  weekend: 'weekend',
  'this weekend': 'weekend',
  'the weekend': 'weekend',
  'next weekend': 'next_weekend',
  week: 'week',
  'this week': 'week',
  month: 'month',
  'this month': 'month',
  'next 30 days': 'next_30_days',
}

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

/** A week from Monday, whose last days are its weekend: what the words of assistants mean. */
const week = { weekend: [6, 7], firstDay: 1 }

/** What the words name: a stretch with a name, a month, a year, or a day in any notation of dates. Throws where they name nothing. */
export function readWhen(words: string, here: Here, name = 'when'): Stretch {
  const text = words
    .trim()
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replace(/^(?:at|on|in|for) /, '')
  const today = todayIn(here.siteZone, here.now)
  const days = daysNamed(text, today)
  if (days) return stretchOf(days, here)
  const moment = momentNamed(text, here)
  if (moment) return moment
  throw new BadInput(
    `${name} must be words such as ${Object.keys(named).slice(0, 5).join(', ')}, “next week”, “next month”, “friday”, “june 2031” or a date such as 2031-05-01; it is “${words.slice(0, 60)}”.`,
  )
}

function daysNamed(text: string, today: Temporal.PlainDate): Days | undefined {
  const period = named[text]
  if (period !== undefined) return periodOf(period, today, week)
  if (text === 'next week') {
    const monday = today.add({ days: 8 - today.dayOfWeek })
    return { from: monday, until: monday.add({ days: 6 }) }
  }
  if (text === 'next month') return monthOf(today.with({ day: 1 }).add({ months: 1 }))
  const [, name = '', year] = /^([a-z]+)(?: (\d{4}))?$/.exec(text) ?? []
  const [, isoYear, isoMonth] = /^(\d{4})-(\d\d)$/.exec(text) ?? []
  const month = isoMonth === undefined ? months.indexOf(name) + 1 : Number(isoMonth)
  if (month < 1 || month > 12) return undefined
  const written = isoYear ?? year
  // The name of a month alone is the one that is or comes next.
  const nearest = month < today.month ? today.year + 1 : today.year
  return monthOf(
    Temporal.PlainDate.from({ year: written === undefined ? nearest : Number(written), month, day: 1 }),
  )
}

function monthOf(first: Temporal.PlainDate): Days {
  return { from: first, until: first.with({ day: first.daysInMonth }) }
}

/** A day in any notation, whole, or a moment, as long as a second. */
function momentNamed(text: string, here: Here): Stretch | undefined {
  const read = parseDateExpression(text)
  const resolved = read && resolveDateExpression(read, here.siteZone, here.now)
  if (!resolved) return undefined
  if (resolved.dateOnly) return stretchOf({ from: resolved.day, until: resolved.day }, here)
  const at = epochSeconds(resolved.instant)
  return { from: at, until: at + 1 }
}

/** The stretch of whole days, or from an hour of the first one. */
function stretchOf({ from, until, fromHour = 0 }: Days, { siteZone }: Pick<Here, 'siteZone'>): Stretch {
  const at = (day: Temporal.PlainDate, hour = 0) =>
    day.toZonedDateTime({ timeZone: siteZone.id, plainTime: { hour } }).epochMilliseconds / 1000
  return { from: at(from, fromHour), until: at(until.add({ days: 1 })) }
}
