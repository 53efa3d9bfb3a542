import { buffer } from 'node:stream/consumers'
import { isFileKey } from './names.ts'
import { type FileStore, uploadTime_ms } from './store.ts'
import { contentTypeOf } from './types.ts'

/** The result of a copy: how many files were written, and how many existed already. */
export interface Copied {
  readonly written: number
  readonly kept: number
}

/** When a copy is made, and what ends it: it throws between two files. */
export interface CopyOptions {
  readonly now: Temporal.Instant
  readonly signal: AbortSignal
}

/**
 * Copies every image file of one store into another, one after the other. An existing file of the same size is kept: under a
 * key there is always a whole file, and other contents get another key. Files that are removed meanwhile are left out, and
 * partial files of an interrupted copy are removed.
 */
export async function copyFiles(
  from: FileStore,
  to: FileStore,
  { now, signal }: CopyOptions,
): Promise<Copied> {
  await to.removePartial(Math.floor((now.epochMilliseconds - uploadTime_ms) / 1000))
  let [written, kept] = [0, 0]
  for await (const { key, size } of from.list('')) {
    signal.throwIfAborted()
    if (!isFileKey(key)) continue
    const there = await to.stat(key)
    if (there?.size === size) kept += 1
    else if (await copyFile(from, to, key)) written += 1
  }
  return { written, kept }
}

/** Copies one file, replacing an existing one; answers whether the source had it. */
async function copyFile(from: FileStore, to: FileStore, key: string): Promise<boolean> {
  const file = await from.open(key)
  if (!file) return false
  // Such a key always has one of our types.
  await to.put(key, await buffer(file.stream), contentTypeOf(key) ?? '')
  return true
}
