import { isIPv6 } from 'node:net'
import { ApiError } from '../../pure/errors/errors.ts'
import { rateLimitOf, spentHeaders, type Standing } from '../rateLimit.ts'
import { RecentMap } from './recentMap.ts'

/** Keys remembered at a time, some hundred bytes each: an attack from more addresses than this forgets its first ones. */
const keysKept = 10_000

/** A limit of failures: whose failures are counted, and how many are too many. */
export interface Budget {
  readonly key: string
  readonly failures: number
}

/** Failed guesses at credentials within a sliding window of time. */
export interface Failures {
  /** Throws 429 with `Retry-After` while any of the budgets is spent (D47). */
  assertWithin(budgets: readonly Budget[]): void
  /** Charges one failure to each of the budgets. */
  charge(budgets: readonly Budget[]): void
  /** The headers that tell how the budget stands that is spent first. */
  standing(budgets: readonly Budget[]): Record<string, string>
}

/** Counts failures of the last `window_s` seconds, in memory; senders are told of the limit by its name. */
export function createFailures(
  { name, window_s }: { readonly name: string; readonly window_s: number },
  now: () => Temporal.Instant,
): Failures {
  const times = new RecentMap<string, readonly number[]>(keysKept)
  const window_ms = window_s * 1000

  const within = (key: string): readonly number[] => {
    const until = now().epochMilliseconds
    // A time in the future is from before the clock was set back: it would count for too long.
    return (times.get(key) ?? []).filter((time) => time > until - window_ms && time <= until)
  }

  /** How long until the oldest of the failures that spent the budget no longer counts. */
  const wait_ms = ({ key, failures }: Budget): number => {
    const last = within(key).at(-failures)
    return last === undefined ? 0 : last + window_ms - now().epochMilliseconds
  }

  /** How often more, and until when the oldest counts, in seconds. */
  const standingOf = ({ key, failures }: Budget): Standing => {
    const counted = within(key)
    const [oldest] = counted
    const reset_ms = oldest === undefined ? window_ms : oldest + window_ms - now().epochMilliseconds
    const left = Math.max(0, failures - counted.length)
    return { name, quota: failures, window_s, left, reset_s: Math.ceil(reset_ms / 1000) }
  }

  return {
    assertWithin: (budgets) => {
      const waits = budgets.map((budget) => ({
        budget,
        seconds: Math.ceil(Math.max(0, wait_ms(budget)) / 1000),
      }))
      const longest = waits.toSorted((one, other) => other.seconds - one.seconds)[0]
      if (longest === undefined || longest.seconds === 0) return
      const { seconds, budget } = longest
      const headers = spentHeaders({ name, quota: budget.failures, window_s, reset_s: seconds })
      throw new ApiError('rest_too_many_requests', { seconds }, { headers })
    },
    standing: (budgets) => {
      const [first] = budgets.map(standingOf).toSorted((one, other) => one.left - other.left)
      return first === undefined ? {} : rateLimitOf(first)
    },
    charge: (budgets) => {
      const time = now().epochMilliseconds
      for (const { key, failures } of budgets) times.set(key, [...within(key), time].slice(-failures))
    },
  }
}

/**
 * The network that failures of a client address are charged to: an IPv4 address itself, or the /64 of an IPv6 address, as
 * one client usually has all of it.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.replace(/%.*$/, '').toLowerCase().split('::')
  const groups = head.split(':').filter((group) => group !== '')
  const ending = (tail ?? '').split(':').filter((group) => group !== '')
  const filling =
    tail === undefined ? [] : Array.from({ length: 8 - groups.length - ending.length }, () => '0')
  const network = [...groups, ...filling, ...ending]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}
