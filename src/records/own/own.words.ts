import { type Declaration, textIn } from '../../fields/own/declaration.ts'
import { readOwnValue } from '../../fields/own/values.ts'
import type { Context } from '../../http/context.ts'
import { dateText, rangeText } from '../../pure/locale/dates.ts'
import { type Locale, numberText, say } from '../../pure/locale/locale.ts'
import { isRanged } from './own.filters.ts'

/** The fields that are declared, and the language in which somebody reads. */
export interface Speaking {
  readonly context: Pick<Context, 'declared'>
  readonly locale: Locale
}

/** What the reader calls a field. */
export function fieldText({ locale, context }: Speaking, { label }: Pick<Declaration, 'label'>): string {
  return textIn(label, locale.language, context.declared.language)
}

/** What the reader calls an option of a field. */
export function optionText(speaking: Speaking, { options }: Declaration, value: string): string {
  const option = options.find((one) => one.value === value)
  return option ? fieldText(speaking, option) : value
}

/** A field of one’s own with one thing that is wanted of it, in words: “Language: French”, “Pushchairs”. */
export function ownFilterText(speaking: Speaking, field: Declaration, value: string): string {
  const called = fieldText(speaking, field)
  const text = valueText(speaking, field, value)
  return text === undefined ? called : say(speaking.locale.messages.fieldSays, { field: called, value: text })
}

/** What is wanted of a field, in words; undefined where its name says it. */
function valueText(speaking: Speaking, field: Declaration, value: string): string | undefined {
  const { messages } = speaking.locale
  if (value === '*') return messages.saidAtAll
  if (value === '-*') return messages.notSaid
  if (isRanged(field)) return boundsText(speaking.locale, field, value)
  if (field.type === 'boolean') return isTrue(field, value) ? undefined : messages.no
  const [, minus, text = ''] = /^(-?)(.*)$/.exec(value) ?? []
  const said = optionText(speaking, field, optionOf(field, text) ?? text)
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

function boundsText(locale: Locale, { type }: Declaration, value: string): string {
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
