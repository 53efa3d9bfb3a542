import { monthNames, monthNumbered, plainForm } from '../../../pure/calendar/dayNames.ts'
import type { Language } from '../../../pure/text/language.ts'
import { dayAt, daySign } from './days.ts'
import { oneOf, type Tongue } from './tongue.ts'

/** Months of each year that are left out. */
export interface MonthsOut {
  readonly months: readonly number[]
  /** Days in their list, by their numbers in the sentence: they may be left out as well, or be added. */
  readonly days: readonly number[]
  readonly length: number
}

/** How a language leaves months out. */
interface Leaving {
  /** What stands before the first; in Japanese behind the last. */
  readonly words: string
  /** What may stand before each. */
  readonly fill: string
  /** “Or”, between them, beside what is between other parts of a list. */
  readonly or: string
}

const byLanguage: Readonly<Record<Language, Leaving>> = {
  en: {
    words:
      'not|but not|no dates|except|except for|but except|excluding|without|skipping|apart from|other than',
    fill: 'in|during|from|the month of|the months of|all of',
    or: 'or|nor',
  },
  de: {
    words: 'nicht|aber nicht|nur nicht|außer|ausser|ohne|ausgenommen|mit Ausnahme von|jedoch nicht',
    fill: 'im|in|von|vom|den|dem|monat|monaten|monate',
    or: 'oder',
  },
  fr: {
    words: "pas|mais pas|sauf|excepté|hors|hormis|sans|à l'exception",
    fill: "en|de|du|d'|au mois|le mois|les mois|mois|au",
    or: 'ou|ni',
  },
  es: {
    words: 'no|pero no|excepto|salvo|menos|sin|a excepción',
    fill: 'en|de|desde|el mes|los meses',
    or: 'o|u|ni',
  },
  it: {
    words: 'non|ma non|tranne|eccetto|escluso|esclusi|salvo|senza|a eccezione',
    fill: 'in|a|ad|da|di|nel mese|nei mesi|il mese|i mesi|che',
    or: 'o|od|né',
  },
  nl: {
    words: 'niet|maar niet|behalve|uitgezonderd|zonder|met uitzondering',
    fill: 'in|van|de maand|de maanden',
    or: 'of|noch',
  },
  pt: {
    words: 'não|mas não|exceto|menos|salvo|sem|à exceção',
    fill: 'em|de|no mês|nos meses|o mês|os meses',
    or: 'ou|nem',
  },
  ja: { words: 'を除く|を除いて|以外|は休み|は除く|はなし|を除き', fill: 'ただし', or: 'や|または|か' },
  ar: {
    words: 'ما عدا|ماعدا|عدا|إلا|ليس|باستثناء|لكن ليس|ولكن ليس',
    fill: 'في|من|شهر|شهري|أشهر|شهور|خلال',
    or: 'أو|ولا',
  },
}

interface Patterns {
  readonly before: RegExp
  readonly behind: RegExp
  readonly fill: RegExp
  readonly day: RegExp
  readonly and: RegExp
  readonly to: RegExp
}

const made = new Map<Language, Patterns>()
let month: RegExp | undefined

/** The months that the text leaves out at a place: “not in July and August”. Undefined for those of one year, which no rule has. */
export function monthsOutAt(text: string, place: number, tongue: Tongue): MonthsOut | undefined {
  const patterns = patternsOf(tongue)
  let at = place + lengthAt(patterns.before, text, place)
  if (at === place && tongue.language !== 'ja') return undefined
  const [months, days]: [number[], number[]] = [[], []]
  for (;;) {
    const isFirst = months.length + days.length === 0
    const range = isFirst ? 0 : lengthAt(patterns.to, text, at)
    const next = at + (isFirst ? 0 : range || lengthAt(patterns.and, text, at))
    if (next === at && !isFirst) break
    const begin = next + lengthAt(patterns.fill, text, next)
    const named = monthAt(text, begin, tongue)
    const day = range === 0 && !isFirst ? match(patterns.day, text, next) : undefined
    if (named) {
      const last = months.at(-1)
      // From one to another: what is between them, too.
      if (range > 0 && last !== undefined)
        for (let one = (last % 12) + 1; one !== named.month; one = (one % 12) + 1) months.push(one)
      months.push(named.month)
    } else if (day) days.push(dayAt(day[1] ?? ''))
    else break
    at = named ? begin + named.length : next + (day?.[0].length ?? 0)
  }
  if (months.length === 0) return undefined
  const end = lengthAt(patterns.behind, text, at)
  if ((tongue.language === 'ja' && end === 0) || match(someYear, text, at)) return undefined
  return { months, days, length: at + end - place }
}

const someYear = /,? ?(?:(?:de|del|of|do|di|van|عام|سنة) )?\d{4}(?![\d:])/uy

function monthAt(text: string, place: number, { singular, language }: Tongue) {
  month ??= new RegExp(`${monthNames()}(?![\\p{L}\\d])\\.?|(1[0-2]|0?[1-9])月(?! ?\\d)`, 'uy')
  const [all = '', name = '', number = ''] = match(month, text, place) ?? []
  // “Mar” is a day of the week as well.
  if (all === '' || singular.has(name) || (number !== '' && language !== 'ja')) return undefined
  const found = number === '' ? monthNumbered(name) : Number(number)
  return found === undefined ? undefined : { month: found, length: all.length }
}

/** One of a list of words, which `|` parts. */
function one(list: string): string {
  return oneOf(list.split('|').map(plainForm))
}

function patternsOf(tongue: Tongue): Patterns {
  const { language, spoken } = tongue
  const known = made.get(language)
  if (known) return known
  const { words, fill, or } = byLanguage[language]
  const isJapanese = language === 'ja'
  const isApart = !isJapanese && language !== 'ar'
  // A word that ends with an apostrophe, or is of Japanese, has no blank behind it.
  const fills = isJapanese ? `(?:(?:${one(fill)}) ?)*` : `(?:(?:${one(fill)})(?:(?<=') *| +))*`
  const ors = isApart ? `[ ,]+(?:${one(or)})(?!\\p{L}) *` : ` *(?:${one(or)}) *`
  const also = isApart ? `(?:(?:${one(spoken.and)}) +)?` : `(?:${one(spoken.and)})?`
  const patterns: Patterns = {
    before: isJapanese ? /(?:)/y : new RegExp(`${also}(?:${one(words)})(?: *: *| +)`, 'uy'),
    behind: isJapanese ? new RegExp(` ?(?:${one(words)})`, 'uy') : /(?:)/y,
    fill: new RegExp(fills, 'uy'),
    day: new RegExp(`${tongue.fill}(${daySign})`, 'uy'),
    and: new RegExp(`(?:${ors}|${tongue.and})`, 'uy'),
    to: new RegExp(tongue.to, 'uy'),
  }
  made.set(language, patterns)
  return patterns
}

function lengthAt(pattern: RegExp, text: string, place: number): number {
  return match(pattern, text, place)?.[0].length ?? 0
}

function match(pattern: RegExp, text: string, place: number): RegExpExecArray | undefined {
  pattern.lastIndex = place
  return pattern.exec(text) ?? undefined
}
