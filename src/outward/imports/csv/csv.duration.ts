import { plainForm } from '../../../pure/calendar/dayNames.ts'

/** The longest duration that is one, in minutes: a year. */
const longest_min = 366 * 24 * 60

/** A duration in minutes: `90`, `90 min`, `1:30`, `1h30`, `1,5 h`, `2 hours`, `PT1H30M`; undefined for other texts. */
export function readDuration(text: string): number | undefined {
  const plain = plainForm(text)
  const minutes = inSigns(plain) ?? inUnits(plain)
  return minutes === undefined || minutes > longest_min ? undefined : Math.round(minutes)
}

function inSigns(plain: string): number | undefined {
  const [, hours, minutes] = /^(\d{1,4}):(\d{2})(?::\d{2})?$/.exec(plain) ?? []
  if (hours !== undefined) return Number(hours) * 60 + Number(minutes)
  return /^\d{1,6}$/.test(plain) ? Number(plain) : undefined
}

const units =
  /^p?t?(?:([\d.,]+) ?(?:d|days?|tage?n?|jours?|dias?|giorni|giorno|dagen|dag|日|يوم)(?![a-z]),? ?)?t?(?:([\d.,]+) ?(?:h|hrs?|hours?|std\.?|stunden?|heures?|horas?|ore|ora|uur|u|時間|ساعة|ساعات)\.?(?![a-su-z]) ?)?(?:([\d.,]+) ?(?:m|min\.?|mins|minutes?|minuten?|minutos?|minuti|分|دقيقة)?)?$/

function inUnits(plain: string): number | undefined {
  const [found, days, hours, minutes] = units.exec(plain) ?? []
  if (!found || (days === undefined && hours === undefined && minutes === undefined)) return undefined
  const [d, h, m] = [days, hours, minutes].map((part) => Number((part ?? '0').replace(',', '.')))
  const sum = ((d ?? 0) * 24 + (h ?? 0)) * 60 + (m ?? 0)
  return Number.isFinite(sum) ? sum : undefined
}
