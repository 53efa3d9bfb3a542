import { randomUUID } from 'node:crypto'
import { type BigIntStats, constants } from 'node:fs'
import { type FileHandle, link, lstat, open, opendir, rename, unlink } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { makeFolder } from './folder.ts'
import { codeOf } from '../../pure/text/errorDetails.ts'
import {
  assertFolder,
  assertKey,
  type ByteRange,
  type FileFacts,
  type FileStore,
  isKey,
  type ListedFile,
  type OpenedFile,
  StoreFull,
} from './store.ts'

/** Where files are written before they get their name: on the same file system, and not a valid key. */
const partialFolder = '.partial'

/**
 * Keeps files in a folder of this machine, which is made on the first put. A file is written under a temporary name,
 * synced, then named, and the folders are synced too. (Windows can sync no folder; there a power cut may undo the last
 * puts.) Its file system needs hard links.
 */
export function createDiskStore(folder: string): FileStore {
  const root = resolve(folder)
  const pathOf = (key: string): string => {
    assertKey(key)
    return join(root, key)
  }
  return {
    put: async (key, bytes) => unlessFull(place(root, pathOf(key), bytes, rename)),
    create: async (key, bytes) => {
      try {
        await unlessFull(place(root, pathOf(key), bytes, link))
        return true
      } catch (error) {
        if (codeOf(error) === 'EEXIST') return false
        throw error
      }
    },
    open: async (key, range) => openFile(pathOf(key), range),
    stat: async (key) => {
      const stats = await unlessAbsent(lstat(pathOf(key), { bigint: true }))
      return stats?.isFile() ? factsOf(stats) : undefined
    },
    remove: async (keys) => {
      for (const path of keys.map(pathOf)) await unlessAbsent(unlink(path))
    },
    list: (below) => {
      assertFolder(below)
      return listFiles(root, below)
    },
    removePartial: async (upTo) => removePartial(join(root, partialFolder), upTo),
  }
}

/** Writes the bytes to a partial file, gives it its name with `name`, and leaves no partial file behind. */
async function place(
  root: string,
  path: string,
  bytes: Uint8Array,
  name: (from: string, to: string) => Promise<void>,
): Promise<void> {
  const made = await makeFolder(join(root, partialFolder))
  await makeFolder(dirname(path))
  const aside = join(root, partialFolder, randomUUID())
  try {
    await writeSynced(aside, bytes)
    await name(aside, path)
  } finally {
    await unlessAbsent(unlink(aside))
  }
  // Folders above the root too when they are new: until its parent is synced, a power cut may take a new folder away.
  const top = made !== undefined && made.length <= root.length ? dirname(made) : root
  for (
    let folder = dirname(path);
    folder.length >= top.length && folder !== dirname(folder);
    folder = dirname(folder)
  ) {
    await syncFolder(folder)
  }
}

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  await using file = await open(path, 'wx', 0o600)
  await file.writeFile(bytes)
  await file.sync()
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  await using handle = await open(folder, 'r')
  await handle.sync()
}

/** Facts and bytes come from one open file, so that they belong together whatever is put meanwhile. */
async function openFile(path: string, range: ByteRange | undefined): Promise<OpenedFile | undefined> {
  const file = await unlessAbsent(open(path, constants.O_RDONLY | constants.O_NOFOLLOW))
  if (file === undefined) return undefined
  try {
    const stats = await file.stat({ bigint: true })
    if (stats.isFile()) return { ...factsOf(stats), stream: streamOf(file, range, Number(stats.size)) }
  } catch (error) {
    await file.close()
    throw error
  }
  await file.close()
  return undefined
}

function streamOf(file: FileHandle, range: ByteRange | undefined, size: number): OpenedFile['stream'] {
  if (range === undefined) return file.createReadStream()
  if (range.start >= size)
    throw new RangeError(`The file has ${size} bytes; a range cannot begin at ${range.start}.`)
  return file.createReadStream({ start: range.start, end: range.end })
}

async function* listFiles(root: string, folder: string): AsyncGenerator<ListedFile> {
  const entries = await unlessAbsent(opendir(join(root, folder)))
  if (entries === undefined) return
  for await (const entry of entries) {
    const key = folder + entry.name
    if (!isKey(key)) continue
    if (entry.isDirectory()) yield* listFiles(root, `${key}/`)
    if (!entry.isFile()) continue
    const stats = await unlessAbsent(lstat(join(root, key), { bigint: true }))
    if (stats !== undefined) yield { key, size: Number(stats.size), modifiedAt: factsOf(stats).modifiedAt }
  }
}

async function removePartial(folder: string, upTo: number): Promise<number> {
  const entries = await unlessAbsent(opendir(folder))
  let removed = 0
  for await (const entry of entries ?? []) {
    const path = join(folder, entry.name)
    const stats = await unlessAbsent(lstat(path, { bigint: true }))
    if (stats === undefined || factsOf(stats).modifiedAt > upTo) continue
    await unlessAbsent(unlink(path))
    removed += 1
  }
  return removed
}

function factsOf({ size, mtimeNs, ino }: BigIntStats): FileFacts {
  return {
    size: Number(size),
    modifiedAt: Number(mtimeNs / 1_000_000_000n),
    version: `${size}-${mtimeNs}-${ino}`,
  }
}

/** No such file: none there, a file where a folder is asked for, or a symbolic link. */
const absent = new Set(['ENOENT', 'ENOTDIR', 'ELOOP'])

async function unlessAbsent<Result>(result: Promise<Result>): Promise<Result | undefined> {
  try {
    return await result
  } catch (error) {
    if (absent.has(codeOf(error) ?? '')) return undefined
    throw error
  }
}

/** A disk that is full, and a share of it that is used up. */
const noRoom: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT'])

/** Throws {@link StoreFull} when there is no room. */
async function unlessFull(work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    throw noRoom.has(codeOf(error) ?? '') ? new StoreFull({ cause: error }) : error
  }
}
