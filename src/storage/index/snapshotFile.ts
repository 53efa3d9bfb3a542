import { createHash, hash } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { madeAside } from '../db/newFile.ts'
import { columnNames, type Columns, linkNames } from './columns.ts'
import { type HeldField, noOwn, type OwnColumns } from './own.ts'
import type { Base } from './snapshot.ts'

const fileName = 'index.columns'

/** What the file holds; grows with each change of what a column means. Files of another version are thrown away. */
const layout = JSON.stringify([3, columnNames, linkNames])

/** In hexadecimal. */
const checksumLength = 64

/** Reads the columns that were kept; undefined where there are none, or they are damaged or of another version. */
export async function readBase(folder: string): Promise<Base | undefined> {
  try {
    const bytes = await readFile(join(folder, fileName))
    const rest = bytes.subarray(checksumLength)
    if (hash('sha256', rest) !== bytes.toString('latin1', 0, checksumLength)) return undefined
    const [head, numbers, links, texts, said] = unpacked(rest)
    if (head?.['layout'] !== layout) return undefined
    const { fields, ...base } = head as Omit<Base, 'main'> & { fields?: readonly HeldField[] }
    const own = fields ? ({ fields, texts: mapOf(texts), numbers: mapOf(said) } as OwnColumns) : noOwn
    // The arrays are views of the bytes that were read, until the first merge makes others.
    return { ...base, main: { ...numbers, links, own } as Columns }
  } catch {
    return undefined
  }
}

/**
 * Keeps the columns. A million events take 0.3 s, in pieces of which none holds others up for long. Throws when the file cannot be
 * written; it is whole or not there.
 */
export async function writeBase(folder: string, { position, main, posts }: Base): Promise<void> {
  const path = join(folder, fileName)
  const { links, own, ...numbers } = main
  const { fields, texts, numbers: said } = own
  // Where no field is a filter, nothing of it stands there.
  const head = { layout, position, posts, ...(fields.length > 0 ? { fields } : {}) }
  const kinds = [head, numbers, links, Object.fromEntries(texts), Object.fromEntries(said)]
  const pieces = kinds.flatMap((each, kind) =>
    Object.entries<unknown>(each).map(([name, value]) => [kind, name, value]),
  )
  await madeAside(path, 'partial', async (aside) => {
    const checksum = createHash('sha256')
    await using file = await open(aside, 'w')
    await file.write(''.padEnd(checksumLength))
    for (const piece of pieces.values().map(serialize)) {
      const bytes = Buffer.concat([new Uint8Array(lengthBytes), piece])
      bytes.writeUInt32LE(piece.length)
      checksum.update(bytes)
      await file.appendFile(bytes)
    }
    await file.write(checksum.digest('hex'), 0)
    await rename(aside, path)
  })
}

const mapOf = (values: Readonly<Record<string, unknown>> = {}) => new Map(Object.entries(values))

/** What each piece begins with: the number of its bytes. */
const lengthBytes = 4

/** What was written: what stands before the columns, these, the postings of links, and what is said of fields of one’s own. */
function unpacked(bytes: Buffer): readonly Record<string, unknown>[] {
  const kinds: readonly Record<string, unknown>[] = [{}, {}, {}, {}, {}]
  for (let at = 0; at < bytes.length;) {
    const from = at + lengthBytes
    at = from + bytes.readUInt32LE(at)
    const [kind, name, value] = deserialize(bytes.subarray(from, at)) as [number, string, unknown]
    Object.assign(kinds[kind] ?? {}, { [name]: value })
  }
  return kinds
}
