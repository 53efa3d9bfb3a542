import type { Method } from './resource.ts'

/** Something of the contract that will go with the next major, and is told of until then (docs/versions.md). */
export interface Deprecation {
  readonly what: {
    /** The pattern of an address, as `/events/{id}`. */
    readonly path: string
    /** Only by these methods; all of them unless said. */
    readonly methods?: readonly Method[]
    /** Only where this parameter is sent. */
    readonly parameter?: string
  }
  /** The day since which it is deprecated, `2027-12-01`, and from which it may be gone: a year later at least. */
  readonly since: string
  readonly sunset: string
  /** What does it from then on, as a sentence. */
  readonly instead: string
  /** Where that is explained. */
  readonly link: string
}

/** What is deprecated. */
const declared: readonly Deprecation[] = []

let rows = declared

/** All of it. */
export const deprecations = (): readonly Deprecation[] => rows

/** Has this be deprecated instead, for tests; answers what ends that. */
export function deprecate(others: readonly Deprecation[]): () => void {
  rows = others
  return () => {
    rows = declared
  }
}

/** Of a request, what decides whether it uses something. */
interface Use {
  readonly path: string
  readonly method: Method
  /** The names of the parameters that were sent. */
  readonly sent: readonly string[]
}

/** What of it a request uses. */
export function deprecatedIn({ path, method, sent }: Use): readonly Deprecation[] {
  return rows.filter(
    ({ what }) =>
      what.path === path &&
      (what.methods?.includes(method) ?? true) &&
      (what.parameter === undefined || sent.includes(what.parameter)),
  )
}

/** Whether an operation is deprecated as a whole, or only with one of its parameters, for the documents. */
export function isDeprecated(path: string, method: Method, parameter?: string): boolean {
  return rows.some(
    ({ what }) =>
      what.path === path && what.parameter === parameter && (what.methods?.includes(method) ?? true),
  )
}

/** The headers of an answer to a request that uses it (RFC 9745, RFC 8594): of several, the first that goes. */
export function deprecationHeaders(used: readonly Deprecation[]): Readonly<Record<string, string>> {
  if (used.length === 0) return {}
  const days = (of: 'since' | 'sunset') => used.map((each) => each[of]).toSorted()[0] ?? ''
  return {
    Deprecation: `@${secondsOf(days('since'))}`,
    Sunset: new Date(secondsOf(days('sunset')) * 1000).toUTCString(),
    Link: used.map(({ link }) => `<${link}>; rel="deprecation"; type="text/html"`).join(', '),
  }
}

function secondsOf(day: string): number {
  return Temporal.Instant.from(`${day}T00:00:00Z`).epochMilliseconds / 1000
}

/** Which of it was told today, by day: what uses it is asked a thousand times. */
const told = new Set<string>()

/** Whether this is the first use of it that this process sees on a day, so that it is told once. */
export function isFirstToday(used: Deprecation, now: Temporal.Instant): boolean {
  const day = now.toString().slice(0, 10)
  for (const other of told) if (!other.startsWith(day)) told.delete(other)
  const name = `${day} ${nameOf(used)}`
  if (told.has(name)) return false
  told.add(name)
  return true
}

/** What it is called in the log. */
export function nameOf({ what: { path, methods = [], parameter } }: Deprecation): string {
  return [...methods, path, ...(parameter === undefined ? [] : [`?${parameter}`])].join(' ')
}
