import { addDays } from '../dates.ts'
import { t } from '../texts.ts'
import { datesOf, type Form, isAllDay } from './form.ts'
import { faultNames } from './parts.tsx'
import { t as te } from './texts.ts'

/** What is wrong with what was entered, by the names that the service has for the fields: it would be refused. */
export function wrongIn(form: Form): Readonly<Record<string, string>> {
  return {
    ...(form.title.trim() === '' ? { title: te('giveTitle') } : {}),
    ...wrongWhen(form.when),
    ...(form.status === 'future' && form.publishAt === '' ? { date: te('giveDay') } : {}),
  }
}

/** What is missing of when it is: no day and no time is invented. */
function wrongWhen(when: Form['when']): Readonly<Record<string, string>> {
  if (when.startDay === '') return { words: te('giveDay') }
  if (isAllDay(when)) return isBackwards(when) ? { end_date: te('endsBefore') } : {}
  if (when.startTime === '') return { start_date: te('giveStart') }
  if (when.endTime === '') return { end_date: te('giveEnd') }
  return isBackwards(when) ? { end_date: te('endsBefore') } : {}
}

/** Whether it would end before it begins. */
export function isBackwards(when: Form['when']): boolean {
  const { start_date, end_date } = datesOf({ when })
  return when.startDay !== '' && end_date < start_date
}

/** From this hour on, an end before the start is one after midnight. */
const evening = '17:00'

/** The end that is meant where it is before the start: after midnight, or later on the same day. */
export function endMeant({
  startDay,
  startTime,
  endTime,
  ...when
}: Form['when']): Pick<Form['when'], 'endDay' | 'endTime'> {
  if (isAllDay({ startDay, startTime, endTime, ...when }) || endTime > startTime)
    return { endDay: startDay, endTime }
  if (startTime >= evening) return { endDay: addDays(startDay, 1), endTime }
  const hour = String(Number(startTime.slice(0, 2)) + 1).padStart(2, '0')
  return { endDay: startDay, endTime: `${hour}${startTime.slice(2)}` }
}

/** What the service calls a field, as the reader does; empty where the fault says it itself. */
export function faultLabel(name: string): string {
  return labels[name]?.() ?? (name.startsWith('ticket') ? t('cost') : labelOf(name))
}

/** What a control of the page is called. */
function labelOf(id: string): string {
  const control = document.getElementById(id)
  const label = control instanceof HTMLInputElement ? control.labels?.[0]?.textContent : undefined
  return label?.trim() ?? ''
}

/** What the service calls the field of a control: what is wrong with it is said there. */
export function fieldOf(id: string): string {
  return id === 'e-start-time' ? 'start_date' : id === 'e-end-time' ? 'end_date' : (faultNames.get(id) ?? id)
}

const labels: Readonly<Record<string, () => string>> = {
  excerpt: () => t('inOneSentence'),
  description: () => t('text'),
  words: () => te('inWords'),
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
