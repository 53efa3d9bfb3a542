import { type FoundTimes, timesAt } from '../../../pure/calendar/clockText.ts'
import { type Clause, clauseAt } from './clauses.ts'
import type { Kind } from './forms.ts'
import { isDay, maskDays, type SaidDay, type SentenceFault } from './days.ts'
import { monthsOutAt } from './months.ts'
import { plainText } from './plain.ts'
import type { Tongue } from './tongue.ts'

/** What a sentence says of when something is. */
export interface Said {
  /** The parts that say something, by their kinds: those that can be said once only. */
  readonly parts: ReadonlyMap<Kind, Clause>
  /** How often it is. */
  readonly rule: Clause | undefined
  /** The times, with the words that say them. */
  readonly times: (FoundTimes['times'] & { readonly text: string }) | undefined
  readonly days: {
    readonly on: readonly SaidDay[]
    readonly added: readonly SaidDay[]
    readonly excluded: readonly SaidDay[]
  }
  /** The months of each year in which it is not, and the words that say so. */
  readonly monthsOut: { readonly months: ReadonlySet<number>; readonly text: string }
  /** All days of the sentence; parts tell them by their numbers. */
  readonly all: readonly SaidDay[]
}

/** The most characters of a sentence. */
export const longestSentence = 500

const ruleKinds: ReadonlySet<Kind> = new Set([
  'daily',
  'weekly',
  'fortnightly',
  'weeklyPlain',
  'monthlyPlain',
  'yearlyPlain',
  'monthNth',
  'monthDay',
  'monthEnd',
  'yearly',
])

/** Reads a sentence, from left to right: each part in the longest form that the language has for it. Nothing is passed over. */
export function readSentence(
  sentence: string,
  tongue: Tongue,
): { readonly said: Said } | { readonly faults: readonly SentenceFault[] } {
  const source = plainText(sentence)
  const { text, days, faults: wrong } = maskDays(source, tongue)
  const faults = [...wrong, ...days.filter((day) => !isDay(day)).map(noSuchDay)]
  if (faults.length > 0) return { faults }
  const reading = new Reading(days)
  let unknown: number | undefined
  const know = (place: number) => {
    if (unknown !== undefined)
      faults.push({ code: 'not_understood', text: source.source(unknown, place).replace(/[,;\s]+$/, '') })
    unknown = undefined
  }
  for (let place = 0; place < text.length;) {
    // Three dots leave something out.
    const gap = /^(?:[ ,;:()]|\.(?!\.))+/.exec(text.slice(place))?.[0].length ?? 0
    if (gap > 0) {
      place += gap
      continue
    }
    const times = timesIn(text.slice(place))
    const months = monthsOutAt(text, place, tongue)
    const clause = months ? undefined : clauseAt(text, place, tongue)
    const isTimes = !months && times !== undefined && times.until > (clause?.length ?? 0)
    const length = months?.length ?? (isTimes ? times.until : clause?.length)
    if (length === undefined) {
      const hour = eitherHour(text.slice(place), (of) => source.source(place, place + of))
      if (hour) {
        know(place)
        faults.push(hour.fault)
        place += hour.length
        continue
      }
      unknown ??= place
      place += wordAt(text, place, tongue)
      continue
    }
    know(place)
    if (months) {
      reading.takeMonths(months.months, source.source(place, place + length))
      // “Not in August and on 9 September”: which of the two is it?
      for (const { text } of months.days.flatMap((at) => days[at] ?? []))
        faults.push({ code: 'beside_rule', text })
    }
    const either = isTimes ? times?.either : undefined
    if (times && either)
      faults.push(twoTimes(either, (from, to) => source.source(place + from, place + to), times.until))
    const isNew = isTimes
      ? reading.takeTimes(times, source.source(place, place + times.until))
      : reading.take(clause)
    if (!isNew) faults.push({ code: 'twice', text: source.source(place, place + length) })
    place += length
  }
  know(text.length)
  return faults.length > 0 ? { faults } : { said: reading.said() }
}

/** The words before an hour. */
const at = 'at|from|um|ab|von|a|a las|de|de las|alle|dalle|as|das|om|van|vanaf|الساعة|من الساعة'

