import { type FindKeys, isFileKey } from './names.ts'
import type { FileStore } from './store.ts'

/** The options of a sweep. */
export interface SweepOptions {
  /** Younger files stay, as their upload may still be running: longer than any upload takes, in milliseconds. */
  readonly olderThan_ms: number
  readonly now: Temporal.Instant
}

/** The result of a sweep. */
export interface Swept {
  /** How many files were looked at. */
  readonly files: number
  /** How many of these were removed. */
  readonly removed: number
  readonly bytes: number
  /** How many partial files, of writes that were interrupted, were removed. */
  readonly partial: number
}

/** How many keys are looked up at once: within what a statement of either database takes. */
const batchSize = 500
/** If more files than this are all unknown, the database is probably the wrong one. */
const mostAllUnknown = 100

/**
 * Removes the files that belong to no record, and partial files. It removes nothing before every file has been looked up, and
 * throws when none of many files is known: then it is probably the wrong database.
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
  // Longest names first, so that an upload goes after its sizes: until then no other upload takes the name.
  orphans.sort((one, other) => other.length - one.length)
  for (let start = 0; start < orphans.length; start += batchSize)
    await store.remove(orphans.slice(start, start + batchSize))
  return { files, removed: orphans.length, bytes, partial: await store.removePartial(upTo) }
}
