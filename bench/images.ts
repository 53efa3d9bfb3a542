import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout } from 'node:timers/promises'
import { openDatabase } from '../src/storage/db/open.ts'
import { fillCalendar } from '../test/support/fill.ts'
import { photograph } from '../test/images/pictures.ts'
import { createAccounts } from '../test/support/accounts.ts'
import { type Service, startService } from '../test/support/service.ts'

/**
 * How many photos of 12 megapixels the service takes in a second, one after the other and four at a time, and how long
 * lists of ten events take meanwhile, held against the same lists without uploads: all in one run, against the service in
 * a process of its own. The phases take turns, so that whatever else the machine does falls on all of them. Arguments: for
 * how many seconds each is measured, in all.
 */
const total_ms = Number(process.argv[2] ?? 30) * 1000
const turns = 5
const events = 5_000
/** So often a list is asked for, whether or not the last one has been answered, in milliseconds. */
const every_ms = 20

/** What is asked for in turn: lists that take different ways through the database. */
const lists = ['', 'page=2', 'per_page=10&featured=true', 'categories=1', 'search=wüneival', 'page=7']

const noBody: Buffer = Buffer.alloc(0)
const folder = await mkdtemp(join(tmpdir(), 'kalends-bench-'))
const agent = new Agent({ keepAlive: true })
try {
  await using service = await startService({ at: { folder, credentials: await fill() } })
  // As a telephone makes them: what it says of itself is taken out, so that the picture is written anew.
  const photo = await photograph(4000, 3000)
    .jpeg({ quality: 90 })
    .withExif({ IFD0: { Make: 'A camera' } })
    .toBuffer()
  console.log(machine())
  console.log(
    `${events} events; JPEG of 4000x3000 pixels, ${(photo.length / 1e6).toFixed(1)} MB; ${total_ms / 1000} s each, in ${turns} turns\n`,
  )
  for (const uploads of [0, 1]) await measure(service, photo, { uploads, lasts_ms: 2_000 })
  const phases = { 'no uploads': 0, 'one at a time': 1, 'four at a time': 4 }
  const measured = new Map<string, Measured[]>(Object.keys(phases).map((name) => [name, []]))
  for (let turn = 0; turn < turns; turn += 1) {
    for (const [name, uploads] of Object.entries(phases))
      measured.get(name)?.push(await measure(service, photo, { uploads, lasts_ms: total_ms / turns }))
  }
  const quiet = inAll(measured.get('no uploads') ?? [])
  console.table(Object.fromEntries([...measured].map(([name, parts]) => [name, row(inAll(parts), quiet)])))
  const log = service.log()
  if (log !== '') console.log(log)
} finally {
  agent.destroy()
  await rm(folder, { recursive: true, force: true })
}

interface Measured {
  readonly images: number
  readonly took_s: number
  /** How long each list took, in milliseconds. */
  readonly times: readonly number[]
}

/** Fills the database; answers the credentials of its accounts. */
async function fill(): Promise<Service['credentials']> {
  const path = join(folder, 'kalends.db')
  const credentials = await createAccounts(path)
  const db = await openDatabase(path)
  const authors = (await db.read.selectFrom('users').select('id').execute()).map(({ id }) => id)
  await fillCalendar(db, { events, now: Temporal.Now.instant(), authors })
  await db.close()
  return credentials
}

async function measure(
  service: Service,
  photo: Buffer,
  { uploads, lasts_ms }: { uploads: number; lasts_ms: number },
): Promise<Measured> {
  const from = performance.now()
  const isOver = () => performance.now() - from >= lasts_ms
  const listing = listUntil(service, isOver)
  let count = 0
  const lanes = Array.from({ length: uploads }, async () => {
    while (!isOver()) {
      await upload(service, photo)
      count += 1
    }
  })
  await Promise.all(lanes)
  const took_s = (performance.now() - from) / 1000
  return { images: count, took_s, times: await listing }
}

function inAll(parts: readonly Measured[]): Measured {
  return {
    images: sum(parts.map(({ images }) => images)),
    took_s: sum(parts.map(({ took_s }) => took_s)),
    times: parts.flatMap(({ times }) => times).toSorted((one, other) => one - other),
  }
}

/** Asks for lists at a steady pace, however long they take: one that is late keeps no other one from being counted. */
async function listUntil(service: Service, isOver: () => boolean): Promise<number[]> {
  const from = performance.now()
  const asked: Promise<number>[] = []
  for (let turn = 0; !isOver(); turn += 1) {
    const due = from + turn * every_ms
    await setTimeout(Math.max(0, due - performance.now()))
    asked.push(list(service, lists[turn % lists.length] ?? '', due))
  }
  return Promise.all(asked)
}

/** Answers how long after it was due the list was there, in milliseconds. */
async function list(service: Service, query: string, due: number): Promise<number> {
  await send(`${service.origin}/vendor/events/v1/events?${query}`, 200)
  return performance.now() - due
}

async function upload(service: Service, photo: Buffer): Promise<void> {
  await send(`${service.origin}/vendor/events/v1/media`, 201, {
    method: 'POST',
    body: photo,
    headers: {
      authorization: `Basic ${Buffer.from(service.credentials.author).toString('base64')}`,
      'content-type': 'image/jpeg',
      'content-disposition': 'attachment; filename="photo.jpg"',
    },
  })
}

/** Resolves when the answer is there to its end; throws when it is another than expected. */
async function send(
  url: string,
  expected: number,
  { method = 'GET', body = noBody, headers = {} } = {},
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const sent = request(url, { method, agent, headers: { ...headers, 'content-length': body.length } })
  sent.once('error', reject).once('response', (answer) => {
    answer.once('error', reject).once('end', resolve).resume()
    if (answer.statusCode !== expected)
      reject(new Error(`${method} ${url} was answered with ${answer.statusCode}`))
  })
  sent.end(body)
  return promise
}

function row({ images, took_s, times }: Measured, quiet: Measured) {
  const [median, p99] = [at(times, 0.5), at(times, 0.99)]
  return {
    'images/s': rounded(images / took_s),
    'list median ms': rounded(median),
    'list p99 ms': rounded(p99),
    'median ratio': rounded(median / at(quiet.times, 0.5)),
    'p99 ratio': rounded(p99 / at(quiet.times, 0.99)),
    lists: times.length,
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((one, other) => one + other, 0)
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN
}

function rounded(number: number): number {
  return Math.round(number * 100) / 100
}

function machine(): string {
  const memory = Math.round(totalmem() / 2 ** 30)
  return `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores, ${memory} GB; Node ${process.version}; load ${loadavg()[0]?.toFixed(1)} before; commit ${commit()}`
}

function commit(): string {
  try {
    const words = ['--no-optional-locks', 'describe', '--always', '--dirty']
    return execFileSync('git', words, { cwd: import.meta.dirname, encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return 'unknown'
  }
}
