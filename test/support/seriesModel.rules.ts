// Weekly rules on texts and numbers of days, without a calendar library or a rule engine.

/**
 * A rule: weekly on which days, from 1 for Monday; monthly where it names a day of the month, or which of its weekdays, from 1, or -1
 * for the last; and how it ends.
 */
export interface Rule {
  readonly days: readonly number[]
  readonly monthDay?: number | undefined
  readonly nth?: number | undefined
  readonly count?: number | undefined
  readonly until?: string | undefined
}

const names = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const minute = 60_000
export const dayLength = 1440 * minute
export const parse = (text: string) => globalThis.Date.parse(`${text.replace(' ', 'T')}Z`)
const write = (at: number) => new globalThis.Date(at).toISOString().slice(0, 19).replace('T', ' ')
export const basic = (text: string) => text.replaceAll(/[-:]/g, '').replace(' ', 'T')
const weekdayOf = (text: string) => ((new globalThis.Date(parse(text)).getUTCDay() + 6) % 7) + 1
const isMonthly = (rule: Rule | undefined) => rule?.monthDay !== undefined || rule?.nth !== undefined
const weekOf = (text: string) => write(parse(text) - (weekdayOf(text) - 1) * dayLength).slice(0, 10)
export const plus = (text: string, days: number, minutes: number) =>
  write(parse(text) + days * dayLength + minutes * minute)
export const lengthOf = ({ start, end }: { readonly start: string; readonly end: string }) =>
  (parse(end) - parse(start)) / minute

/** The week or the month that a date is in. */
const periodOf = (text: string, rule: Rule | undefined) => (isMonthly(rule) ? text.slice(0, 7) : weekOf(text))

function has(rule: Rule, at: string): boolean {
  const dayOfMonth = Number(at.slice(8, 10))
  if (rule.monthDay !== undefined) return dayOfMonth === rule.monthDay
  if (!rule.days.includes(weekdayOf(at))) return false
  if (rule.nth === undefined) return true
  return rule.nth < 0 ? plus(at, 7, 0).slice(0, 7) !== at.slice(0, 7) : Math.ceil(dayOfMonth / 7) === rule.nth
}

/** The rule as iCalendar says it; UNTIL as it stands in `written`. */
export function lineOf(rule: Rule, written: (text: string) => string): string {
  const { days, count, until, monthDay, nth } = rule
  const end = count === undefined ? `UNTIL=${written(until ?? '')}` : `COUNT=${count}`
  const byDay = `BYDAY=${days.map((day) => `${nth ?? ''}${names[day - 1]}`).join(',')}`
  const by = monthDay === undefined ? byDay : `BYMONTHDAY=${monthDay}`
  return `RRULE:FREQ=${isMonthly(rule) ? 'MONTHLY' : 'WEEKLY'};${by};${end}`
}

/** The rule, moved by whole days; undefined where it cannot be moved so. */
export function shifted(rule: Rule, days: number): Rule | undefined {
  if (days === 0) return rule
  if (rule.nth !== undefined) return undefined
  const monthDay = rule.monthDay === undefined ? undefined : rule.monthDay + days
  if (monthDay !== undefined) return monthDay > 0 && monthDay < 29 ? { ...rule, monthDay } : undefined
  return { ...rule, days: rule.days.map((day) => ((((day - 1 + days) % 7) + 7) % 7) + 1) }
}

/** The dates of a rule from a start on, at most so many. */
export function follow(rule: Rule, start: string, most = 200): string[] {
  const found: string[] = []
  for (let at = start; found.length < Math.min(rule.count ?? most, most); at = plus(at, 1, 0)) {
    if (rule.until !== undefined && at > rule.until) break
    if (has(rule, at)) found.push(at)
  }
  return found
}

/** A series of such a rule, without its dates. */
export interface Series {
  rule: Rule | undefined
  start: string
  from: string | undefined
  length: number
  out: Set<string>
  added: Set<string>
}

/** All dates that a series gives, those that are left out too. */
export function datesOf({ rule, start, added }: Pick<Series, 'rule' | 'start' | 'added'>): string[] {
  return [...new Set([...(rule ? follow(rule, start) : [start]), ...added])].toSorted()
}

