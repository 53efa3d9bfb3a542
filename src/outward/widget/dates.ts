/** A day as `YYYY-MM-DD`: such texts sort like days. */
export type Day = string

const day_ms = 86_400_000

/** The day so many days later, or earlier. */
export function addDays(day: Day, count: number): Day {
  return dayOf(Date.parse(day) + count * day_ms)
}

/** The first day of the month so many months later, or earlier. */
export function addMonths(day: Day, count: number): Day {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return dayOf(Date.UTC(year, month - 1 + count, 1))
}

/** The current day in a time zone. */
export function todayIn(zone: string): Day {
  // Swedish dates are in the form of ISO 8601.
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(new Date())
}

/** A function for what the clocks of a zone show at a moment in UTC, both as `YYYY-MM-DD HH:MM:SS`. */
export function clocksIn(zone: string): (utc: string) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  return (utc) => format.format(new Date(utcOf(utc)))
}

/** From 1 for Monday to 7 for Sunday. */
function weekday(day: Day): number {
  return new Date(day).getUTCDay() || 7
}

/** The weeks that a month is drawn in, each of seven days; the first and last days may be of other months. */
export function weeksOf(month: Day, firstWeekday: number): Day[][] {
  const first = `${month.slice(0, 7)}-01`
  const begin = addDays(first, -((weekday(first) - firstWeekday + 7) % 7))
  const weeks: Day[][] = []
  for (let week = begin; week < addMonths(first, 1); week = addDays(week, 7))
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(week, index)))
  return weeks
}

/** The first day of weeks as the site has it, or else the country of a language tag. */
export function firstWeekdayOf({
  tag,
  firstDay,
}: {
  readonly tag: string
  readonly firstDay?: number | undefined
}): number {
  if (firstDay !== undefined) return firstDay
  const locale = new Intl.Locale(tag) as LocaleWithWeeks
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1
}

/** A formatted moment: clock times of events are treated as if they were UTC, so that no browser shifts them. */
export function formatted(tag: string, moment: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' }).format(new Date(utcOf(moment)))
}

/** A formatted range, in as few words as the language allows. */
export function formattedRange(
  tag: string,
  [from, to]: readonly [string, string],
  options: Intl.DateTimeFormatOptions,
): string {
  const format = new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' })
  return format.formatRange(new Date(utcOf(from)), new Date(utcOf(to)))
}

/** Browsers have one or the other. */
interface LocaleWithWeeks extends Intl.Locale {
  getWeekInfo?: () => { firstDay: number }
  weekInfo?: { firstDay: number }
}

function dayOf(at_ms: number): Day {
  return new Date(at_ms).toISOString().slice(0, 10)
}

/** A day, or a clock time as records have it, `YYYY-MM-DD HH:MM:SS`. */
function utcOf(moment: string): string {
  return moment.length > 10 ? `${moment.replace(' ', 'T')}Z` : moment
}
