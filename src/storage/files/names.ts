import { slugify } from '../../pure/text/slug.ts'
import { isKey } from './store.ts'
import { contentTypeOf, type FileExtension } from './types.ts'

/** Which of these keys the records use, in one query. */
export type FindKeys = (keys: readonly string[]) => Promise<ReadonlySet<string>>

/** The folder of files that nobody has approved yet: they are served to nobody at their keys. */
export const hiddenFolder = 'submissions/'

/** Leaves room for a number and the size of a variant. */
const maxNameLength = 100
/** How much of a name is read: more is of no use, and costs time. */
const maxReadLength = 1_000
/** The name of a file whose own name has nothing to use. */
const nameless = 'image'
/** The ending of the names of variants, which no upload’s own name has. */
const variantEnding = /-(?:\d+x\d+|scaled)$/
/** Beyond this number, a time instead of a number makes names unique. */
const mostNumbered = 500

/**
 * The key for an upload: `YYYY/MM/slug-of-name.ext` in UTC, with `-1`, `-2` … when the records have it already, or when
 * it could be the name of another upload's variant (`big-300x200.png` → `big-300x200-1.png`). The name may be a title or
 * a file name, however hostile; the extension is that of the bytes, whatever the name says.
 */
export async function fileKey(
  now: Temporal.Instant,
  name: string,
  { extension, findTaken }: { readonly extension: FileExtension; readonly findTaken: FindKeys },
): Promise<string> {
  const base = baseName(name)
  const folder = now.toString().slice(0, 7).replace('-', '/')
  const stamp = now.epochMilliseconds
  const batches = [[0], numbers(1, 10), numbers(10, mostNumbered), numbers(stamp, stamp + mostNumbered)]
  for (const batch of batches) {
    const names = batch
      .map((number) => (number === 0 ? base : `${base}-${number}`))
      .filter((text) => !variantEnding.test(text))
    const keys = names.map((text) => `${folder}/${text}.${extension}`)
    const taken = await findTaken(keys)
    const free = keys.find((key) => !taken.has(key))
    if (free !== undefined) return free
  }
  throw new Error(`No key is left for an image called ${base}.`)
}

/** `2026/11/big.png` → `2026/11/big-300x200.png` (wire-others 1.4): no upload and no other variant has this key. */
export function variantKey(
  key: string,
  { width, height }: { readonly width: number; readonly height: number },
): string {
  return withEnding(key, `-${width}x${height}`)
}

/** `2026/11/huge.png` → `2026/11/huge-scaled.png`: the file that is shown instead of an upload that is too large. */
export function scaledKey(key: string): string {
  return withEnding(key, '-scaled')
}

/** Whether a key can have been made here. Files of others are left alone. */
export function isFileKey(key: string): boolean {
  return isKey(key) && /^\d{4}\/(?:0[1-9]|1[0-2])\/[^/]+$/.test(key) && contentTypeOf(key) !== undefined
}

function withEnding(key: string, ending: string): string {
  return key.replace(/(?=\.[^./]+$)/, ending)
}

/** ASCII only: letters of other scripts are left out rather than percent-encoded, as `%` has a meaning in addresses and shells. */
function baseName(name: string): string {
  const slug = slugify(titleOf(name.slice(0, maxReadLength)))
  const ascii = slug.replaceAll(/(?:%[\da-f]{2})+/g, '-').replaceAll(/-{2,}/g, '-')
  const base = trim(trim(ascii).slice(0, maxNameLength))
  if (base === '') return nameless
  return isKey(base) ? base : `${nameless}-${base}`
}

/** The name without folders and extension if it has the extension of an image; any other is a title. */
function titleOf(name: string): string {
  if (contentTypeOf(name.trimEnd()) === undefined) return name
  return name
    .trimEnd()
    .replace(/^.*[/\\]/s, '')
    .replace(/\.[^.]*$/, '')
}

function trim(text: string): string {
  return text.replace(/^[_-]+/, '').replace(/[_-]+$/, '')
}

function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index)
}
