import type { Declaration } from '../../fields/own/declaration.ts'
import { readOwnValue } from '../../fields/own/values.ts'
import { isRanged } from '../../records/own/own.filters.ts'
import { numberText, say } from '../../pure/locale/locale.ts'
import { fieldText, optionText, ownName, pageFields } from './calendar.own.ts'
import { type ActiveFilter, type CalendarQuery, valuesOf, without } from './calendar.query.ts'
import { dateText, rangeText } from './dates.ts'
import type { Visit } from './visit.ts'

type Pairs = Pick<CalendarQuery, 'pairs'>

/** Filters by fields of one’s own among those in force. */
export function ownActive(visit: Visit, { pairs }: Pairs): ActiveFilter[] {
  const { messages } = visit.locale
  return pageFields(visit).flatMap((field) => {
    const name = ownName(field)
    const called = fieldText(visit, field)
    return valuesOf(pairs, name).map((value): ActiveFilter => {
      const text = valueText(visit, field, value)
      return {
        text: text === undefined ? called : say(messages.fieldSays, { field: called, value: text }),
        others: without(pairs, name, value),
      }
    })
  })
}

/** What is wanted of a field, in words; undefined where its name says it. */
function valueText(visit: Visit, field: Declaration, value: string): string | undefined {
  const { messages } = visit.locale
  if (value === '*') return messages.saidAtAll
  if (value === '-*') return messages.notSaid
  if (isRanged(field)) return boundsText(visit, field, value)
  if (field.type === 'boolean') return isTrue(field, value) ? undefined : messages.no
  const [, minus, text = ''] = /^(-?)(.*)$/.exec(value) ?? []
  const said = optionText(visit, field, optionOf(field, text) ?? text)
  return minus ? say(messages.notThis, { value: said }) : said
}

/** Whether a text says that it is so. */
export function isTrue(field: Declaration, value: string): boolean {
  const read = readOwnValue(field, value)
  return 'value' in read && read.value === true
}

/** The option that a text names, by its value or its label. */
export function optionOf(field: Declaration, text: string): string | undefined {
  const read = readOwnValue({ ...field, type: 'choice' }, text)
  return 'value' in read && typeof read.value === 'string' ? read.value : undefined
}

/** From and until, each empty where it is open. */
export function boundsOf(value: string): readonly [from: string, until: string] {
  const [, from = value, until = value] = /^(.*?)\.\.(.*)$/.exec(value) ?? []
  return [from.trim(), until.trim()]
}

function boundsText({ locale }: Visit, { type }: Declaration, value: string): string {
  const [from, until] = boundsOf(value)
  if (type === 'number') {
    const [least, most] = [from, until].map((one) => (one === '' ? '' : numberText(locale, Number(one))))
    if (least === most) return least ?? ''
    return until === '' ? `≥ ${least}` : from === '' ? `≤ ${most}` : `${least}–${most}`
  }
  const [first, last] = [from, until].map((one) => (one === '' ? undefined : Temporal.PlainDate.from(one)))
  if (first && last)
    return first.equals(last)
      ? dateText(locale, first, 'day')
      : rangeText(locale, [first, last], 'dayOfMonth')
  const { fromDate, untilDate } = locale.messages
  if (first) return say(fromDate, { date: dateText(locale, first, 'dayOfMonth') })
  return last ? say(untilDate, { date: dateText(locale, last, 'dayOfMonth') }) : ''
}
