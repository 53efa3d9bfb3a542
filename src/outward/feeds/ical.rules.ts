import type { Onset } from './ical.onsets.ts'

/** Onsets of one kind, one a year, on a day that a rule describes. */
export interface RegularOnsets {
  readonly onsets: readonly [Onset, ...Onset[]]
  /** `BYMONTH=3;BYDAY=-1SU` */
  readonly day: string
}

/** Onsets of one kind without a rule. */
export interface SingleOnsets {
  readonly onsets: readonly [Onset, ...Onset[]]
}

/** Fewer years than this make no rule. */
const minYears = 3

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const daysPerWeek = 7

/** Consecutive years on the same weekday of the same month, and the week of the month in which it falls. */
interface Run {
  readonly onsets: [Onset, ...Onset[]]
  /** The days of the month on which that week can begin. */
  earliest: number
  latest: number
  /** Whether it has always been the last such weekday of the month. */
  isLast: boolean
}

/** The onsets of a zone, by yearly rules as far as there are any; each is in exactly one group. */
export function rulesOf(onsets: readonly Onset[]): (RegularOnsets | SingleOnsets)[] {
  const runs = [...Map.groupBy(onsets, (onset) => `${clockOf(onset)} ${yearlyOf(onset)}`).values()].flatMap(
    runsOf,
  )
  const regular = runs.filter(({ onsets }) => onsets.length >= minYears)
  const others = runs.filter(({ onsets }) => onsets.length < minYears).flatMap(({ onsets }) => onsets)
  const single = [...Map.groupBy(others, clockOf).values()].flatMap(([first, ...more]) =>
    first ? [{ onsets: [first, ...more] as const }] : [],
  )
  return [...regular.map((run) => ({ onsets: run.onsets, day: dayOf(run) })), ...single]
}

/** What all onsets of an observance have in common (RFC 5545, 3.6.5). */
function clockOf({ kind, from, to, name }: Onset): string {
  return `${kind} ${from} ${to} ${name}`
}

/** What all onsets of a yearly rule have in common. */
function yearlyOf({ wall }: Onset): string {
  return `${wall.month} ${wall.dayOfWeek} ${wall.toPlainTime()}`
}

function runsOf(onsets: readonly Onset[]): Run[] {
  const runs: Run[] = []
  for (const onset of onsets) {
    const run = runs.at(-1)
    const joined = run && join(run, onset)
    if (joined) runs[runs.length - 1] = joined
    else runs.push(begun(onset))
  }
  return runs
}

function begun(onset: Onset): Run {
  const { day, daysInMonth } = onset.wall
  return {
    onsets: [onset],
    earliest: day - daysPerWeek + 1,
    latest: day,
    isLast: day > daysInMonth - daysPerWeek,
  }
}

/** The run with one more year; undefined where no rule describes both. */
function join(run: Run, onset: Onset): Run | undefined {
  if (onset.wall.year !== (run.onsets.at(-1)?.wall.year ?? 0) + 1) return undefined
  const own = begun(onset)
  const earliest = Math.max(run.earliest, own.earliest)
  const latest = Math.min(run.latest, own.latest)
  const isLast = run.isLast && own.isLast
  return earliest <= latest || isLast
    ? { onsets: [...run.onsets, onset], earliest, latest, isLast }
    : undefined
}

/** `BYDAY=-1SU`, `BYDAY=2SU`, or, in a week that begins on another day, the Sunday among seven days of the month. */
function dayOf({ onsets: [first], earliest, latest, isLast }: Run): string {
  const { month, dayOfWeek } = first.wall
  const weekday = weekdays[dayOfWeek - 1] ?? ''
  if (isLast) return `BYMONTH=${month};BYDAY=-1${weekday}`
  const nth = [1, 2, 3, 4].find((n) => isWithin(n * daysPerWeek - daysPerWeek + 1, earliest, latest))
  if (nth !== undefined) return `BYMONTH=${month};BYDAY=${nth}${weekday}`
  const begin = Math.max(earliest, 1)
  const days = Array.from({ length: daysPerWeek }, (_, index) => begin + index)
  return `BYMONTH=${month};BYMONTHDAY=${days.join(',')};BYDAY=${weekday}`
}

function isWithin(value: number, least: number, most: number): boolean {
  return least <= value && value <= most
}
