import { remember } from '../calendar/cache.ts'
import { firstDayOf, type WeekStarts } from '../calendar/period.ts'
import { type Language, spokenIn } from '../text/language.ts'
import type { Plural } from '../text/messages.ts'
import { catalogues, type Messages } from './messages.ts'
import { namesByPreference } from '../params/accept.ts'

/** The language and the formats for one reader. */
export interface Locale {
  /** The language of the texts. */
  readonly language: Language
  /** A BCP 47 tag, for formats. */
  readonly tag: string
  readonly direction: 'ltr' | 'rtl'
  readonly messages: Messages
  /** The first day of the week, from 1 for Monday to 7 for Sunday. */
  readonly firstDay: number
  /** The days of the weekend, numbered in the same way. */
  readonly weekend: readonly number[]
}

/** How many headers are remembered: there are far fewer in use. */
const kept = 500

/**
 * The locale of a reader by their `Accept-Language` (RFC 9110, 12.5.4): the first of their languages that pages have; else
 * that of the site. `weekStarts`: `WEEK_STARTS`.
 */
export function createLocales(
  siteLocale: string,
  weekStarts: WeekStarts = 'auto',
): (acceptLanguage: string | undefined) => Locale {
  const firstDay = firstDayOf(weekStarts)
  const found = (tag: string) => {
    const locale = localeOf(tag)
    return locale && firstDay !== undefined ? { ...locale, firstDay } : locale
  }
  const ofSite = found(siteLocale) ?? found('en-GB')
  const ofHeader = remember(kept, (header: string) => {
    const wanted = namesByPreference(header).flatMap((tag) => found(tag) ?? [])[0] ?? ofSite
    // A language without a country has the formats of the site, if that has the same language.
    return ofSite?.tag.startsWith(`${wanted?.tag}-`) ? ofSite : wanted
  })
  return (acceptLanguage = '') => {
    // Longer than any browser sends, so it is not remembered.
    const locale = acceptLanguage.length > longestHeader ? ofSite : ofHeader(acceptLanguage)
    return locale ?? english
  }
}

const longestHeader = 500

/** The locale of a BCP 47 tag; undefined for an invalid one, or a language that pages do not have. */
export function localeOf(tag: string): Locale | undefined {
  const spoken = spokenIn(tag)
  if (!spoken) return undefined
  const { locale, language } = spoken
  const { firstDay, weekend } = locale.getWeekInfo()
  return {
    language,
    // Extensions of a tag, such as another calendar, would make addresses and headings disagree; variants are any words of whoever asks.
    tag: [locale.language, locale.script, locale.region].filter((part) => part !== undefined).join('-'),
    direction: language === 'ar' ? 'rtl' : 'ltr',
    messages: catalogues[language],
    firstDay,
    weekend,
  }
}

/** The text with its `{words}` filled in. */
export function say(text: string, words: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(words[name] ?? whole))
}

/** What stands between two parts of a line in the language, such as a day and a time. */
export function comma({ messages }: Pick<Locale, 'messages'>): string {
  return say(messages.dayNamed, { name: '', day: '' })
}

/** The text for a number of things. */
export function countText({ tag }: Pick<Locale, 'tag'>, text: Plural, count: number): string {
  return say(text[pluralsOf(tag).select(count)] ?? text.other, { count: numbersOf(tag).format(count) })
}

/** A number in the reader’s language. */
export function numberText({ tag }: Pick<Locale, 'tag'>, value: number): string {
  return numbersOf(tag).format(value)
}

/** Which of two texts comes first in the language. */
export function compareTexts({ tag }: Pick<Locale, 'tag'>, one: string, other: string): number {
  return collatorsOf(tag).compare(one, other)
}

// Each takes a hundred times as long to make as to use.
const pluralsOf = remember(kept, (tag) => new Intl.PluralRules(tag))
const numbersOf = remember(kept, (tag) => new Intl.NumberFormat(tag))
const collatorsOf = remember(kept, (tag) => new Intl.Collator(tag))

const english: Locale = {
  language: 'en',
  tag: 'en-GB',
  direction: 'ltr',
  messages: catalogues.en,
  firstDay: 1,
  weekend: [6, 7],
}
