/**
 * The form in which written days and times are read: lower case, digits and signs of ASCII, no accents, no marks of direction,
 * single blanks. Hyphens and dashes of all lengths are `-`.
 */
export function plainForm(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]+/gu, '')
    .toLowerCase()
    .replaceAll(/\p{Nd}/gu, asciiDigit)
    .replaceAll(/[‐-―−〜~]/gu, '-')
    .replaceAll(/[’‘ʼ´`]/gu, "'")
    .replaceAll(/[،、]/g, ',')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .normalize('NFC')
}

/** The digit of any script as one of ASCII: digits of a script stand in order, and before its 0 there is none. */
function asciiDigit(digit: string): string {
  if (digit <= '9') return digit
  const point = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(point - value - 1))) value += 1
  return String(value)
}

/** The languages of the public pages, with regions that have names of their own for months. */
const languages = ['en', 'de', 'de-AT', 'fr', 'es', 'nl', 'it', 'pt', 'ja', 'ar', 'ar-SY', 'ar-DZ', 'ar-MA']

/** Spellings that no calendar of a language has, and people write. */
const otherMonths: Readonly<Record<string, number>> = {
  jaenner: 1,
  feber: 2,
  fev: 2,
  fevr: 2,
  mrz: 3,
  maerz: 3,
  mrt: 3,
  set: 9,
  setiembre: 9,
  sept: 9,
  sett: 9,
  يونيه: 6,
  يوليه: 7,
}

const otherWeekdays: Readonly<Record<string, number>> = {
  tues: 2,
  thur: 4,
  thurs: 4,
  sonnabend: 6,
  segunda: 1,
  terca: 2,
  quarta: 3,
  quinta: 4,
  sexta: 5,
}

/** In Japanese months have numbers. */
const isName = (word: string) => /^\p{L}[\p{L} ]+$/u.test(word)

/** The numbers of months, 1 to 12, by their names in all languages. Made when first needed, as it takes some milliseconds. */
let months: ReadonlyMap<string, number> | undefined

/** The days of the week, 1 (Monday) to 7, that a name has in some language: `mar` is Tuesday in three of them. */
let weekdays: ReadonlyMap<string, ReadonlySet<number>> | undefined

/** The number of a month by its name in any language, in plain form; undefined for no month. */
export function monthNumbered(name: string): number | undefined {
  return namesOfMonths().get(name)
}

/** The days of the week, 1 to 7, that a name may mean, in plain form. */
export function weekdaysNamed(name: string): ReadonlySet<number> {
  return namesOfWeekdays().get(name) ?? new Set()
}

/** A pattern that captures any name of a month. */
export function monthNames(): string {
  return alternatives(namesOfMonths().keys())
}

/** A pattern that captures any name of a day of the week. */
export function weekdayNames(): string {
  return alternatives(namesOfWeekdays().keys())
}

function namesOfMonths(): ReadonlyMap<string, number> {
  if (months) return months
  const named = new Map(Object.entries(otherMonths))
  for (const format of formats({ month: 'long' }, { month: 'short' }))
    for (let month = 1; month <= 12; month += 1) {
      const parts = format.formatToParts(Date.UTC(2026, month - 1, 1))
      const name = nameIn(parts.find(({ type }) => type === 'month')?.value)
      if (isName(name) && !named.has(name)) named.set(name, month)
    }
  return (months = named)
}

function namesOfWeekdays(): ReadonlyMap<string, ReadonlySet<number>> {
  if (weekdays) return weekdays
  const named = new Map<string, Set<number>>()
  const add = (name: string, weekday: number) => named.set(name, (named.get(name) ?? new Set()).add(weekday))
  for (const format of formats({ weekday: 'long' }, { weekday: 'short' }))
    // The fourth of January 2026 is a Sunday.
    for (let weekday = 1; weekday <= 7; weekday += 1)
      add(nameIn(format.format(Date.UTC(2026, 0, 4 + weekday))), weekday)
  for (const [name, weekday] of Object.entries(otherWeekdays)) add(name, weekday)
  return (weekdays = named)
}

/** Formats of all languages, in the long form before the short one. */
function formats(...styles: Intl.DateTimeFormatOptions[]): Intl.DateTimeFormat[] {
  return styles.flatMap((style) =>
    languages.map(
      // With a day beside it, a month stands in the form that it has within a date.
      (language) =>
        new Intl.DateTimeFormat(language, {
          timeZone: 'UTC',
          ...style,
          ...('month' in style ? { day: 'numeric' } : {}),
        }),
    ),
  )
}

function nameIn(text = ''): string {
  return plainForm(text).replace(/\.$/, '')
}

/** A pattern that captures one of the names: the longest first, as some begin like others. */
function alternatives(names: Iterable<string>): string {
  return `(${[...names].toSorted((one, other) => other.length - one.length).join('|')})`
}
