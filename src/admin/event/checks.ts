import { addDays } from '../dates.ts'
import { t } from '../texts.ts'
import { datesOf, type Form } from './form.ts'
import { t as te } from './texts.ts'

/** What is wrong with what was entered, by the names that the service has for the fields: it would be refused. */
export function wrongIn(form: Form): Readonly<Record<string, string>> {
  return {
    ...(form.title.trim() === '' ? { title: te('giveTitle') } : {}),
    ...(isBackwards(form.when) ? { end_date: te('endsBefore') } : {}),
  }
}

/** Whether it would end before it begins. */
export function isBackwards(when: Form['when']): boolean {
  const { start_date, end_date } = datesOf({ when })
  return when.startDay !== '' && when.endDay !== '' && end_date < start_date
}

/** From this hour on, an end before the start is one after midnight. */
const evening = '17:00'

/** The end that is meant where it is before the start: after midnight, or later on the same day. */
export function endMeant({
  startDay,
  startTime,
  endTime,
  isAllDay,
}: Form['when']): Pick<Form['when'], 'endDay' | 'endTime'> {
  if (isAllDay || endTime > startTime) return { endDay: startDay, endTime }
  if (startTime >= evening) return { endDay: addDays(startDay, 1), endTime }
  const hour = String(Number(startTime.slice(0, 2)) + 1).padStart(2, '0')
  return { endDay: startDay, endTime: `${hour}${startTime.slice(2)}` }
}

/** What the service calls a field, as the reader does; empty where the fault says it itself. */
export function faultLabel(name: string): string {
  return labels[name]?.() ?? (name.startsWith('ticket') ? t('cost') : '')
}

const labels: Readonly<Record<string, () => string>> = {
  excerpt: () => t('inOneSentence'),
  description: () => t('text'),
  start_date: () => t('starts'),
  end_date: () => t('ends'),
  timezone: () => t('zone'),
  recurrence: () => t('repeatsLegend'),
  venue: () => t('place'),
  organizer: () => t('organizers'),
  online_url: () => t('onlineUrl'),
  cost: () => t('cost'),
  website: () => t('whereToBook'),
  image: () => t('picture'),
  categories: () => t('categories'),
  tags: () => t('tags'),
  event_status: () => t('takesPlace'),
  event_status_reason: () => t('cancelReason'),
  status: () => t('publishing'),
  date: () => t('publicSince'),
}
