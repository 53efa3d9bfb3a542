/** Where something is not as it was. */
export interface Difference {
  /** Of the member, as `events.*.author_name`. */
  readonly path: string
  /** Whether it came since; else it is gone, or has another value. */
  readonly isNew: boolean
  readonly before?: unknown
  readonly now?: unknown
}

/** Where an answer differs from that of an older release. Lists are compared in their order. */
export function differences(
  before: unknown,
  now: unknown,
  path: readonly string[] = [],
): readonly Difference[] {
  if (isList(before) && isList(now) && before.length === now.length)
    return before.flatMap((value, at) => differences(value, now[at], [...path, '*']))
  if (isRecord(before) && isRecord(now)) {
    const names = new Set([...Object.keys(before), ...Object.keys(now)])
    return [...names].flatMap((name) => {
      // What is listed by its id is a list.
      const inside = [...path, /^\d+$/.test(name) ? '*' : name]
      if (!(name in before)) return [{ path: inside.join('.'), isNew: true, now: now[name] }]
      return differences(before[name], now[name], inside)
    })
  }
  return Object.is(before, now) ? [] : [{ path: path.join('.'), isNew: false, before, now }]
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !isList(value)
}
