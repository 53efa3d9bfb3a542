import { hash } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { deserialize, serialize } from 'node:v8'
import { columnNames, linkNames, mergedColumns, noColumns } from './columns.ts'
import type { Base } from './snapshot.ts'

const fileName = 'index.columns'

/** What the file holds; grows with each change of what a column means. Files of another version are thrown away. */
const layout = JSON.stringify([2, columnNames, linkNames])

/** In hexadecimal. */
const checksumLength = 64

/** Reads the columns that were kept; undefined where there are none, or they are damaged or of another version. */
export async function readBase(folder: string): Promise<Base | undefined> {
  try {
    const bytes = await readFile(join(folder, fileName))
    const rest = bytes.subarray(checksumLength)
    if (hash('sha256', rest) !== bytes.toString('latin1', 0, checksumLength)) return undefined
    const kept = deserialize(rest) as Base & { readonly layout: string }
    if (kept.layout !== layout) return undefined
    // Made anew, so that the bytes of the file are not held.
    return { ...kept, main: await mergedColumns(kept.main, new Uint32Array(), noColumns) }
  } catch {
    return undefined
  }
}

/** Keeps the columns: a million events take 0.1 s, when the program stops. Throws when the file cannot be written; it is whole or not there. */
export async function writeBase(folder: string, { position, main, posts }: Base): Promise<void> {
  const bytes = serialize({ layout, position, main, posts })
  const path = join(folder, fileName)
  const fresh = `${path}.${process.pid}`
  try {
    await writeFile(fresh, [hash('sha256', bytes), bytes])
    await rename(fresh, path)
  } catch (error) {
    await rm(fresh, { force: true })
    throw error
  }
}
