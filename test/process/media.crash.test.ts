import { type FSWatcher, mkdirSync, readdirSync, watch } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pino } from 'pino'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createApp } from '../../src/process/app.ts'
import { readConfig } from '../../src/config/config.ts'
import { openDatabase } from '../../src/storage/db/open.ts'
import { type Swept } from '../../src/storage/files/sweep.ts'
import { filesOf, type MediaRow, sizesOf } from '../../src/records/media/media.record.ts'
import { databaseIn, kalends, settingsOf, temporaryFolder } from '../cli/sandbox.ts'
import { usesSqlite, whenSettled } from '../support/database.ts'
import { runServe } from './program.ts'

/** On PostgreSQL fewer: the files are the same. */
const kills = usesSqlite() ? 6 : 3
const clients = 5

/** Every other time the service is killed at most so long after its first answer, in milliseconds … */
const longest_ms = 300
/** … and else when at most so many things have happened to its files, which is in the middle of an upload or a removal. */
const mostFileEvents = 300

/** Few names for many images, so that names are fought for; the last two pictures are scaled down. */
const pictures = [
  ['same.png', 200, 120],
  ['same.jpg', 700, 500],
  ['same.png', 900, 400],
  ['same.jpg', 2600, 300],
  ['same.png', 300, 2700],
] as const

