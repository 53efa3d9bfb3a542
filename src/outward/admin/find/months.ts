/** A month that was typed, and what was typed beside it. */
export interface TypedMonth {
  readonly rest: string
  /** What it is called, with its year. */
  readonly name: string
  /** Its first and its last day, as `2031-03-01`. */
  readonly first: string
  readonly last: string
}

interface Asked {
  readonly today: string
  readonly locale: string
  /** Words between that belong to the month (“in march”), with blanks between them. */
  readonly before: string
  /** Whether a month without a year is the last one that has begun, rather than the next that is not over. */
  readonly isBack?: boolean
}

/** So many letters of a name are enough. */
const fewest = 3

/**
 * The month in what was typed, in the language of the reader: “concert march”, “märz 2032”, “3月”. Without a year the next that is not
 * over on the day `today`.
 */
export function monthIn(
  typed: string,
  { today, locale, before, isBack = false }: Asked,
): TypedMonth | undefined {
  const words = typed.split(/\s+/).filter((word) => word !== '')
  const names = namesIn(locale)
  const months = words.map((word) => monthOf(fold(word), names))
  const at = months.findLastIndex((month) => month !== undefined)
  const month = months[at]
  if (month === undefined) return undefined
  const yearAt = [at + 1, at - 1].find((beside) => /^(?:19|20|21)\d\d年?$/.test(words[beside] ?? ''))
  const year = yearAt === undefined ? yearOf(month, today, isBack) : Number.parseInt(words[yearAt] ?? '', 10)
  const taken = new Set([at, yearAt])
  const start = Math.min(at, yearAt ?? at)
  if (before.split(' ').includes(fold(words[start - 1] ?? ''))) taken.add(start - 1)
  const dayOf = (day: number) => new Date(Date.UTC(year, day === 0 ? month : month - 1, day))
  const [first, last] = [dayOf(1), dayOf(0)]
  return {
    rest: words.filter((_, index) => !taken.has(index)).join(' '),
    name: new Intl.DateTimeFormat(locale, {
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
      calendar: 'gregory',
    }).format(first),
    first: first.toISOString().slice(0, 10),
    last: last.toISOString().slice(0, 10),
  }
}

/** The year in which the month is next: this one as long as it is not over; looking back, this one once it has begun. */
function yearOf(month: number, today: string, isBack: boolean): number {
  const year = Number(today.slice(0, 4))
  if (isBack) return month > Number(today.slice(5, 7)) ? year - 1 : year
  return month < Number(today.slice(5, 7)) ? year + 1 : year
}

const known = new Map<string, readonly (readonly string[])[]>()

/** The names of the months, long and short, alone and with a day, from January on. */
function namesIn(locale: string): readonly (readonly string[])[] {
  const names = known.get(locale) ?? readNames(locale)
  known.set(locale, names)
  return names
}

function readNames(locale: string): readonly (readonly string[])[] {
  const formats = (['long', 'short'] as const).flatMap((month) =>
    [{ month }, { month, day: 'numeric' as const }].map(
      (options) => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC', calendar: 'gregory' }),
    ),
  )
  return Array.from({ length: 12 }, (_, month) =>
    formats.map((format) =>
      fold(
        format
          .formatToParts(new Date(Date.UTC(2024, month, 11)))
          .flatMap(({ type, value }) => (type === 'month' ? [value] : []))
          .join(''),
      ),
    ),
  )
}

function monthOf(word: string, names: readonly (readonly string[])[]): number | undefined {
  const [, number] = /^(1[0-2]|0?[1-9])月$/.exec(word) ?? []
  if (number !== undefined) return Number(number)
  // A number alone is none: the names of some languages have no letters without what follows them.
  if (/^\d*$/.test(word)) return undefined
  const matches = (test: (name: string) => boolean) =>
    names.flatMap((of, index) => (of.some((name) => test(name)) ? [index + 1] : []))
  const [whole] = matches((name) => name === word)
  if (whole !== undefined) return whole
  const begun = word.length >= fewest ? matches((name) => name.startsWith(word)) : []
  return begun.length === 1 ? begun[0] : undefined
}

/** Letters as they are compared: small, without accents, without the point of what is short. */
function fold(word: string): string {
  return word
    .normalize('NFD')
    .replaceAll(/[\p{M}.,]/gu, '')
    .normalize('NFC')
    .toLowerCase()
}
