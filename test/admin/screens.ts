import { readFileSync } from 'node:fs'

const table = readFileSync(new URL('../../src/outward/admin/screens.tsx', import.meta.url), 'utf8')

/**
 * Addresses of all screens, as the table of screens has them: a new row is among them by itself. Where an address has an id, it is
 * that of `ids` for its first word.
 */
export function addressesOfScreens(ids: Readonly<Record<string, number>>): string[] {
  const patterns = [...table.matchAll(/path: \/\^(.*)\$\/,/g)].map(([, pattern = '']) => pattern)
  return [...new Set(patterns.flatMap((pattern) => expanded(pattern.replaceAll('\\/', '/'), ids)))]
}

/** All texts that a pattern of the table stands for. */
function expanded(pattern: string, ids: Readonly<Record<string, number>>): string[] {
  const optional = /\(\?:(.*)\)\?$/.exec(pattern)
  if (optional) {
    const before = pattern.slice(0, optional.index)
    return [...expanded(before, ids), ...expanded(before + (optional[1] ?? ''), ids)]
  }
  const choice = /\((?!\\d)([\w|\\{},-]+)\)/.exec(pattern)
  if (choice) {
    const [whole, inner = ''] = choice
    return inner.split('|').flatMap((one) => expanded(pattern.replace(whole, one), ids))
  }
  const word = pattern.split('/')[0] ?? ''
  return [pattern.replaceAll(/\(?\\d\{1,15\}\)?/g, String(ids[word] ?? 1))]
}
