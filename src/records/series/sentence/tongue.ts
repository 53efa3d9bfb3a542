import { plainForm } from '../../../pure/calendar/dayNames.ts'
import { type Weekday, weekdays } from '../../../pure/calendar/recurrence.rule.ts'
import type { Language } from '../../../pure/text/language.ts'
import { spokenIn } from './spoken.ts'
import type { Spoken } from './forms.ts'

/** What is needed to read a language: its names, and patterns of its small words. Patterns capture nothing. */
export interface Tongue {
  readonly language: Language
  readonly spoken: Spoken
  /** Days of the week by their names, in the singular and the plural; several for “weekend”. */
  readonly singular: ReadonlyMap<string, readonly Weekday[]>
  readonly plural: ReadonlyMap<string, readonly Weekday[]>
  /** Between the parts of a list, and the ends of a range. */
  readonly and: string
  readonly to: string
  /** Words before a day that add nothing. */
  readonly fill: string
  /** The endings of ordinals. */
  readonly ordinal: string
  /** Numbers as words. */
  readonly numbers: ReadonlyMap<string, number>
  /** Ordinals as words: -1 for the last. */
  readonly nths: ReadonlyMap<string, number>
}

const made = new Map<Language, Tongue>()

/** A language as it is read. Made when first needed. */
export function tongueOf(language: Language): Tongue {
  const known = made.get(language)
  if (known) return known
  const tongue = makeTongue(language)
  made.set(language, tongue)
  return tongue
}

function makeTongue(language: Language): Tongue {
  const spoken = spokenIn(language)
  const singular = new Map<string, readonly Weekday[]>()
  const plural = new Map<string, readonly Weekday[]>()
  const [longNames, shortNames] = [namesIn(language, 'long'), namesIn(language, 'short')]
  for (const [at, weekday] of weekdays.entries()) {
    const long = longNames(at)
    const more = spoken.names === undefined ? undefined : plainForm(spoken.names[at] ?? long)
    for (const name of [long, shortNames(at), ...(more === undefined ? [] : [more])])
      if (!singular.has(name)) singular.set(name, [weekday])
    for (const ending of spoken.plural)
      for (const name of [long, ...(more === undefined ? [] : [more])]) {
        plural.set(`${name}${ending}`, [weekday])
        // Terças-feiras
        plural.set(name.replace('-', `${ending}-`) + ending, [weekday])
      }
  }
  for (const name of spoken.weekdays) singular.set(plainForm(name), weekdays.slice(0, 5))
  for (const name of spoken.weekend) singular.set(plainForm(name), weekdays.slice(5))
  for (const [name, days] of singular) if (days.length > 1) plural.set(name, days)
  const isApart = language !== 'ja' && language !== 'ar'
  const spaced = (list: string, before: string) =>
    words(list)
      .map((word) => (/^\p{L}/u.test(word) && isApart ? `${before}${word}(?!\\p{L}) *` : ` *${word} *`))
      .join('|')
  const fill = words(spoken.fill).filter((word) => word !== '')
  return {
    language,
    spoken,
    singular,
    plural,
    and: `(?: *, *(?:(?:${words(spoken.and).join('|')})${isApart ? ' ' : ' *'})?|${spaced(spoken.and, '[ ,]+')})`,
    // With a comma before it, an end is one of its own: “on day 1, until 5 February”.
    to: `(?:${spaced(spoken.to, ' +')})`,
    fill: fill.length === 0 ? '' : `(?:(?:${fill.join('|')})(?:(?<=') *| +))*`,
    ordinal: spoken.ordinal === '' ? '\\.?' : `(?:${words(spoken.ordinal).join('|')}|\\.)?`,
    numbers: new Map(
      spoken.numbers
        .split(' ')
        .flatMap((names, at) => names.split('/').map((name) => [plainForm(name), at + 2] as const)),
    ),
    nths: new Map(
      spoken.nth
        .split(' ')
        .flatMap((names, at) =>
          names.split('/').map((name) => [plainForm(name), at === 5 ? -1 : at + 1] as const),
        ),
    ),
  }
}

/** Words as patterns of themselves. */
function words(list: string): string[] {
  return list.split('|').map((word) => escaped(plainForm(word)))
}

/** The first Monday of 2024 was its first day. */
function namesIn(language: Language, weekday: 'long' | 'short'): (at: number) => string {
  const format = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' })
  return (at) => plainForm(format.format(new Date(Date.UTC(2024, 0, 1 + at, 12)))).replace(/\.$/, '')
}

/** One of the names, the longest first, as some begin like others. */
export function oneOf(names: Iterable<string>): string {
  return [...names]
    .toSorted((one, other) => other.length - one.length)
    .map(escaped)
    .join('|')
}

/** A text as a pattern of itself. */
export function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
}

/** The names that are of one day of the week. */
export function singles({ singular }: Pick<Tongue, 'singular'>): string[] {
  return [...singular].filter(([, days]) => days.length === 1).map(([name]) => name)
}
