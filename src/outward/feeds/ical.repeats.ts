import { contentLine, localValue, utcValue } from './ical.lines.ts'
import type { FeedEvent, Repeats } from './feed.ts'

/** How a moment of a series is written: as its start is, or some calendars drop the whole series. */
export type DateForm = { readonly tzid: string } | 'day' | 'utc'

/** The lines by which an event repeats, or says of which date of a series it speaks (RFC 5545, 3.8.4.4 and 3.8.5). */
export function repeatsText({ repeats }: Pick<FeedEvent, 'repeats'>, form: DateForm): string {
  if (repeats === undefined) return ''
  if ('dateOf' in repeats) return datesLine('RECURRENCE-ID', [repeats.dateOf], form)
  const { rule, added, excluded } = repeats
  return (
    (rule === undefined ? '' : contentLine('RRULE', rule)) +
    datesLine('RDATE', added, form) +
    datesLine('EXDATE', excluded, form)
  )
}

type Moments = Extract<Repeats, { readonly added: unknown }>['added']

/** A line for each date: some programs read only the first of several. */
function datesLine(name: string, moments: Moments, form: DateForm): string {
  return moments
    .map(({ wall, at }) => {
      if (form === 'day') return contentLine(name, wall.slice(0, 10).replaceAll('-', ''), { VALUE: 'DATE' })
      return form === 'utc'
        ? contentLine(name, utcValue(at))
        : contentLine(name, localValue(wall), { TZID: form.tzid })
    })
    .join('')
}