interface Picture {
  readonly type: string
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** What clients were told. */
class Ledger {
  /** The main file of every image that is there for certain, by id. */
  readonly kept = new Map<number, string>()
  readonly removed = new Set<number>()
  /** Asked to be removed, and not answered. */
  readonly doubtful = new Set<number>()
  /** Requests that were answered. */
  answers = 0
  /** Requests that were not answered, as the service was killed first. */
  cutOff = 0
}

test(`killed ${kills} times in the middle of uploads and removals, no record lacks a file and no file is left for ever`, async () => {
  const folder = temporaryFolder()
  await kalends(folder, ['user', 'add', 'root', '--role=administrator', '--email=root@example.org'])
  const token = (await kalends(folder, ['token', 'add', 'root', '--name=test'])).stdout.trim()
  const drawn = await Promise.all(pictures.map(draw))
  const ledger = new Ledger()
  const seen = new Set<string>()
  // There to be watched before the first upload.
  mkdirSync(join(folder, 'media', '.partial'), { recursive: true })

  for (let round = 0; round < kills; round += 1) {
    const running = runServe({ ...(await settingsOf(folder)), LOG_LEVEL: 'warn' })
    const target = { address: `${await running.origin}/vendor/events/v1/media`, token }
    await expectWhole(folder, ledger, seen)
    const moment = round % 2 === 0 ? afterAnAnswer(ledger) : amongFileEvents(folder)
    const load = Promise.all(Array.from({ length: clients }, () => changeUntilCutOff(target, ledger, drawn)))
    // The load ends first when something was refused: then that is told.
    await Promise.race([moment, load])
    running.signal('SIGKILL')
    await load
    expect(await running.ended).toEqual({ status: null, signal: 'SIGKILL' })
    expect(running.stderr()).toBe('')
    await whenSettled(await databaseIn(folder))
  }

  const rows = await expectWhole(folder, ledger, seen)
  const named = new Set(rows.flatMap(filesOf))
  const before = filesIn(folder)
  const orphans = before.kept.filter((file) => !named.has(file))
  const swept = await sweepLater(folder)
  console.log(
    `${kills} kills: ${ledger.answers} requests answered, ${ledger.kept.size} images kept, ${ledger.removed.size} removed, ${ledger.cutOff} requests cut off; ` +
      `${orphans.length} files without a record and ${before.partial.length} halves swept`,
  )
  expect(swept).toMatchObject({ removed: orphans.length, partial: before.partial.length })
  expect(filesIn(folder)).toEqual({ kept: [...named].toSorted(), partial: [] })
  // Otherwise there was nothing to lose: every other time there is an answer before.
  expect(ledger.answers).toBeGreaterThanOrEqual(kills / 2)
  expect(ledger.cutOff).toBe(kills * clients)
  expect(orphans.length + before.partial.length).toBeGreaterThan(0)
}, 900_000)

async function draw([name, width, height]: (typeof pictures)[number]): Promise<Picture> {
  const image = sharp({ create: { width, height, channels: 3, background: '#c03020' } })
  const bytes = name.endsWith('png') ? await image.png().toBuffer() : await image.jpeg().toBuffer()
  return { name, type: name.endsWith('png') ? 'image/png' : 'image/jpeg', bytes: new Uint8Array(bytes) }
}

/** One client that uploads images and removes some of them, each request sent after the last was answered. */
async function changeUntilCutOff(
  target: { address: string; token: string },
  ledger: Ledger,
  drawn: readonly Picture[],
): Promise<void> {
  const own: number[] = []
  for (;;) {
    const id = Math.random() < 0.5 ? own.shift() : undefined
    const isAnswered = id === undefined ? await upload() : await remove(id)
    if (!isAnswered) {
      ledger.cutOff += 1
      return
    }
    ledger.answers += 1
  }

  async function upload(): Promise<boolean> {
    const { name, type, bytes } = drawn[Math.floor(Math.random() * drawn.length)] as Picture
    const headers = {
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
    }
    const image = await send(target.address, { method: 'POST', headers, body: bytes })
    if (!image) return false
    ledger.kept.set(image.id, new URL(image.url).pathname.replace('/media/', ''))
    own.push(image.id)
    return true
  }

  async function remove(id: number): Promise<boolean> {
    ledger.doubtful.add(id)
    const image = await send(`${target.address}/${id}`, { method: 'DELETE', headers: {} })
    if (!image) return false
    ledger.doubtful.delete(id)
    ledger.kept.delete(id)
    ledger.removed.add(id)
    return true
  }

  /** Undefined when the answer does not come whole. */
  async function send(address: string, { headers, ...init }: RequestInit & { headers: object }) {
    const sent = { ...init, headers: { ...headers, authorization: `Bearer ${target.token}` } }
    const answer = await fetch(address, sent)
      .then(async (response) => ({ isWell: response.ok, image: await response.json() }))
      .catch(() => undefined)
    if (answer?.isWell === false)
      throw new Error(`${init.method} was refused: ${JSON.stringify(answer.image)}`)
    return answer?.image as { id: number; url: string } | undefined
  }
}

async function afterAnAnswer(ledger: Ledger): Promise<void> {
  const before = ledger.answers
  while (ledger.answers === before) await setTimeout(1)
  await setTimeout(Math.random() * longest_ms)
}

/** Resolves when a random number of things has happened to the files. */
async function amongFileEvents(folder: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let left = 1 + Math.floor(Math.random() * mostFileEvents)
  const media = join(folder, 'media')
  const folders = readdirSync(media, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  )
  const watchers: FSWatcher[] = folders.map(({ parentPath, name }) =>
    watch(join(parentPath, name), () => {
      left -= 1
      if (left === 0) resolve()
    }),
  )
  await promise
  for (const watcher of watchers) watcher.close()
}

/**
 * Holds records and files against what clients were told: what was answered is there, and every file that a record names
 * is whole. From then on what was found is what is known. Files that were `seen` to be images are only weighed.
 */
async function expectWhole(folder: string, ledger: Ledger, seen: Set<string>): Promise<MediaRow[]> {
  const rows = await mediaIn(folder)
  const found = new Map(rows.map((row) => [row.id, row]))
  const lost = [...ledger.kept].filter(
    ([id, file]) => !ledger.doubtful.has(id) && found.get(id)?.file !== file,
  )
  expect(lost).toEqual([])
  expect([...ledger.removed].filter((id) => found.has(id))).toEqual([])
  const damage = await Promise.all(rows.map((row) => damageTo(folder, row, seen)))
  expect(damage.flat()).toEqual([])
  for (const id of ledger.kept.keys()) if (!found.has(id)) ledger.kept.delete(id)
  for (const { id, file } of rows) ledger.kept.set(id, file)
  ledger.doubtful.clear()
  return rows
}

async function mediaIn(folder: string): Promise<MediaRow[]> {
  const db = await openDatabase(await databaseIn(folder))
  try {
    return await db.read.selectFrom('media').selectAll().orderBy('id').execute()
  } finally {
    await db.close()
  }
}

/** What is wrong with the files that the record names. */
async function damageTo(folder: string, row: MediaRow, seen: Set<string>): Promise<string[]> {
  const said = new Map([row, ...sizesOf(row)].map((size) => [size.file, size]))
  const wrong = filesOf(row).map(async (file) => {
    const bytes = await readFile(join(folder, 'media', file)).catch(() => undefined)
    if (!bytes) return `${file} of ${row.id} is missing`
    const { width, height, filesize } = said.get(file) ?? {}
    if (filesize !== undefined && bytes.length !== filesize)
      return `${file} of ${row.id} has ${bytes.length} bytes`
    if (seen.has(`${row.id} ${file}`)) return []
    const { info } = await sharp(bytes, { failOn: 'warning' }).raw().toBuffer({ resolveWithObject: true })
    seen.add(`${row.id} ${file}`)
    const isSo = width === undefined || (info.width === width && info.height === height)
    return isSo ? [] : `${file} of ${row.id} is ${info.width}x${info.height}`
  })
  return (await Promise.all(wrong)).flat()
}

function filesIn(folder: string): { kept: string[]; partial: string[] } {
  const media = join(folder, 'media')
  const files = readdirSync(media, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(media, join(parentPath, name)))
    .toSorted()
  return {
    kept: files.filter((file) => !file.startsWith('.partial')),
    partial: files.filter((file) => file.startsWith('.partial')),
  }
}

/** A sweep as the service does it at its start, three hours from now. */
async function sweepLater(folder: string): Promise<Swept> {
  const config = readConfig(await settingsOf(folder))
  const db = await openDatabase(config.databaseUrl)
  const now = () => Temporal.Now.instant().add({ hours: 3 })
  const app = await createApp({ config, db, now, log: pino({ level: 'silent' }) })
  try {
    return await app.sweepFiles()
  } finally {
    await app.close()
    await db.close()
  }
}
