/** Compares two versions by SemVer 2.0.0 (https://semver.org/#spec-item-11): below 0 where the first is older. What is none is the oldest. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [partsOf(one), partsOf(other)]
  for (let at = 0; at < 3; at += 1) {
    const difference = (a.numbers[at] ?? 0) - (b.numbers[at] ?? 0)
    if (difference !== 0) return difference
  }
  if (a.before.length === 0 || b.before.length === 0)
    return Number(b.before.length > 0) - Number(a.before.length > 0)
  return compareWords(a.before, b.before)
}

/** The newest of some versions; undefined without any. */
export function newestOf(versions: Iterable<string>): string | undefined {
  let newest: string | undefined
  for (const version of versions)
    if (newest === undefined || compareVersions(version, newest) > 0) newest = version
  return newest
}

/** A version without its third number, as people name the line of it: `1.4`. */
export function minorOf(version: string): string {
  return partsOf(version).numbers.slice(0, 2).join('.')
}

function partsOf(version: string): { numbers: readonly number[]; before: readonly string[] } {
  const [, numbers, before] = /^(\d+\.\d+\.\d+)(?:-([\w.-]+))?(?:\+.*)?$/.exec(version) ?? []
  return { numbers: numbers?.split('.').map(Number) ?? [0, 0, 0], before: before?.split('.') ?? [] }
}

function compareWords(one: readonly string[], other: readonly string[]): number {
  for (const [at, word] of one.entries()) {
    const against = other[at]
    if (against === undefined) return 1
    const difference = compareWord(word, against)
    if (difference !== 0) return difference
  }
  return one.length - other.length
}

/** Numbers come before words. */
function compareWord(one: string, other: string): number {
  const [a, b] = [/^\d+$/.test(one), /^\d+$/.test(other)]
  if (a && b) return Number(one) - Number(other)
  if (a !== b) return a ? -1 : 1
  return one === other ? 0 : one < other ? -1 : 1
}
