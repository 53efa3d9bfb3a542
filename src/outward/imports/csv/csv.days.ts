import { plainForm } from '../../../pure/calendar/dayNames.ts'
import { dayInWords, orderOfLocale } from '../../../pure/calendar/dayOrder.ts'
import {
  type DayOrder,
  type DaySign,
  namedOrderOf,
  numbersOf,
  type ReadingDays,
} from '../../../pure/calendar/dayText.ts'
import { readWhen } from '../../../pure/calendar/whenText.ts'
import { remember } from '../../../pure/calendar/cache.ts'
import type { Field } from './csv.headers.ts'

/** The columns that hold days. */
export const dayFields = [
  'start_date',
  'date',
  'start',
  'end_date',
  'end',
  'utc_start_date',
  'utc_end_date',
] as const satisfies readonly Field[]
export type DayField = (typeof dayFields)[number]

/** What else decides in which order the numbers of dates stand. */
export interface DayHints {
  /** The order that was asked for. */
  readonly dates: DayOrder | undefined
  /** The languages of the headers. */
  readonly languages: ReadonlySet<string>
  /** `SITE_LOCALE`. */
  readonly locale: string
  readonly today: Temporal.PlainDate
}

/** How the days of each column are read, and what is to be told of that. */
export interface DayReadings {
  readonly of: (field: Field) => ReadingDays
  readonly notes: (headerOf: (field: DayField) => string) => string[]
}

/** The orders in which all dates of a column, with one sign, are days. */
interface Seen {
  /** Undefined: no date with this sign has been seen. Empty: some are in one order, and some in another. */
  orders?: ReadonlySet<DayOrder>
  /** The first date that may be either. */
  open?: string
}

/** The dates of many rows are the same. */
const remembered = 2_000

/**
 * Finds out in which order the numbers of dates stand, by going through all of them before any is read: one day beyond the
 * twelfth settles it for its column; then what other columns say, the language of the headers, dates with names of months, and
 * the locale of the site decide.
 */
export class DaySurvey {
  readonly #seen = new Map<DayField, Record<DaySign, Seen>>()
  readonly #named = new Map<DayOrder, number>()
  readonly #orderIn = remember(remembered, (text: string) => {
    const plain = plainForm(text)
    return { numbers: numbersOf(plain), named: namedOrderOf(plain) }
  })

  /** Takes note of a cell. */
  see(field: DayField, text: string): void {
    if (text === '' || text.length > longestDay) return
    const { numbers, named } = this.#orderIn(text)
    if (named) this.#named.set(named, (this.#named.get(named) ?? 0) + 1)
    if (!numbers || numbers.orders.length === 0) return
    const signs = this.#seen.get(field) ?? { '/': {}, '.': {}, '-': {} }
    this.#seen.set(field, signs)
    const seen = signs[numbers.sign]
    const orders = new Set(numbers.orders)
    seen.orders = seen.orders ? seen.orders.intersection(orders) : orders
    if (numbers.orders.length > 1) seen.open ??= text
  }

  /** Decides for all columns. */
  decide(hints: DayHints): DayReadings {
    const { dates, today } = hints
    if (dates) {
      const reading = { orders: { '/': dates, '.': dates, '-': dates }, isStrict: true, today }
      return { of: () => reading, notes: () => [] }
    }
    const decided = new Map(dayFields.map((field) => [field, this.#decideFor(field, hints)]))
    const readings = new Map<Field, ReadingDays>(
      [...decided].map(([field, orders]) => [
        field,
        {
          orders: { '/': orders['/'].order, '.': orders['.'].order, '-': orders['-'].order },
          today,
        },
      ]),
    )
    const usual = { orders: { '/': 'mdy', '.': 'dmy', '-': 'dmy' }, today } as const
    return {
      of: (field) => readings.get(field) ?? usual,
      notes: (headerOf) =>
        dayFields.flatMap((field) => {
          const { order, why } = decided.get(field)?.['/'] ?? {}
          const open = this.#seen.get(field)?.['/'].open
          if (order === undefined || why === undefined || open === undefined) return []
          const day = readWhen(open, readings.get(field) ?? usual)?.day
          return day ? [noteOf(headerOf(field), order, why, `“${open}” is ${dayInWords(day)}`)] : []
        }),
    }
  }

  #decideFor(field: DayField, hints: DayHints): Record<DaySign, { order: DayOrder; why?: string }> {
    const slash = this.#orderOf(field, '/', hints)
    return { '/': slash, '.': this.#orderOf(field, '.', hints), '-': this.#orderOf(field, '-', hints) }
  }

  /** The order; `why` is absent where the column itself leaves no doubt. */
  #orderOf(field: DayField, sign: DaySign, hints: DayHints): { order: DayOrder; why?: string } {
    const orders = this.#seen.get(field)?.[sign].orders
    const [only, ...others] = orders ?? []
    if (only !== undefined && others.length === 0) return { order: only }
    const isOpen = (order: DayOrder | undefined): order is DayOrder =>
      order !== undefined && (orders === undefined || orders.size === 0 || orders.has(order))
    for (const [order, why] of [
      [this.#byOthers(field, sign), 'as another column has it'],
      // Before dots and hyphens days come first everywhere, unless years do.
      [sign === '/' ? undefined : yearFirst(hints), 'as the years come first'],
      [sign === '/' ? undefined : ('dmy' as const), 'as before dots and hyphens'],
      [this.#byNames(), 'as its dates with names of months have it'],
      [byLanguages(hints.languages), 'as in the language of the headers'],
      [orderOfLocale(hints.locale), `as SITE_LOCALE is ${hints.locale}`],
    ] as const)
      if (isOpen(order)) return { order, why }
    return { order: sign === '/' ? 'mdy' : 'dmy', why: 'as the interface reads them' }
  }

  /** What the other columns of the table leave no doubt about. */
  #byOthers(field: DayField, sign: DaySign): DayOrder | undefined {
    const settled = [...this.#seen].flatMap(([other, signs]) => {
      const [only, ...others] = signs[sign].orders ?? []
      return other !== field && only !== undefined && others.length === 0 ? only : []
    })
    return new Set(settled).size === 1 ? settled[0] : undefined
  }

  #byNames(): DayOrder | undefined {
    const [dayFirst, monthFirst] = [this.#named.get('dmy') ?? 0, this.#named.get('mdy') ?? 0]
    if (dayFirst === monthFirst) return undefined
    return dayFirst > monthFirst ? 'dmy' : 'mdy'
  }
}

/** No way to write a day is longer. */
const longestDay = 100

function yearFirst({ locale }: DayHints): DayOrder | undefined {
  return orderOfLocale(locale) === 'ymd' ? 'ymd' : undefined
}

/** The order that all languages share in which the headers may be; none is written with the month first. */
function byLanguages(languages: ReadonlySet<string>): DayOrder | undefined {
  const orders = new Set([...languages].map((language) => orderOfLocale(language)))
  const [order] = orders
  return orders.size === 1 ? order : undefined
}

const inWords: Readonly<Record<DayOrder, string>> = {
  dmy: 'days before months',
  mdy: 'months before days',
  ymd: 'years before months before days',
}

function noteOf(header: string, order: DayOrder, why: string, example: string): string {
  return (
    `The column “${header}” was read with ${inWords[order]}, ${why}: ${example}. ` +
    'Its dates alone do not say it; “dates” (--dates dmy, mdy or ymd) does.'
  )
}
