import { formatted, formattedRange } from './dates.ts'
import type { CalendarEvent } from './source.ts'
import type { Language } from './text.ts'

/** The time of an event, without its first day; clock times are written as on pages. */
export function timeText(
  { isAllDay, start, end }: Pick<CalendarEvent, 'isAllDay' | 'start' | 'end'>,
  { tag, messages }: Language,
): string {
  const isLong = start.slice(0, 10) !== end.slice(0, 10)
  if (isAllDay && !isLong) return messages.allDay
  if (isAllDay)
    return formattedRange(tag, [start.slice(0, 10), end.slice(0, 10)], { day: 'numeric', month: 'short' })
  if (start === end) return formatted(tag, start, clock)
  if (!isLong) return formattedRange(tag, [start, end], clock)
  // An event that ends after midnight still belongs to that evening; as a range it would name both days.
  const isOvernight =
    Date.parse(`${end.replace(' ', 'T')}Z`) - Date.parse(`${start.replace(' ', 'T')}Z`) < 12 * 3_600_000
  if (isOvernight) return `${formatted(tag, start, clock)} – ${formatted(tag, end, clock)}`
  return formattedRange(tag, [start, end], {
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  })
}

/** The time of day at which an event starts. */
export function clockText({ start }: Pick<CalendarEvent, 'start'>, { tag }: Language): string {
  return formatted(tag, start, clock)
}

const clock = { timeStyle: 'short' } as const
