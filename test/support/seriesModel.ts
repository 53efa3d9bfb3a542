import { Days, putOn, takeAway } from './seriesModel.days.ts'
import {
  type Change,
  type Date,
  type Kept,
  cut,
  datesOf,
  dayLength,
  follow,
  shifted,
  lengthOf,
  parse,
  partners,
  type Place,
  plus,
  type Rule,
  type Series,
} from './seriesModel.rules.ts'

type By = readonly [days: number, minutes: number]
type Scope = 'all' | 'following'

/**
 * What becomes of the dates of weekly series by D66 to D69, said once more and in another way than the service does it: on texts and
 * numbers of days, without a calendar library, a rule engine or a database.
 */
export class Calendar extends Days {
  readonly dates: Date[] = []
  readonly firstStart: string
  /** The ids that series have. */
  readonly real = new Map<number, number>()
  readonly #series: Series[] = []
  readonly plus = plus

  /** Days are days where all of them are whole; their ends are the midnight after them. */
  constructor(rule: Rule, from: string, isAllDay = false) {
    super(isAllDay)
    const [start = ''] = follow(rule, from, 1)
    this.firstStart = start
    this.#series.push({
      rule,
      start,
      from: undefined,
      length: isAllDay ? 1440 : 90,
      out: new Set(),
      added: new Set(),
    })
  }

  /** A copy of all that it has, to go back to. */
  keep(): Kept {
    return structuredClone({ dates: this.dates, series: this.#series })
  }

  /** It is again as it was; dates that were made since are as those that the rule has lost, single where their series is gone. */
  goBack(kept: Kept): void {
    const { dates, series } = structuredClone(kept)
    const made = this.dates.filter((date) => !dates.some(({ id }) => id === date.id))
    for (const date of made) {
      if (date.is === 'there') date.is = 'lost'
      if ((date.series ?? 0) >= series.length) this.#makeSingle(date)
    }
    this.dates.splice(0, Infinity, ...dates, ...made)
    this.#series.splice(0, Infinity, ...series)
  }

  begin(made: readonly { readonly id: number; readonly slug: string; readonly start_date: string }[]): void {
    const dates = datesOf(this.#of(0))
    if (dates.join() !== made.map(({ start_date }) => start_date).join()) throw new Error(dates.join())
    for (const { id, slug, start_date } of made) this.#add(0, { id, slug }, start_date)
  }

  realSeries({ series }: Date): number | undefined {
    return series === undefined ? undefined : this.real.get(series)
  }

  isAnyThere({ series }: Date): boolean {
    return this.dates.some((date) => date.series === series && date.is === 'there')
  }

  retitle(date: Date, title: string): void {
    date.title = title
    date.own.add('title')
  }

  lengthen(date: Date, end: string): void {
    date.end = end
    date.own.add('end')
  }

  moveOne(date: Date, start: string, end: string): void {
    Object.assign(date, { start, end })
    date.own.add('start').add('end')
  }

  cancel(date: Date): void {
    if (date.isCanceled) return
    date.isCanceled = true
    date.own.add('event_status')
  }

  trash(date: Date): void {
    date.is = 'gone'
  }

  /** It is a date of its series again: the rule goes on to it, or it is one of its own. */
  restore(date: Date): void {
    date.is = 'there'
    if (date.series === undefined) return
    const series = this.#of(date.series)
    series.out.delete(date.key)
    if (datesOf(series).includes(date.key)) return
    const { rule, start } = series
    if (rule) {
      const given = follow(rule, start)
      const longer = follow({ ...rule, count: undefined, until: undefined }, start, given.length + 1)
      if (longer.at(-1) === date.key) {
        series.rule =
          rule.count === undefined ? { ...rule, until: date.key } : { ...rule, count: rule.count + 1 }
        return
      }
    }
    series.added.add(date.key)
  }

  remove(date: Date): void {
    if (date.series !== undefined) this.#of(date.series).out.add(date.key)
    this.dates.splice(this.dates.indexOf(date), 1)
  }

  detach({ series }: Date): void {
    for (const date of this.dates.filter((each) => each.series === series)) this.#makeSingle(date)
  }

  /** From the date on it is a series of its own, with `following`; answers which one is meant. */
  split(date: Date, scope: Scope): number {
    const number = date.series ?? 0
    const rows = this.#rowsOf(number)
    const first = rows.map(({ key }) => key).toSorted()[0]
    if (scope === 'all' || date.key === first) return number
    const whole = this.#of(number)
    const { before, after } = cut(whole, date.key, rows)
    this.#series[number] = before
    this.#series.push(after)
    for (const row of rows) if (row.key >= date.key) row.series = this.#series.length - 1
    return this.#series.length - 1
  }

  lasting(date: Date, scope: Scope, minutes: number): void {
    const number = this.split(date, scope)
    const length = lengthOf(date) + minutes
    this.#of(number).length = length
    for (const row of this.#rowsOf(number))
      if (!row.own.has('end') && this.#isGiven(row)) row.end = plus(row.start, 0, length)
  }

  /** Whether all dates of its series are left out, and what is there of it is cancelled. */
  isSpent({ series: number = 0 }: Date): boolean {
    const series = this.#of(number)
    return datesOf(series).every((key) => series.out.has(key))
  }

  /** Whether all that is moved is to come. */
  mayMove(date: Date, scope: Scope, [days, minutes]: By): boolean {
    if ((days === 0 && minutes === 0) || (this.isAllDay && minutes !== 0)) return false
    const { rule } = this.#of(date.series ?? 0)
    const turn = Math.round(
      (parse(plus(date.key, days, minutes).slice(0, 10)) - parse(date.key.slice(0, 10))) / dayLength,
    )
    if (rule && !shifted(rule, turn)) return false
    if (plus(date.start, days, minutes) === date.key) return false
    const rows = this.#rowsOf(date.series ?? 0).filter(({ key }) => scope === 'all' || key >= date.key)
    if (this.isSpent(date)) return false
    const { from, start, length, out, added } = this.#of(date.series ?? 0)
    const all = [
      ...rows.flatMap(({ key, start: own, end }) => [key, own, end, plus(key, 0, length)]),
      from ?? start,
      start,
      ...out,
      ...added,
    ]
    // What clocks skip in spring begins after that, which is told elsewhere.
    const moved = all.map((one) => plus(one, days, minutes))
    return moved.every((at) => at > '2031-03-02 00:00:00' && at.slice(11, 13) !== '02')
  }

  move(date: Date, scope: Scope, by: By): void {
    const number = this.split(date, scope)
    const series = this.#of(number)
    const shift = (key: string) => plus(key, ...by)
    const [days] = [
      Math.round((parse(shift(date.key).slice(0, 10)) - parse(date.key.slice(0, 10))) / dayLength),
    ]
    const { rule } = series
    Object.assign(series, {
      rule: rule && { ...rule, ...shifted(rule, days ?? 0), until: rule.until && shift(rule.until) },
      start: shift(series.start),
      from: series.from && shift(series.from),
      out: new Set([...series.out].map(shift)),
      added: new Set([...series.added].map(shift)),
    })
    for (const row of this.#rowsOf(number)) putOn(row, shift(row.key), series)
  }

  /** What a change of the rule of the whole series does. */
  otherRule({ series: number = 0 }: Date, rule: Rule): Change | undefined {
    const series = this.#of(number)
    const begin = series.from ?? series.start
    const [start = begin] = follow(rule, begin, 1)
    const next: Series = {
      ...series,
      rule,
      start,
      from: start === begin ? undefined : begin,
      out: new Set(),
      added: new Set(),
    }
    return this.#change(number, next, [this.lineOf(rule)])
  }

  /** What leaving out the date by name does; as the rule is the same, nothing else. */
  withoutDate({ series: number = 0, key }: Date): Change | undefined {
    const series = this.#of(number)
    const next = { ...series, out: new Set([...series.out, key]), added: new Set(series.added) }
    const given = datesOf(next)
    if (given.every((date) => next.out.has(date))) return undefined
    return this.#change(number, next, [
      ...(series.rule ? [this.lineOf(series.rule)] : []),
      ...(next.added.size > 0
        ? [`RDATE:${[...next.added].map((text) => this.written(text)).join(',')}`]
        : []),
      `EXDATE:${[...next.out].map((text) => this.written(text)).join(',')}`,
    ])
  }

  /** This date and the later ones go, and with them their part of the rule. */
  end(date: Date): void {
    const number = date.series ?? 0
    const rows = this.#rowsOf(number)
    const first = rows.map(({ key }) => key).toSorted()[0]
    const gone = rows.filter(({ is, key }) => is === 'there' && (date.key === first || key >= date.key))
    const from = gone.map(({ key }) => key).toSorted()[0] ?? date.key
    const stay = gone.filter(({ hasTicket }) => hasTicket)
    this.#series[number] = cut(this.#of(number), from, rows, stay).before
    for (const row of rows) if (row.is === 'out' && row.key >= from) row.is = 'gone'
    for (const row of gone) takeAway(row, 'lost')
  }

  #of(number: number): Series {
    const series = this.#series[number]
    if (!series) throw new Error(`There is no series ${number}.`)
    return series
  }

  #rowsOf(number: number): Date[] {
    return this.dates.filter(({ series }) => series === number)
  }

  #isGiven({ key, series = 0 }: Date): boolean {
    return datesOf(this.#of(series)).includes(key)
  }

  #add(series: number, { id, slug }: { readonly id: number; readonly slug: string }, key: string): void {
    const end = plus(key, 0, this.#of(series).length)
    const plain = { is: 'there', isCanceled: false, hasTicket: false } as const
    this.dates.push({ ...plain, id, slug, title: 'Yoga', start: key, end, key, series, own: new Set() })
  }

  #makeSingle(date: Date): void {
    date.series = undefined
    date.own.clear()
  }

  #change(number: number, next: Series, lines: readonly string[]): Change | undefined {
    const before = this.#of(number)
    const rows = this.#rowsOf(number).toSorted((one, other) => (one.key < other.key ? -1 : 1))
    const isSame = JSON.stringify(before.rule) === JSON.stringify(next.rule)
    const dates = datesOf(next)
    const open = new Set(dates)
    const given = new Set(datesOf(before))
    const isBack = (key: string) => isSame && before.out.has(key) && !next.out.has(key)
    // Of what was removed for good nothing is there.
    const held = new Set(rows.map(({ key }) => key))
    const bare = [...before.out].filter((key) => given.has(key) && !held.has(key) && !isBack(key))
    const places: Place<Date>[] = [...rows, ...bare]
    const found = partners(places, open, next.rule)
    const out = new Set(next.out)
    if (!isSame) for (const key of before.out) if (!given.has(key)) out.add(key)
    for (const place of places) {
      const to = found.get(place)
      if (typeof place === 'string') out.add(to ?? place)
      else if (place.is === 'out' && to !== undefined && before.out.has(place.key) && !isBack(place.key))
        out.add(to)
    }
    // Nothing would be left of it: that is refused.
    if (dates.every((key) => out.has(key))) return undefined
    const applied = {
      changed: [] as number[],
      created: [] as string[],
      removed: [] as number[],
      kept: [] as number[],
    }
    const work: (() => void)[] = []
    for (const row of rows) {
      const to = found.get(row)
      if (
        row.is === 'gone' ||
        (row.is === 'out' && !isBack(row.key)) ||
        (row.is === 'lost' && to === undefined)
      ) {
        if (to !== undefined) work.push(() => putOn(row, to, next))
        else if (row.is === 'out') work.push(() => void (row.is = 'gone'))
      } else if (to !== undefined && !out.has(to)) {
        applied.changed.push(row.id)
        work.push(() => {
          if (!given.has(row.key) && !row.own.has('event_status')) row.isCanceled = false
          row.is = 'there'
          putOn(row, to, next)
        })
      } else if (row.is === 'out' || row.is === 'lost' || (to === undefined && !given.has(row.key))) continue
      else if (to !== undefined && before.out.has(row.key)) work.push(() => putOn(row, to, next))
      else if (to !== undefined || isSame || row.own.size === 0) {
        applied.removed.push(row.id)
        work.push(() => {
          if (to !== undefined) putOn(row, to, next)
          takeAway(row, to === undefined ? 'lost' : 'out')
        })
      } else {
        applied.kept.push(row.id)
        work.push(() => this.#makeSingle(row))
      }
    }
    const news = [...open].filter((key) => !out.has(key)).toSorted()
    applied.created = news.map((key) => this.keyOf(key))
    for (const ids of [applied.changed, applied.removed, applied.kept]) ids.sort((one, other) => one - other)
    return {
      lines,
      applied,
      settle: (made) => {
        this.#series[number] = { ...next, out }
        for (const each of work) each()
        for (const key of news) {
          const row = made(this.keyOf(key))
          if (!row) throw new Error(`Nothing was made for ${key}.`)
          this.#add(number, row, key)
        }
      },
    }
  }
}
