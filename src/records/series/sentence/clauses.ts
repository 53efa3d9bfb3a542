import { plainForm } from '../../../pure/calendar/dayNames.ts'
import { type Weekday, weekdays } from '../../../pure/calendar/recurrence.rule.ts'
import type { Language } from '../../../pure/text/language.ts'
import { english, phrasesBy } from '../../schedules/schedules.phrases.ts'
import { dayAt, daySign } from './days.ts'
import { escaped, oneOf, singles, type Tongue } from './tongue.ts'
import type { Kind } from './forms.ts'

/** A part of a sentence, as it was understood. Days are told by their numbers in the sentence. */
export interface Clause {
  readonly kind: Kind
  readonly n: number
  readonly nth: number
  readonly weekdays: readonly Weekday[]
  readonly numbers: readonly number[]
  readonly days: readonly number[]
  readonly length: number
}

interface Form {
  readonly kind: Kind
  /** Words that the text has where it has this form: most forms of a language are never looked for, nor is their pattern made. */
  readonly words: readonly string[]
  readonly hasDay: boolean
  readonly pattern: () => RegExp
  readonly slots: readonly string[]
  /** What the words say by themselves. */
  readonly n: number
  readonly nth: number | undefined
}

const made = new Map<Language, readonly Form[]>()

/** The longest part that the text has at a place, in some of the forms of the language. */
export function clauseAt(text: string, place: number, tongue: Tongue): Clause | undefined {
  let longest: Clause | undefined
  const ahead = text.slice(place)
  const hasDay = someDay.test(ahead)
  for (const form of formsOf(tongue)) {
    if ((form.hasDay && !hasDay) || !form.words.every((word) => ahead.includes(word))) continue
    const pattern = form.pattern()
    pattern.lastIndex = place
    const found = pattern.exec(text)
    if (found && found[0].length > (longest?.length ?? 0)) longest = clauseOf(form, found, tongue)
  }
  return longest
}

function formsOf(tongue: Tongue): readonly Form[] {
  const known = made.get(tongue.language)
  if (known) return known
  const forms = [...written(tongue), ...said(tongue)]
  made.set(tongue.language, forms)
  return forms
}

/** A number that no rule has: where it stands in a phrase, another one can. */
const someNumber = 7007

/** The phrases that the service itself writes, backwards: what they put in is what is read. */
function written(tongue: Tongue): Form[] {
  const phrases = phrasesBy[tongue.language] ?? english
  const intervals = [1, someNumber]
  const asSlot = (text: string, slot = '{n}') => text.replaceAll(String(someNumber), slot)
  const texts: (readonly [Kind, string, number?])[] = [
    ...intervals.flatMap((n) => [
      ['daily', asSlot(phrases.daily(n))] as const,
      ['weekly', asSlot(phrases.weekly(n, '{days}'))] as const,
      // The days of a month are numbers, with what the language puts behind them.
      ['monthDay', monthDays(n, (interval, days) => phrases.monthDay(interval, days))] as const,
      ['monthEnd', asSlot(phrases.monthEnd(n))] as const,
      ['yearly', asSlot(phrases.yearly(n, '{date}'))] as const,
      ['times', asSlot(phrases.times('', n))] as const,
    ]),
    ...intervals.flatMap((n) =>
      weekdays.flatMap((weekday) =>
        [-1, 1, 2, 3, 4, 5].map(
          (nth) => ['monthNth', asSlot(phrases.monthNth(n, nth, '{day}', weekday)), nth] as const,
        ),
      ),
    ),
    ['until', phrases.until('', '{date}')],
    ['on', phrases.on('{dates}')],
    ['andOn', phrases.andOn('', '{dates}')],
    ['except', phrases.except('', '{dates}')],
  ]
  const unique = new Map(texts.map((each) => [each.join('\n'), each]))
  return [...unique.values()].map(([kind, text, nth]) => formOf(kind, text, tongue, nth))
}

function monthDays(interval: number, phrase: (interval: number, days: string) => string): string {
  const other = someNumber + 1
  return phrase(interval, String(other))
    .replaceAll(String(someNumber), '{n}')
    .replace(new RegExp(`${other}\\.?`), '{numbers}')
}

/** What people say beside that. */
function said(tongue: Tongue): Form[] {
  const { forms } = tongue.spoken
  const { to } = tongue
  const ranges = ['{date}', ...(forms.from ?? [])].map((from) =>
    formOf('span', `${from}{to}{date}`, tongue, undefined, to),
  )
  return [
    ...(Object.entries(forms) as [Kind, readonly string[]][]).flatMap(([kind, texts]) =>
      texts.map((text) => formOf(kind, text, tongue)),
    ),
    ...ranges,
    // “Monday to Friday” is so every week.
    ...['{range}', ...(forms.from ?? []).map((from) => from.replace('{date}', '{range}'))].map((range) =>
      formOf('weekly', range, tongue),
    ),
    ...(tongue.language === 'ja' ? [formOf('span', '{date}から{date}まで', tongue)] : []),
  ]
}

const someDay = new RegExp(daySign, 'u')

const slotNames = /\{(\w+)\}/g