/** The parts of a series before and from a date on; `stay`: dates that it keeps at its end. */
export function cut(
  whole: Series,
  key: string,
  rows: readonly { readonly key: string; readonly is: string }[],
  stay: readonly { readonly key: string }[] = [],
) {
  const { rule, start, out, added } = whole
  const given = rule ? follow(rule, start) : []
  const [earlier, later] = [given.filter((date) => date < key), given.filter((date) => date >= key)]
  const part = (of: Set<string>, isBefore: boolean) =>
    new Set([...of].filter((date) => date < key === isBefore))
  const before: Series = {
    ...whole,
    rule: rule && earlier.length > 0 ? { ...rule, count: undefined, until: earlier.at(-1) } : undefined,
    out: part(out, true),
    added: part(added, true),
  }
  if (!before.rule) {
    const earlierRows = rows.filter((row) => row.key < key)
    const there = [...earlierRows.filter(({ is }) => is === 'there'), ...stay]
    const keys = (there.length > 0 ? there : earlierRows).map((row) => row.key)
    const own = before.added.size > 0 ? [...before.added] : keys.length > 0 ? keys : [start]
    before.added = new Set(own)
    before.start = own.toSorted()[0] ?? start
  }
  const [next] = later
  const left = rule?.count === undefined ? {} : { count: rule.count - earlier.length }
  const after: Series = {
    ...whole,
    from: undefined,
    rule: rule && next !== undefined ? { ...rule, ...left } : undefined,
    start: next ?? key,
    out: part(out, false),
    added: part(added, false),
  }
  if (next !== key) after.added.add(key)
  after.out.delete(key)
  return { before, after }
}

/** What stands at a date of a series: something with a key, or the key alone where nothing is there any more. */
export type Place<Held> = Held | string

/**
 * Which of the open dates each place gets, which are then not open any more: its own, else the one that is as late within its week or month.
 * What the rule had lost comes after all others.
 */
export function partners<Held extends { readonly key: string; readonly is: string }>(
  places: readonly Place<Held>[],
  open: Set<string>,
  rule: Rule | undefined,
): ReadonlyMap<Place<Held>, string> {
  const keyOf = (place: Place<Held>) => (typeof place === 'string' ? place : place.key)
  const inOrder = places.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
  const isLost = (place: Place<Held>) => typeof place !== 'string' && place.is === 'lost'
  const found = new Map<Place<Held>, string>()
  const take = (place: Place<Held>, key: string | undefined) => {
    if (key !== undefined && !found.has(place) && open.delete(key)) found.set(place, key)
  }
  const turns = [false, true].map((lost) => inOrder.filter((place) => isLost(place) === lost))
  for (const turn of turns) for (const place of turn) take(place, keyOf(place))
  for (const turn of turns) {
    const left = turn.filter((place) => !found.has(place))
    for (const [week, some] of Map.groupBy(left, (place) => periodOf(keyOf(place), rule))) {
      const free = [...open].filter((key) => periodOf(key, rule) === week).toSorted()
      for (const [at, place] of some.entries()) take(place, free[at])
    }
  }
  return found
}

/** A date as it should be. */
export interface Date {
  readonly id: number
  readonly slug: string
  title: string
  start: string
  end: string
  key: string
  /** `gone`: in the trash by hand; `out`: left out of the rule; `lost`: the rule does not have it. */
  is: 'there' | 'gone' | 'out' | 'lost'
  isCanceled: boolean
  hasTicket: boolean
  /** undefined: it is a single event. */
  series: number | undefined
  readonly own: Set<'title' | 'start' | 'end' | 'event_status'>
}

/** What a change of the rule does. */
export interface Change {
  readonly lines: readonly string[]
  readonly applied: object
  /** Takes it over, with what was made for the new dates. */
  readonly settle: (made: (key: string) => { readonly id: number; readonly slug: string } | undefined) => void
}

/** What there was of dates and series. */
export interface Kept {
  readonly dates: readonly Date[]
  readonly series: readonly Series[]
}
