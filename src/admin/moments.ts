import { dayText, timeText, type Wall, wallNow } from './dates.ts'
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
  const isToday = wall.slice(0, 10) === wallNow().slice(0, 10)
  return `${isToday ? today : dayText(wall)}, ${timeText(wall)}`
}

const today = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'day')

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
