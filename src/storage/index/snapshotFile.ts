import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { madeAside } from '../db/newFile.ts'
import { byColumn, byLink, columnNames, columns, type Columns, linkNames, type Values } from './columns.ts'
import { noOwn, type OwnColumns } from './own.ts'
import type { Base } from './snapshot.ts'

const fileName = 'index.columns'

/** What the file holds; grows with each change of what a column means. Files of another version are thrown away. */
const layout = JSON.stringify([4, columnNames, linkNames])

/** What the file begins with: a checksum of all that follows, and the length of the head, as whole numbers of 4 bytes. */
const prefixLength = 8

/** Arrays begin at whole multiples of it, so that they are views of what was read: to copy a million events took 0.2 s of each start. */
const alignment = 8

const arrays = { Float64Array, Uint32Array, Uint16Array, Uint8Array }
type Held = Float64Array | Uint32Array | Uint16Array | Uint8Array

/** Whose array it is: a column, a link, or what is said of fields of one’s own; and which one of these. */
type Named = readonly [kind: string, name: string | number, array: Held]

/** What stands before the arrays, as JSON: with each of them by what it is. */
interface Head extends Omit<Base, 'main'>, Partial<Pick<OwnColumns, 'fields'>> {
  readonly layout: string
  readonly size: number
  readonly held: readonly (readonly [
    kind: string,
    name: string | number,
    of: keyof typeof arrays,
    length: number,
  ])[]
}

/** Reads the columns that were kept; undefined where there are none, or they are damaged or of another version. */
export async function readBase(folder: string): Promise<Base | undefined> {
  try {
    const bytes = await wholeFile(join(folder, fileName))
    if (bytes.readUInt32LE(0) !== crc32(bytes.subarray(4))) return undefined
    const until = prefixLength + bytes.readUInt32LE(4)
    const head = JSON.parse(bytes.toString('utf8', prefixLength, until)) as Head
    return head.layout === layout ? baseOf(head, bytes.buffer, until) : undefined
  } catch {
    return undefined
  }
}

/** In one piece, from the beginning of its memory on. */
async function wholeFile(path: string): Promise<Buffer<ArrayBuffer>> {
  await using file = await open(path)
  const { size } = await file.stat()
  const bytes = Buffer.from(new ArrayBuffer(size))
  for (let at = 0; at < size;) {
    const { bytesRead } = await file.read(bytes, at, size - at)
    if (bytesRead === 0) throw new Error('It has become shorter.')
    at += bytesRead
  }
  return bytes
}

/** The arrays are views of the memory, until the first merge makes others. Throws where one of them is missing, or of another type. */
function baseOf({ position, posts, fields, size, held }: Head, memory: ArrayBuffer, from: number): Base {
  const found = new Map<string, Map<string | number, Held>>()
  let at = from
  for (const [kind, name, of, length] of held) {
    at += paddingAt(at)
    const array = new arrays[of](memory, at, length)
    found.set(kind, (found.get(kind) ?? new Map<string | number, Held>()).set(name, array))
    at += array.byteLength
  }
  const one = <Of extends Held>(kind: string, name: string, type: ArrayType<Of>): Of =>
    typed(found.get(kind)?.get(name), type)
  const all = <Name, Of extends Held>(
    kind: string,
    nameOf: (name: string | number) => Name,
    type: ArrayType<Of>,
  ) =>
    new Map([...(found.get(kind) ?? [])].map(([name, array]) => [nameOf(name), typed(array, type)] as const))
  const main: Columns = {
    ...byColumn((name) => one<Values>('columns', name, columns[name].array)),
    size,
    links: byLink((name) => all(name, Number, Uint32Array)),
    own: fields
      ? { fields, texts: all('texts', String, Uint32Array), numbers: all('numbers', String, Float64Array) }
      : noOwn,
    byId: { ids: one('byId', 'ids', Float64Array), slots: one('byId', 'slots', Uint32Array) },
  }
  return { position, posts, main }
}

type ArrayType<Of> = new (length: number) => Of

function typed<Of extends Held>(array: Held | undefined, type: ArrayType<Of>): Of {
  if (array instanceof type) return array
  throw new TypeError(`It is no ${type.name}.`)
}

function* arraysOf({ links, own, byId, ...held }: Columns): Generator<Named> {
  for (const name of columnNames) yield ['columns', name, held[name]]
  yield ['byId', 'ids', byId.ids]
  yield ['byId', 'slots', byId.slots]
  for (const name of linkNames) for (const [target, slots] of links[name]) yield [name, target, slots]
  for (const [key, slots] of own.texts) yield ['texts', key, slots]
  for (const [name, values] of own.numbers) yield ['numbers', name, values]
}

/**
 * Keeps the columns. A million events take 0.3 s, in pieces of which none holds others up for long. Throws when the file cannot be
 * written; it is whole or not there.
 */
export async function writeBase(folder: string, { position, main, posts }: Base): Promise<void> {
  const path = join(folder, fileName)
  const named = [...arraysOf(main)]
  const { fields } = main.own
  const head: Head = {
    layout,
    position,
    posts,
    size: main.size,
    // Where no field is a filter, nothing of it stands there.
    ...(fields.length > 0 ? { fields } : {}),
    held: named.map(([kind, name, array]) => [kind, name, typeOf(array), array.length]),
  }
  const text = Buffer.from(JSON.stringify(head))
  await madeAside(path, 'partial', async (aside) => {
    await using file = await open(aside, 'w')
    let [at, checksum] = [0, 0]
    const add = async (bytes: Uint8Array, isChecked = true) => {
      if (isChecked) checksum = crc32(bytes, checksum)
      await file.appendFile(bytes)
      at += bytes.length
    }
    await add(numberBytes(0), false)
    await add(numberBytes(text.length))
    await add(text)
    for (const [, , { buffer, byteOffset, byteLength }] of named) {
      if (paddingAt(at) > 0) await add(new Uint8Array(paddingAt(at)))
      await add(new Uint8Array(buffer, byteOffset, byteLength))
    }
    await file.write(numberBytes(checksum), 0, 4, 0)
    await rename(aside, path)
  })
}

function typeOf(array: Held): keyof typeof arrays {
  return array.constructor.name as keyof typeof arrays
}

/** How many bytes are left out so that an array begins where it may. */
function paddingAt(at: number): number {
  return (alignment - (at % alignment)) % alignment
}

function numberBytes(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
