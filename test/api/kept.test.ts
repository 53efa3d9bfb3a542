import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import fc from 'fast-check'
import type { KyselyPlugin } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../src/process/app.ts'
import type { Finding } from '../../src/process/app.context.ts'
import { EventIndex } from '../../src/storage/index/eventIndex.ts'
import { heldFields } from '../../src/records/own/own.filters.ts'
import { readDeclarations } from '../../src/records/own/own.query.ts'
import { Words } from '../../src/storage/words/words.ts'
import { type Environment, readConfig } from '../../src/config/config.ts'
import type { Database } from '../../src/storage/db/dialect.ts'
import { openDatabase } from '../../src/storage/db/open.ts'
import type { Role } from '../../src/storage/schema/tables.ts'
import { acknowledged } from './tec.ts'
import {
  headersOf,
  pathsOf,
  type Peer,
  root,
  type Send,
  type Shown,
  waysToWrite,
  type Write,
  writerBy,
} from './kept.writes.ts'
import { createTestDatabase } from '../support/database.ts'
import { createAccounts } from '../support/accounts.ts'
import { fewRuns, isLong, oneIn } from '../support/runs.ts'

const home = 'https://calendar.example'
const secret = 'Open Sesame'

let folder: string
let credentials: Readonly<Record<Role, string>>
let now = Temporal.Instant.from('2031-03-09T03:00:00Z')
let closeAll: () => Promise<void>
let address: string
/** Two that keep answers and what these are made of, and one that keeps nothing. */
let peers: readonly [Peer, Peer, Peer]
let ids: readonly number[]
/** Who writes beside them, as a command does. */
let beside: Database
/** How often one of those that keep has read events to make an answer. */
let makings = 0

/** The fields of its own by which it is narrowed. */
let fields: ReturnType<typeof heldFields> = []

let write: Send
let writes: readonly Write[]

/** Writes in one of the ways. */
async function writeOnce(what: number, count: number): Promise<void> {
  const [make, peer] = [writes[what % writes.length], peers[count % peers.length] ?? peers[0]]
  await make?.(peer, count)
  fields = heldFields({ all: await readDeclarations(beside.read) })
}

/** By what lists are found that merges what has changed again and again. */
function findingOf(db: Database, tail: number): Finding {
  const limits = { tail, slotsPerTurn: 16, worthKeeping: 1_000_000 }
  return { index: new EventIndex({ db, limits, fields: () => fields }), words: new Words({ db }) }
}

async function startPeer(
  url: string,
  answerCache: string,
  more: Environment = {},
  tail?: number,
): Promise<Peer> {
  const opened = await openDatabase(url)
  const db = { ...opened, read: opened.read.withPlugin(noting) }
  const environment = { DATA_DIR: folder, SITE_URL: home, ANSWER_CACHE: answerCache, SITE_TIMEZONE: 'UTC' }
  const app = await createApp({
    config: readConfig({ ...environment, LOGIN_FAILURES: '1000', ...more }),
    db,
    now: () => now,
    log: pino({ level: 'silent' }),
    finding: tail === undefined ? undefined : findingOf(db, tail),
  })
  await app.server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      await app.close()
      await db.close()
    },
  }
}

/** Notes what is read of events to be shown. */
const noting: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    if (result.rows.some((row) => 'start_wall' in row)) makings += 1
    return result
  },
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kalends-'))
  const database = await createTestDatabase(folder)
  address = database.url
  credentials = await createAccounts(database.url)
  write = writerBy(credentials)
  peers = [
    await startPeer(database.url, '1mb', {}, 6),
    await startPeer(database.url, '60kb'),
    await startPeer(database.url, '0'),
  ]
  beside = await openDatabase(database.url)
  closeAll = async () => {
    await beside.close()
    for (const peer of peers) await peer.close()
    await database.remove()
    await rm(folder, { recursive: true, force: true })
  }
  const made: number[] = []
  const hall = { venue: { venue: 'Town Hall' }, organizer: { organizer: 'The Town' }, categories: 'Music' }
  for (const [index, more] of [{}, { password: secret }, hall].entries()) {
    const day = `2031-03-${10 + index}`
    const event = { title: `Event ${index}`, start_date: `${day} 10:00`, end_date: `${day} 12:00`, ...more }
    made.push(((await (await write(peers[0], 'POST', 'events', event)).json()) as { id: number }).id)
  }
  const ticket = { name: 'Stalls', price: 10, start_date: '2031-03-09 04:00', end_date: '2031-03-09 06:00' }
  await write(peers[0], 'POST', `events/${made[2]}/tickets`, ticket)
  ids = made
  const shown = (await (await fetch(`${peers[0].origin}${root}/events/${made[2]}`)).json()) as Shown
  writes = await waysToWrite({ peer: peers[0], beside, write, now: () => now }, made, shown)
})
afterAll(() => closeAll())

