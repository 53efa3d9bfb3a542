import { hash } from 'node:crypto'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import {
  columnNames,
  type Columns,
  fromParts,
  linkNames,
  type LinkName,
  noColumns,
  partsOf,
  type Target,
} from './columns.ts'
import type { Position } from './log.ts'
import type { Snapshot } from './snapshot.ts'
import { turn } from './slots.ts'

/** The columns and what belongs to them, without what is read anew at each start. */
export type KeptSnapshot = Omit<Snapshot, 'places' | 'parents'>

/** Grows with each change to what the file holds, beside the names of columns. */
const format = 1

const fileName = 'index.columns'

/** What stands before the arrays, as JSON. */
interface Head {
  readonly layout: string
  readonly position: Position
  readonly size: number
  readonly posts: readonly string[]
  readonly targets: Readonly<Record<LinkName, readonly Target[]>>
  /** The name of each array, its first byte among all of them, and how many it has. */
  readonly parts: readonly (readonly [name: string, from: number, length: number])[]
}

/** Files of another version are thrown away. */
const layout = JSON.stringify([format, columnNames, linkNames])

/** Arrays begin at multiples of this, as the largest numbers need. */
const alignment = 8

/** Reads the columns that were kept; undefined where there are none, or they are damaged or of another version. */
export async function readSnapshot(folder: string): Promise<KeptSnapshot | undefined> {
  try {
    const bytes = await readFile(join(folder, fileName))
    const checksum = bytes.subarray(0, checksumLength).toString('latin1')
    const rest = bytes.subarray(checksumLength)
    if (hash('sha256', rest) !== checksum) return undefined
    const length = rest.readUInt32LE(0)
    const head = JSON.parse(rest.toString('utf8', 4, 4 + length)) as Head
    if (head.layout !== layout) return undefined
    // A copy of its own for each, as views need to be aligned.
    const first = 4 + length
    const parts = new Map(
      head.parts.map(([name, from, size]) => [
        name,
        new Uint8Array(rest.subarray(first + from, first + from + size)),
      ]),
    )
    const main = fromParts(head.size, parts, head.targets)
    return { position: head.position, posts: head.posts, main, closed: new Uint32Array(), tail: noColumns }
  } catch {
    return undefined
  }
}

/** In hexadecimal. */
const checksumLength = 64

/** Keeps the merged columns; throws when the file cannot be written. A file is whole or not there. */
export async function writeSnapshot(
  folder: string,
  snapshot: KeptSnapshot & { readonly main: Columns },
): Promise<void> {
  const { parts, targets } = partsOf(snapshot.main)
  let end = 0
  const places = parts.map(([name, values]) => {
    const from = end
    end += Math.ceil(values.byteLength / alignment) * alignment
    return [name, from, values.byteLength] as const
  })
  const { position, posts, main } = snapshot
  const head = Buffer.from(
    JSON.stringify({ layout, position, size: main.size, posts, targets, parts: places } satisfies Head),
  )
  const bytes = Buffer.alloc(4 + head.length + end)
  bytes.writeUInt32LE(head.length, 0)
  bytes.set(head, 4)
  for (const [at, [, values]] of parts.entries()) {
    const { buffer, byteOffset, byteLength } = values
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), 4 + head.length + (places[at]?.[1] ?? 0))
    await turn()
  }
  const path = join(folder, fileName)
  const fresh = `${path}.${process.pid}`
  try {
    const file = await open(fresh, 'w')
    try {
      await file.write(hash('sha256', bytes), null, 'latin1')
      await file.writeFile(bytes)
    } finally {
      await file.close()
    }
    await rename(fresh, path)
  } catch (error) {
    await rm(fresh, { force: true })
    throw error
  }
}
