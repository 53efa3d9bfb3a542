import type { DuplicatesRecord } from '../../../records/linked/linked.duplicates.record.ts'
import { ask } from '../api.ts'
import { plain } from '../texts.ts'
import type { Kind } from './kinds.ts'
import { t, tn } from '../common/texts.ts'

/** Two that are perhaps one. */
export type Pair = DuplicatesRecord['pairs'][number]

const storedAs = 'kalends.different'

/** The pairs of which somebody has said, in this browser, that they are different. */
function different(): ReadonlySet<string> {
  try {
    // This program has written it.
    return new Set(JSON.parse(localStorage.getItem(storedAs) ?? '[]') as string[])
  } catch {
    return new Set()
  }
}

function keyOf(kind: Kind, { records }: Pair): string {
  return `${kind} ${records.map(({ id }) => id).join(' ')}`
}

/** Remembers that the two are different. */
export function sayDifferent(kind: Kind, pair: Pair): void {
  try {
    localStorage.setItem(storedAs, JSON.stringify([...different(), keyOf(kind, pair)]))
  } catch {
    // There is no room, or none is given: they are told again.
  }
}

/** The pairs that are perhaps one. Throws what {@link ask} throws. */
export async function readPairs(kind: Kind): Promise<readonly Pair[]> {
  const { body } = await ask<{ pairs: readonly Pair[] }>(`${kind}/duplicates`)
  const known = different()
  return body.pairs
    .filter((pair) => !known.has(keyOf(kind, pair)))
    .map(({ records, by, distance }) => ({
      by,
      distance,
      records: records.map(({ id, name }) => ({ id, name: plain(name) })),
    }))
}

/** Why they are perhaps one. */
export function whyAlike({ by, distance }: Pick<Pair, 'by' | 'distance'>): string {
  if (by === 'name') return t('byName')
  if (by === 'spelling') return t('bySpelling')
  return by === 'address' || distance === null ? t('byAddress') : tn('byPlace', distance)
}