interface Read {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly method: string
}

/** What a reader is told; which coding it came in is between the two, and the ETag says it. */
async function told(peer: Peer, { path, headers, method }: Read) {
  const answer = await fetch(peer.origin + path, { method, headers })
  const { date: _date, connection: _c, 'keep-alive': _k, ...kept } = Object.fromEntries(answer.headers)
  const { 'content-encoding': coding, 'transfer-encoding': _t, 'content-length': _l, ...shown } = kept
  const etag = shown['etag']?.replace(/\.(br|gzip)"$/, '"')
  // What is left of a limit is counted for each process, and each try leaves one less.
  const ratelimit = shown['ratelimit']?.replaceAll(/[rt]=\d+/g, '')
  return { coding, told: { status: answer.status, ...shown, etag, ratelimit, body: await answer.text() } }
}

const step = fc.oneof(
  { arbitrary: fc.record({ kind: fc.constant('write' as const), what: fc.nat(1000) }), weight: 1 },
  {
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      seconds: fc.constantFrom(1, 600, 3600, 40_000),
    }),
    weight: 1,
  },
  {
    arbitrary: fc.record({
      kind: fc.constant('read' as const),
      where: fc.nat(1000),
      headers: headersOf,
      method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD'),
      isPage: fc.integer({ min: 0, max: 5 }).map((die) => die === 0),
      repeated: fc.boolean(),
    }),
    weight: 8,
  },
)

