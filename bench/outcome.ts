import type { Served } from './processes.ts'
import { quantile, type Spread, spreadOf } from './statistics.ts'

/** A line of the table: what was measured, what it was held against, and how the two compare. */
export interface Outcome {
  readonly what: string
  readonly target: string
  readonly ours: string
  readonly against: string
  /** Ours to theirs; none where a figure speaks for itself. */
  readonly ratio?: Spread
  /** Whether the target is met; undefined where there is none. */
  readonly isMet?: boolean
}

/** What a scenario is run with. */
export interface Setting {
  /** How often each side is measured, in turns, so that whatever else the machine does falls on both. */
  readonly rounds: number
  /** How long each time. */
  readonly seconds: number
}

/** Measures both sides in turns. */
export async function inTurns<One, Other>(
  rounds: number,
  one: (round: number) => Promise<One>,
  other: (round: number) => Promise<Other>,
): Promise<{ ours: One[]; theirs: Other[] }> {
  const ours: One[] = []
  const theirs: Other[] = []
  for (let round = 0; round < rounds; round += 1) {
    theirs.push(await other(round))
    ours.push(await one(round))
  }
  return { ours, theirs }
}

/** Requests for a second of a processor of the server's; by the clock where the system does not tell. */
export function perCore({ cpu_s, perSecond }: Pick<Served, 'cpu_s' | 'perSecond'>): number {
  return cpu_s === undefined || cpu_s === 0 ? perSecond : 1 / cpu_s
}

/** The ratios of each turn. */
export function ratioOf(ours: readonly number[], theirs: readonly number[]): Spread {
  return spreadOf(ours.map((one, index) => one / (theirs[index] ?? Number.NaN)))
}

/** Rates and latencies in words. */
export function served(all: readonly Served[]): string {
  const middle = (of: (one: Served) => number) => quantile(all.map(of), 0.5)
  const core = middle(perCore)
  const busy = middle(({ busy }) => busy)
  return `${count(middle(({ perSecond }) => perSecond))}/s, ${count(core)} a core second, p50 ${ms(middle(({ median }) => median))}, p99 ${ms(middle(({ p99 }) => p99))}${busy > 0.9 ? ' (the load generator was at its limit)' : ''}`
}

/** A rate of a loop in words. */
export function looped(rates: readonly number[]): string {
  return `${count(quantile(rates, 0.5))} a core second`
}

export function count(value: number): string {
  return Math.round(value).toLocaleString('en')
}

export function ms(value: number): string {
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`
}
