/** Whether calendars here have the year; Temporal has a few more before and after them. */
export function hasCalendar({ year }: { readonly year: number }): boolean {
  return year > 1 && year < 9999
}

/** The day, `YYYY-MM-DD`, if it exists in the years that calendars here have. */
export function readDay(text: string): Temporal.PlainDate | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
  try {
    const day = Temporal.PlainDate.from(text, { overflow: 'reject' })
    return hasCalendar(day) ? day : undefined
  } catch {
    return undefined
  }
}

/** The month, `YYYY-MM`, likewise. */
export function readMonth(text: string): Temporal.PlainYearMonth | undefined {
  if (!/^\d{4}-(?:0[1-9]|1[0-2])$/.test(text)) return undefined
  const month = Temporal.PlainYearMonth.from(text)
  return hasCalendar(month) ? month : undefined
}

/** The days of the week that the day is in. */
export function weekOf(day: Temporal.PlainDate, firstDay: number): Temporal.PlainDate[] {
  const first = day.subtract({ days: (day.dayOfWeek - firstDay + 7) % 7 })
  return Array.from({ length: 7 }, (_, at) => first.add({ days: at }))
}

/** All days of the month. */
export function daysOfMonth(month: Temporal.PlainYearMonth): Temporal.PlainDate[] {
  return Array.from({ length: month.daysInMonth }, (_, at) => month.toPlainDate({ day: at + 1 }))
}