function authorized({ authorization, ...headers }: { authorization?: string }): Record<string, string> {
  if (authorization === undefined) return headers
  const pair = authorization === 'wrong' ? 'contributor:wrong' : credentials.contributor
  return { ...headers, authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
}

/** All events: however far time has gone on, there is enough of them to be compressed. */
const allEvents = `${root}/events?start_date=2031-01-01`

describe('answers that are kept', () => {
  test('are those that would be made, whoever writes and whatever time it is', async () => {
    let count = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
        for (const step of steps) {
          count += 1
          if (step.kind === 'wait') now = now.add({ seconds: step.seconds })
          else if (step.kind === 'write') await writeOnce(step.what, count)
          else {
            const all = pathsOf(ids)
            const path = step.isPage ? '/' : `${root}/${all[step.where % all.length]}`
            const read = { path, method: step.method, headers: authorized(step.headers) }
            const made = await told(peers[2], read)
            const known = {
              ...read,
              headers: { ...read.headers, 'if-none-match': made.told.etag ?? '"none"' },
            }
            const rounds = step.repeated ? [read, read, read, known] : [read]
            for (const round of rounds) {
              const expected = round === read ? made.told : (await told(peers[2], known)).told
              for (const peer of peers.slice(0, 2)) {
                const answer = await told(peer, round)
                expect(answer.told, `${step.method} ${path}`).toEqual(expected)
              }
            }
          }
        }
      }),
      { numRuns: fewRuns(6) },
    )
  })

  test('are those that would be made after whatever was written, by whoever shares the database', async () => {
    const all = [...pathsOf(ids), '/tec/v1/events', '/tec/v1/events?starts_after=2031-05-01&per_page=2']
    const ask = async (peer: Peer, path: string) => {
      const at = path.startsWith('/')
        ? { path, headers: acknowledged }
        : { path: `${root}/${path}`, headers: {} }
      return (await told(peer, { ...at, method: 'GET' })).told
    }
    // What is asked for twice is kept.
    for (const peer of peers.slice(0, 2)) for (const path of [...all, ...all]) await ask(peer, path)
    for (let turn = 0; turn < (isLong ? 2 : 1) * writes.length; turn += 1) {
      await writeOnce(turn, 10_000 + turn)
      for (const path of oneIn(6, all, turn)) {
        const made = await ask(peers[2], path)
        for (const peer of peers.slice(0, 2))
          expect(await ask(peer, path), `${path} after write ${turn % writes.length}`).toEqual(made)
      }
    }
  })

  test('are not made anew by what does not touch them', async () => {
    const other = peers[2]
    // One that does not merge meanwhile, after which nothing is known of before.
    const keeping = await startPeer(address, '1mb')
    const ask = async (path: string) => {
      const { told: answer } = await told(keeping, { path: `${root}/${path}`, method: 'GET', headers: {} })
      expect(answer.status, path).toBe(200)
    }
    const untouched = [
      'events?starts_after=2031-03-01&starts_before=2031-04-30',
      `events/${ids[2]}`,
      'events/facets?facets=categories&starts_after=2031-03-01&starts_before=2031-04-30',
      'venues',
      'organizers',
    ]
    for (const path of [...untouched, ...untouched, ...untouched]) await ask(path)
    const event = { title: 'Far away', start_date: '2033-05-01 10:00', end_date: '2033-05-01 12:00' }
    const { id } = (await (await write(keeping, 'POST', 'events', event)).json()) as { id: number }
    for (const writer of [keeping, other]) {
      await write(writer, 'PATCH', `events/${id}`, {
        title: `Farther ${writer.origin}`,
        website: 'https://a.example',
      })
      await write(writer, 'POST', `events/${id}/tickets`, { name: 'Seat', kind: 'rsvp' })
      const before = makings
      for (const path of untouched) await ask(path)
      expect(makings).toBe(before)
    }
    const before = makings
    await write(other, 'PATCH', `events/${ids[2]}`, { excerpt: 'Touched.' })
    for (const path of untouched) await ask(path)
    expect(makings).toBeGreaterThan(before)
    await keeping.close()
  })

  test.each(['br', 'gzip'])('come as %s, as those do that are made for the first time', async (coding) => {
    const read = { path: allEvents, method: 'GET', headers: { 'accept-encoding': coding } }
    const plain = await told(peers[2], { ...read, headers: { 'accept-encoding': 'identity' } })
    for (let time = 0; time < 4; time += 1)
      for (const peer of peers) expect(await told(peer, read)).toEqual({ coding, told: plain.told })
    const { headers } = await fetch(peers[0].origin + read.path, { headers: read.headers })
    expect(headers.get('etag')).toBe(plain.told.etag?.replace(/"$/, `.${coding}"`))
    for (const peer of peers) {
      const known = { ...read.headers, 'if-none-match': headers.get('etag') ?? '' }
      expect((await told(peer, { ...read, headers: known })).told).toMatchObject({ status: 304, body: '' })
    }
    expect(plain.coding).toBeUndefined()
  })

  test('are never those to a password', async () => {
    const [keeping] = peers
    const open = `${root}/events/${ids[1]}?password=${encodeURIComponent(secret)}`
    const often = Array.from({ length: 30 }, () => open)
    for (const path of [...often, `${root}/events/${ids[1]}`]) {
      const { told: answer } = await told(keeping, { path, method: 'GET', headers: {} })
      expect(answer.status).toBe(path === open ? 200 : 403)
      if (path === open) expect(answer).toMatchObject({ 'cache-control': expect.stringContaining('private') })
    }
  })

  test('are not for who signs in, nor for who tries to', async () => {
    const [keeping] = peers
    const read = { path: allEvents, method: 'GET', headers: { 'accept-encoding': 'br' } }
    for (let time = 0; time < 3; time += 1) expect((await told(keeping, read)).coding).toBe('br')
    const as = async (authorization: string) =>
      (await told(keeping, { ...read, headers: authorized({ ...read.headers, authorization }) })).told
    expect(await as('contributor')).toMatchObject({
      status: 200,
      'cache-control': expect.stringContaining('private'),
    })
    expect(await as('wrong')).toMatchObject({ status: 401 })
    expect((await told(keeping, read)).told).toMatchObject({
      status: 200,
      'cache-control': 'public, no-cache',
    })
  })

  test('name the host that they were asked at, and whichever a proxy says', async () => {
    const peer = await startPeer(address, '1mb', { SITE_URL: '', TRUST_PROXY: 'true' })
    const ask = async (headers: Record<string, string>) => {
      const request = get(`${peer.origin}${root}/events`, { headers })
      const [response] = (await once(request, 'response')) as [IncomingMessage]
      const body = await json(response)
      return (body as { rest_url: string }).rest_url.split('/vendor/', 1)[0]
    }
    try {
      for (let time = 0; time < 4; time += 1) {
        expect(await ask({ host: 'one.example' })).toBe('http://one.example')
        expect(await ask({ host: 'two.example:8080' })).toBe('http://two.example:8080')
        expect(await ask({ host: 'one.example', 'x-forwarded-host': 'three.example' })).toBe(
          'http://three.example',
        )
        expect(await ask({ host: 'one.example', 'x-forwarded-proto': 'https' })).toBe('https://one.example')
      }
    } finally {
      await peer.close()
    }
  })
})