function formOf(kind: Kind, text: string, tongue: Tongue, nth?: number, to = ''): Form {
  const parts = text.split(slotNames)
  const fixed = parts
    .filter((_, at) => at % 2 === 0)
    .map(plainPart)
    .join(' ')
  const slots = parts.filter((part, at) => at % 2 === 1 && part !== 'to')
  // Words end where no letter follows.
  const end = tongue.language === 'ja' ? '' : '(?![\\p{L}\\d])'
  let made: RegExp | undefined
  const make = () => {
    const patterns = parts.map((part, at) => {
      if (at % 2 === 0) return wordsOf(at === 0 ? part.replace(/^[ ,:;、،]+/, '') : part)
      return part === 'to' ? to : slotOf(part, tongue)
    })
    return new RegExp(patterns.join('') + end, 'uy')
  }
  return {
    kind,
    slots,
    nth,
    n: kind === 'fortnightly' ? 2 : 1,
    words: fixed.split(/[ ,:;().]+/).filter((word) => word !== ''),
    hasDay: slots.some((slot) => slot.startsWith('date')),
    pattern: () => (made ??= make()),
  }
}

/** In plain form, with the blanks at its ends. */
function plainPart(text: string): string {
  return plainForm(`x${text}x`).slice(1, -1)
}

/** Fixed words: what stands between them may be missing or be another sign. */
function wordsOf(text: string): string {
  return plainPart(text)
    .split(/([ ,:]+|[().])/)
    .map((part, at) => (at % 2 === 0 ? escaped(part) : /[().]/.test(part) ? `${escaped(part)}?` : '[ ,:]*'))
    .join('')
}

function slotOf(name: string, tongue: Tongue): string {
  const { and, to, fill, ordinal, singular, plural, numbers, nths } = tongue
  const listOf = (one: string, more = and) => `(${fill}${one}(?:(?:${more})${fill}${one})*)`
  const end = tongue.language === 'ja' ? '' : '(?!\\p{L})'
  switch (name) {
    case 'n':
      return `(\\d{1,4}|${oneOf(numbers.keys())})`
    case 'nth':
      return `(${oneOf(nths.keys())})\\.?`
    case 'day':
      return `(${fill}(?:${oneOf(singles(tongue))})${end}\\.?)`
    case 'range':
      return `(${fill}(?:${oneOf(singles(tongue))})${end}\\.?${to}${fill}(?:${oneOf(singles(tongue))})${end}\\.?)`
    case 'days':
      return listOf(`(?:${oneOf(singular.keys())})${end}\\.?`, `${to}|${and}`)
    case 'plural':
      return plural.size === 0 ? '((?!))' : listOf(`(?:${oneOf(plural.keys())})${end}`, `${to}|${and}`)
    case 'numbers':
      // “On day 1, 5 times” has one day.
      return listOf(`\\d{1,2}(?!\\d| *(?:${countedBy(tongue)}))${ordinal}`)
    case 'date':
      return `(${fill}${daySign})`
    default:
      return listOf(daySign)
  }
}

/** What stands behind the number of times. */
function countedBy({ language }: Tongue): string {
  const phrases = phrasesBy[language] ?? english
  const words = [1, someNumber].flatMap((n) => phrases.times('', n).split(String(n)).slice(1))
  const behind = words.map((word) => plainForm(word).replace(/^-/, '')).filter((word) => word !== '')
  return behind.length === 0 ? '(?!)' : behind.map((word) => `-?${escaped(word)}`).join('|')
}

function clauseOf({ kind, slots, n, nth }: Form, found: RegExpExecArray, tongue: Tongue): Clause {
  const held = (name: string) => slots.flatMap((slot, at) => (slot === name ? [found[at + 1] ?? ''] : []))
  const [interval] = held('n')
  const [ordinal] = held('nth')
  return {
    kind,
    n: interval === undefined ? n : (tongue.numbers.get(interval) ?? Number(interval)),
    nth: ordinal === undefined ? (nth ?? 0) : (tongue.nths.get(ordinal) ?? 0),
    weekdays: [...held('day'), ...held('range'), ...held('days'), ...held('plural')].flatMap((text) =>
      weekdaysIn(text, tongue),
    ),
    numbers: held('numbers').flatMap((text) => [...text.matchAll(/\d+/g)].map(([digits]) => Number(digits))),
    days: [...held('date'), ...held('dates')].flatMap((text) =>
      [...text.matchAll(/[\uE000-\uE7FF]/gu)].map(([sign]) => dayAt(sign)),
    ),
    length: found[0].length,
  }
}

/** The days of a list, whose ranges count in full: “Monday to Friday”. */
function weekdaysIn(text: string, { singular, plural, to, language }: Tongue): readonly Weekday[] {
  const names = new Map([...singular, ...plural])
  const end = language === 'ja' ? '' : '(?!\\p{L})'
  const token = new RegExp(`(${oneOf(names.keys())})${end}\\.?|(${to})`, 'gu')
  const found: Weekday[] = []
  let isRange = false
  for (const [, name, range] of text.matchAll(token)) {
    if (range !== undefined) isRange = true
    if (name === undefined) continue
    const days = names.get(name) ?? []
    const [last] = days
    if (isRange && last) found.push(...between(found.at(-1) ?? last, last))
    else found.push(...days)
    isRange = false
  }
  return weekdays.filter((weekday) => found.includes(weekday))
}

function between(first: Weekday, last: Weekday): readonly Weekday[] {
  const [from, until] = [weekdays.indexOf(first), weekdays.indexOf(last)]
  return from <= until
    ? weekdays.slice(from, until + 1)
    : [...weekdays.slice(from), ...weekdays.slice(0, until + 1)]
}
