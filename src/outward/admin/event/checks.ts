import { addDays } from '../dates.ts'
import { datesOf, type Form, isAllDay } from './form.ts'
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
