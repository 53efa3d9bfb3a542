import { type FindKeys, isFileKey } from './names.ts'
import type { FileStore } from './store.ts'

/** What a sweep goes by. */
export interface SweepOptions {
  /** Younger files stay: their upload may still be under way. Longer than any upload may take, in milliseconds. */
  readonly olderThan_ms: number
  readonly now: Temporal.Instant
}

/** What a sweep has done. */
export interface Swept {
  /** Files that were looked at. */
  readonly files: number
  /** Of these, removed, and how many bytes they had. */
  readonly removed: number
  readonly bytes: number
  /** Leftovers of puts that never ended, removed. */
  readonly partial: number
}

/** As many keys are asked about at once: within what a statement of either database takes. */
const batchSize = 500
/** Up to so many files may all be unknown before the database is doubted. */
const mostAllUnknown = 100

/**
 * Removes the files that no record knows and what interrupted puts have left. Removes nothing until every file has been
 * asked about, and throws when none of many files is known: then it is the wrong database rather than all of them orphans.
 */
export async function sweep(
  store: FileStore,
  isKnown: FindKeys,
  { olderThan_ms, now }: SweepOptions,
): Promise<Swept> {
  const upTo = Math.floor((now.epochMilliseconds - olderThan_ms) / 1000)
  const orphans: string[] = []
  let [files, asked, bytes] = [0, 0, 0]
  let batch = new Map<string, number>()
  const judge = async (): Promise<void> => {
    const known = await isKnown([...batch.keys()])
    for (const [key, size] of batch) {
      if (known.has(key)) continue
      orphans.push(key)
      bytes += size
    }
    asked += batch.size
    batch = new Map()
  }
  for await (const { key, size, modifiedAt } of store.list('')) {
    if (!isFileKey(key)) continue
    files += 1
    if (modifiedAt <= upTo) batch.set(key, size)
    if (batch.size === batchSize) await judge()
  }
  if (batch.size > 0) await judge()
  if (orphans.length === asked && asked > mostAllUnknown) {
    throw new Error(
      `None of the ${asked} files is known to the database; is it theirs? None has been removed.`,
    )
  }
  // The names of sizes are longer than that of their upload, which goes last: until then nobody else takes the name.
  orphans.sort((one, other) => other.length - one.length)
  for (let start = 0; start < orphans.length; start += batchSize)
    await store.remove(orphans.slice(start, start + batchSize))
  return { files, removed: orphans.length, bytes, partial: await store.removePartial(upTo) }
}
