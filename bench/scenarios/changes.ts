import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../../src/storage/db/dialect.ts'
import { openDatabase } from '../../src/storage/db/open.ts'
import { diceFrom } from '../../test/support/dice.ts'
import type { DataSet } from '../dataSets.ts'
import type { Request } from '../load.process.ts'
import { count, inTurns, ms, type Outcome, perCore, ratioOf, served, type Setting } from '../outcome.ts'
import { load, memoryOf, serve, type Server } from '../processes.ts'
import { quantile } from '../statistics.ts'
import { authorizationOf, createsOf, publishedIn } from './writes.ts'

const root = '/vendor/events/v1'
const readers = 1000

/** How many writes the readers of the stream are told of. */
const writesTold = 20

/** The most that an answer of the feed has. */
const pageful = 500

/** Changes to a transaction. */
const together = 500

/**
 * What the log of changes costs whoever writes, held against the same service on the same calendar without it; what many readers of
 * its stream cost, and how long a change takes to them; and how quickly a reader who was away reads what it has missed.
 */
export async function changes(original: DataSet, setting: Setting): Promise<Outcome[]> {
  const { ours, theirs } = await creating(original, setting)
  // By processor time: how long a commit waits for the disk differs more from second to second than the log costs.
  const ratio = ratioOf(ours.map(perCore), theirs.map(perCore))
  return [
    {
      what: 'durable creates with the log of changes, 32 clients',
      target: 'at least 90 % of those without it',
      ours: served(ours),
      against: `without it: ${served(theirs)}`,
      ratio,
      isMet: ratio.median >= 0.9,
    },
    await streaming(original),
    await following(original),
  ]
}

/** How often both sides create in turns in a round, for a second: what differs from one minute to the next falls on both. */
const turns = 10

/** Creates with the log and without it, each on a copy of its own, which are served at once. */
async function creating(original: DataSet, { rounds }: Setting) {
  await using plain = await original.copy()
  await using logged = await plain.copy()
  const db = await openDatabase(plain.database.url)
  const venues = await publishedIn(db, 'venues')
  await endLog(db)
  await db.close()
  await using ours = await serve(logged)
  await using theirs = await serve(plain)
  const headers = authorizationOf(original)
  const creates = (turn: number) => createsOf(original, venues, turn)
  const side = (service: Server) => (turn: number) =>
    load(service, { connections: 32, headers, seconds: 1, requests: creates(turn) })
  // What is only loaded or compiled once something is written is not measured.
  await inTurns(2, side(ours), side(theirs))
  // Awaited here: the services end with this function.
  return await inTurns(rounds * turns, side(ours), side(theirs))
}

/** Sends one create, as it would be sent among many. */
async function write({ origin }: Server, set: DataSet, create: Request | undefined): Promise<void> {
  if (!create?.body) throw new Error('There is nothing to write.')
  const headers = { ...authorizationOf(set), 'content-type': 'application/json' }
  const answer = await fetch(`${origin}${create.path}`, { method: create.method, headers, body: create.body })
  if (answer.status !== 201) throw new Error(`${answer.status}: ${await answer.text()}`)
}

/** Removes the triggers that write the log. */
async function endLog(db: Database): Promise<void> {
  const { kind } = await db.about()
  const names =
    kind === 'SQLite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'trigger' and name like 'history%'`
      : sql<{ name: string }>`select tgname as name from pg_trigger where tgname like 'history%'`
  await db.write(async (tx) => {
    const { rows } = await names.execute(tx)
    if (rows.length === 0) throw new Error('The log of changes has no triggers by these names.')
    for (const { name } of rows)
      await (
        kind === 'SQLite' ? sql`drop trigger ${sql.ref(name)}` : sql`drop function ${sql.ref(name)}() cascade`
      ).execute(tx)
  }, 'aside')
}