/** “At 19” is a time by itself; of “at 7” there are two. */
const hourOnly = new RegExp(`^(?:${at}) ?(?:1[3-9]|2[0-3])(?![\\d.:])`, 'u')
const hourOfTwo = new RegExp(`^(?:${at}) ?(?:[1-9]|1[0-2])(?![\\d.:\\p{L}\\uE000-\\uF8FF])`, 'u')

/** The two hours that one of the clock’s twelve may be, in the words of the sentence; undefined for another text. */
function eitherHour(
  text: string,
  said: (length: number) => string,
): { readonly fault: SentenceFault; readonly length: number } | undefined {
  const length = hourOfTwo.exec(text)?.[0].length
  if (length === undefined) return undefined
  const words = said(length)
  const choices = [0, 12].map((more) => words.replace(/\d+$/, (hour) => `${(Number(hour) % 12) + more}:00`))
  return { fault: { code: 'ambiguous_time', text: words, choices }, length }
}

/** A time or a range that may mean two, in the words of the sentence. */
function twoTimes(
  { from, to, choices }: NonNullable<FoundTimes['either']>,
  said: (from: number, to: number) => string,
  until: number,
): SentenceFault {
  const [text, part] = [said(0, until), said(from, to)]
  const at = text.indexOf(part, said(0, from).length)
  const told = choices.map((time) => text.slice(0, at) + time + text.slice(at + part.length))
  return { code: 'ambiguous_time', text, choices: told }
}

function timesIn(text: string): FoundTimes | undefined {
  return timesAt(text, { alone: false }) ?? (hourOnly.test(text) ? timesAt(text, { alone: true }) : undefined)
}

/** How long the word at a place is. */
function wordAt(text: string, place: number, { language }: Tongue): number {
  // Between words of Japanese there is nothing: what is not understood grows sign by sign.
  const word = language === 'ja' ? null : /^(?:[\p{L}\p{N}'_-]|[\uE000-\uF8FF])+/u.exec(text.slice(place))
  return word?.[0].length ?? String.fromCodePoint(text.codePointAt(place) ?? 0).length
}

function noSuchDay({ text }: SaidDay): SentenceFault {
  return { code: 'no_such_day', text }
}

class Reading {
  readonly #all: readonly SaidDay[]
  readonly #parts = new Map<Kind, Clause>()
  readonly #on: SaidDay[] = []
  readonly #added: SaidDay[] = []
  readonly #excluded: SaidDay[] = []
  #rule: Clause | undefined
  #times: Said['times']
  #monthsOut: Said['monthsOut'] = { months: new Set(), text: '' }

  constructor(all: readonly SaidDay[]) {
    this.#all = all
  }

  takeTimes({ times }: FoundTimes, text: string): boolean {
    if (this.#times) return false
    this.#times = { ...times, text }
    return true
  }

  takeMonths(months: readonly number[], text: string): void {
    this.#monthsOut = { months: this.#monthsOut.months.union(new Set(months)), text }
  }

  /** Takes a part; false where the same was said already. */
  take(clause: Clause | undefined): boolean {
    if (!clause) return true
    const { kind } = clause
    if (ruleKinds.has(kind)) return this.#takeRule(clause)
    const days = clause.days.flatMap((at) => this.#all[at] ?? [])
    if (kind === 'on') this.#on.push(...days)
    else if (kind === 'andOn') this.#added.push(...days)
    else if (kind === 'except') this.#excluded.push(...days)
    else if (this.#parts.has(kind)) return false
    else this.#parts.set(kind, clause)
    return true
  }

  /** “Every Tuesday and every Friday” is one rule. */
  #takeRule(clause: Clause): boolean {
    const rule = this.#rule
    const isMore = rule?.kind === 'weekly' && clause.kind === 'weekly' && rule.n === clause.n
    if (rule && !isMore) return false
    this.#rule = rule ? { ...rule, weekdays: [...rule.weekdays, ...clause.weekdays] } : clause
    return true
  }

  said(): Said {
    return {
      parts: this.#parts,
      rule: this.#rule,
      times: this.#times,
      days: { on: this.#on, added: this.#added, excluded: this.#excluded },
      monthsOut: this.#monthsOut,
      all: this.#all,
    }
  }
}
