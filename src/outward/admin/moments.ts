import { addDays, dayText, timeText, type Wall, wallNow } from './dates.ts'
import { locale, siteZone } from './place.ts'

// Sweden writes dates as the service does.
const inZone = new Intl.DateTimeFormat('sv-SE', {
  timeZone: siteZone,
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** The wall time of a moment of the service in the zone of the calendar; one without an offset is in UTC. */
export function wallAt(moment: string): Wall {
  const text = moment.replace(' ', 'T')
  return inZone.format(new Date(/(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`))
}

/** The day of a moment. */
export function dayOf(moment: string): string {
  return dayText(wallAt(moment))
}

/** The moment as people say it. */
export function momentText(moment: string): string {
  const wall = wallAt(moment)
  return `${nearDay(wall)}, ${timeText(wall)}`
}

/** The day of a moment as it stands above what was done then. */
export function dayHeading(moment: string): string {
  const day = nearDay(wallAt(moment))
  return day.slice(0, 1).toLocaleUpperCase(locale) + day.slice(1)
}

const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })

/** Since when, as people say it: the time of today, “yesterday”, “3 days ago”, or the day. */
export function sinceText(wall: Wall): string {
  const days = Math.round((Date.parse(wallNow().slice(0, 10)) - Date.parse(wall.slice(0, 10))) / 86_400_000)
  if (days <= 0) return timeText(wall)
  return days < 7 ? relative.format(-days, 'day') : dayText(wall)
}

/** Today and yesterday by these words, other days by their dates. */
export function nearDay(wall: Wall): string {
  const [day, now] = [wall.slice(0, 10), wallNow().slice(0, 10)]
  if (day === now) return relative.format(0, 'day')
  return day === addDays(now, -1) ? relative.format(-1, 'day') : dayText(wall)
}

const sizes = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** A number of bytes as people say it. */
export function sizeText(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), sizes.length - 1)
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: sizes[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumSignificantDigits: 3,
  }).format(bytes / 1000 ** step)
}