/** The memory that readers of the stream take, and how long after a write is sent each of them is told of it. */
async function streaming(original: DataSet): Promise<Outcome> {
  await using set = await original.copy()
  // A tenth of them may come from one address.
  await using service = await serve(set, { STREAM_READERS: String(readers * 10) })
  const db = await openDatabase(set.database.url)
  const [create] = createsOf(set, await publishedIn(db, 'venues'), 1)
  await db.close()
  await write(service, set, create)
  const before = (await memoryOf(service.pid)) ?? Number.NaN
  const lines = new Lines()
  using _all = await lines.follow(`${service.origin}${root}/changes/stream?kinds=event`)
  const after = (await memoryOf(service.pid)) ?? Number.NaN
  const dice = diceFrom(1)
  const delays: number[] = []
  for (let written = 0; written < writesTold; written += 1) {
    // At any moment between two looks at the log.
    await setTimeout(dice.next() * 400)
    const from = performance.now()
    const told = lines.next()
    await write(service, set, create)
    delays.push(...(await told).map((at) => at - from))
  }
  const atLast = (await memoryOf(service.pid)) ?? Number.NaN
  const delay = (part: number) => ms(quantile(delays, part))
  return {
    what: `from a write to its line at ${count(readers)} readers of the stream`,
    target: 'none',
    ours: `p50 ${delay(0.5)}, p99 ${delay(0.99)}, the last ${delay(1)}`,
    against: `memory: ${megabytes(before)} before they came, ${megabytes(after)} with them, ${megabytes(atLast)} after ${writesTold} writes`,
  }
}

/** The readers of a stream, and when each gets the line of the next event that is created. */
class Lines {
  #times: number[] = []
  #all = Promise.withResolvers<number[]>()

  /** Resolves with the times at which all of them got the next one. */
  next(): Promise<number[]> {
    this.#times = []
    this.#all = Promise.withResolvers()
    return this.#all.promise
  }

  /** Resolves once all of them are being told; they end with the answer. */
  async follow(url: string): Promise<Disposable> {
    const requests: ClientRequest[] = []
    // One after the other: this is not about how quickly they come.
    for (let one = 0; one < readers; one += 1) requests.push(await this.#begin(url))
    return { [Symbol.dispose]: () => requests.forEach((request) => request.destroy()) }
  }

  async #begin(url: string): Promise<ClientRequest> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const request = get(url, { agent: false }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`A reader was answered ${response.statusCode}.`))
      onBlocks(response, (block) => {
        if (block.includes('event: ready')) resolve()
        if (!block.includes('event: created')) return
        this.#times.push(performance.now())
        if (this.#times.length === readers) this.#all.resolve(this.#times)
      })
      response.once('close', () => this.#all.reject(new Error('A reader was cut off.')))
    })
    request.once('error', reject)
    await promise
    return request
  }
}

function onBlocks(response: IncomingMessage, told: (block: string) => void): void {
  let rest = ''
  response.setEncoding('utf8').on('data', (text: string) => {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop() ?? ''
    blocks.forEach(told)
  })
}

/** Every event is changed while a reader of the feed is away, which then reads all of it. */
async function following(original: DataSet): Promise<Outcome> {
  await using set = await original.copy()
  await using service = await serve(set)
  const { next } = await pageOf(service, '')
  const changed = await changeAll(set)
  const plain = await readThrough(service, next, '')
  const records = await readThrough(service, next, '&include=records')
  return {
    what: `the feed of ${count(changed)} changes, read through`,
    target: 'none',
    ours: plain,
    against: `with records: ${records}`,
  }
}

/** Changes all events; answers how many that are. */
async function changeAll({ database }: DataSet): Promise<number> {
  const db = await openDatabase(database.url)
  try {
    const rows = await db.read.selectFrom('events').select('id').orderBy('id').execute()
    for (let from = 0; from < rows.length; from += together) {
      const some = rows.slice(from, from + together).map(({ id }) => id)
      await db.write((tx) =>
        tx
          .updateTable('events')
          .set({ title: sql<string>`title || '.'` })
          .where('id', 'in', some)
          .execute(),
      )
    }
    return rows.length
  } finally {
    await db.close()
  }
}

interface FeedPage {
  readonly changes: readonly object[]
  readonly next: string
  readonly more: boolean
}

async function pageOf({ origin }: Server, query: string): Promise<FeedPage> {
  const answer = await fetch(`${origin}${root}/changes?${query}`)
  if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as FeedPage
}

async function readThrough(service: Server, token: string, also: string): Promise<string> {
  const times: number[] = []
  let told = 0
  for (let page: FeedPage = { changes: [], next: token, more: true }; page.more;) {
    const from = performance.now()
    page = await pageOf(service, `since=${page.next}&limit=${pageful}${also}`)
    times.push(performance.now() - from)
    told += page.changes.length
  }
  const all_s = times.reduce((sum, time) => sum + time, 0) / 1000
  const page = (part: number) => ms(quantile(times, part))
  return `${count(told)} are public, in ${all_s.toFixed(1)} s, ${count(told / all_s)}/s; ${times.length} pages, p50 ${page(0.5)}, p99 ${page(0.99)}`
}

function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(0)} MB`
}
