import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import process from 'node:process'
import { expect, test } from 'vitest'
import { startSession } from '../../src/http/auth/sessions.ts'
import { openDatabase } from '../../src/storage/db/open.ts'
import { temporaryFolder } from '../cli/sandbox.ts'
import { type Service, startService } from '../support/service.ts'

const environment = { WORKERS: '3', LOG_LEVEL: 'info' }
const root = '/vendor/events/v1'
const writes = 40

type Line = Readonly<Record<string, unknown>>

/** The lines of the log that hold these values. */
function lines(service: Service, wanted: Line): Line[] {
  return service
    .log()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line)
    .filter((line) => Object.entries(wanted).every(([name, value]) => line[name] === value))
}

/** So many lines of workers that listen: each writes its own, some time after it does. */
async function listening(service: Service, wanted: Line, count = 1): Promise<Line[]> {
  const said = () => lines(service, { ...wanted, msg: 'a worker listens' })
  await expect.poll(said).toHaveLength(count)
  return said()
}

/** Each time on a connection of its own, so that the workers take turns. */
async function ask(service: Service, path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${service.origin}${root}/${path}`, {
    ...init,
    headers: { ...init.headers, connection: 'close' },
  })
}

async function write(service: Service, method: string, path: string, json: unknown): Promise<{ id: number }> {
  const authorization = `Basic ${Buffer.from(service.credentials.editor).toString('base64')}`
  const headers = { authorization, 'content-type': 'application/json' }
  const answer = await ask(service, path, { method, headers, body: JSON.stringify(json) })
  expect(answer.status).toBeLessThan(300)
  return (await answer.json()) as { id: number }
}

async function titles(service: Service, id: number): Promise<unknown[]> {
  const one = async () => ((await (await ask(service, `events/${id}`)).json()) as Line)['title']
  const many = async () =>
    ((await (await ask(service, `events?include=${id}`)).json()) as { events: Line[] }).events[0]?.['title']
  return Promise.all([one(), many(), one(), many(), one(), many()])
}

test('what one worker has acknowledged all of them answer with', async () => {
  await using service = await startService({ environment })
  const times = { start_date: '2031-05-01 10:00', end_date: '2031-05-01 12:00' }
  const { id } = await write(service, 'POST', 'events', { title: 'Title 0', ...times })
  for (let number = 1; number <= writes; number += 1) {
    await write(service, 'PATCH', `events/${id}`, { title: `Title ${number}` })
    expect(await titles(service, id)).toEqual(Array(6).fill(`Title ${number}`))
  }
  const answering = lines(service, { msg: 'request', status: 200 }).map(({ worker }) => worker)
  expect(new Set(answering)).toEqual(new Set([1, 2, 3]))
})

test('who has signed in at one worker has at all of them until they sign out, and no kept answer says who', async () => {
  await using service = await startService({ environment })
  const db = await openDatabase(service.database.url)
  const { id } = await db.read
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'editor')
    .executeTakeFirstOrThrow()
  const about = { now: Math.floor(Date.now() / 1000), userAgent: 'Test', address: '127.0.0.1' }
  const secret = await db.write((tx) => startSession(tx, { id }, about), 'aside')
  await db.close()
  const signedIn = { cookie: `kalends=${secret}`, 'sec-fetch-site': 'same-origin', origin: service.origin }
  const open = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
    fetch(service.origin + path, { method, headers: { ...headers, connection: 'close' }, redirect: 'manual' })
  const several = async (path: string, headers: Readonly<Record<string, string>>) =>
    Promise.all(Array.from({ length: 9 }, async () => (await open(path, headers)).status))

  const before = await (await open('/list')).text()
  expect(new Set(await several('/wp/v2/users/me', signedIn))).toEqual(new Set([200]))
  const own = await open('/list', signedIn)
  expect(own.headers.get('cache-control')).toMatch(/no-store, private/)
  expect(await own.text()).not.toBe(before)
  for (let time = 0; time < 6; time += 1) expect(await (await open('/list')).text()).toBe(before)

  expect((await open('/signout', signedIn, 'POST')).status).toBe(303)
  expect(new Set(await several('/wp/v2/users/me', signedIn))).toEqual(new Set([401]))
})

test('another worker takes the place of one that dies, and all end with the service', async () => {
  await using service = await startService({ environment })
  const [first] = await listening(service, { worker: 1 })
  process.kill(Number(first?.['pid']), 'SIGKILL')
  await listening(service, { worker: 4 })
  expect(lines(service, { worker: 1, signal: 'SIGKILL' })).toHaveLength(1)
  for (let round = 0; round < 6; round += 1) expect((await ask(service, 'events')).status).toBe(200)
  const pids = (await listening(service, {}, 4)).map(({ pid }) => Number(pid))
  expect(await service.end()).toBe(0)
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})

test('who has come to a worker that dies is cut off, not left waiting, and the others serve on', async () => {
  await using service = await startService({ environment })
  const pids = (await listening(service, {}, 3)).map(({ pid }) => Number(pid))
  const [first = 0] = pids
  // It takes connections, as the system does that for it, and answers nothing.
  process.kill(first, 'SIGSTOP')
  const sockets = await Promise.all(Array.from({ length: 40 }, () => connected(service)))
  const answers = sockets.map(answerOn)
  process.kill(first, 'SIGKILL')
  const statuses = (await Promise.all(answers)).map((answer) => answer.slice(0, 12))
  expect(new Set(statuses)).toEqual(new Set(['HTTP/1.1 200', '']))
  expect((await ask(service, 'events')).status).toBe(200)
})

async function connected(service: Service): Promise<Socket> {
  const { hostname: host, port } = new URL(service.origin)
  const socket = connect({ host, port: Number(port) })
  await once(socket, 'connect')
  return socket
}

/** What is answered on a connection until that ends, however it does. */
async function answerOn(socket: Socket): Promise<string> {
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
  socket.on('error', () => {})
  socket.write(`GET ${root}/events HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`)
  await new Promise((resolve) => socket.once('close', resolve))
  return answer
}

test('the first user is told once, and an event that is due is published once', async () => {
  const folder = temporaryFolder()
  const credentials = {} as Service['credentials']
  await using service = await startService({ environment, at: { folder, credentials } })
  const password = /application password\n\n +([\w ]+)\n/.exec(service.log())?.[1] ?? ''
  expect(service.log().match(/The first user is/g)).toHaveLength(1)
  const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`
  const event = { title: 'Soon', start_date: '2031-05-01 10:00', end_date: '2031-05-01 12:00' }
  const date = new Date(Date.now() + 1_500).toISOString()
  const made = await ask(service, 'events', {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ ...event, date_utc: date, status: 'publish' }),
  })
  expect(made.status).toBe(201)
  const list = 'events?starts_after=2031-01-01'
  const found = () => Promise.all([1, 2, 3].map(async () => (await ask(service, list)).json()))
  await expect.poll(found).toEqual(Array(3).fill(expect.objectContaining({ total: 1 })))
})

test('when the address cannot be listened on, it is said once and nothing is left running', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const started = startService({ environment: { ...environment, PORT: String(port) } })
  await expect(started).rejects.toThrow(/^The service ended with status 1[^]*in use already/)
  taken.close()
})

test.runIf(process.platform === 'linux')(
  'a service and its workers keep little memory for what is young and give back what they let go of, unless told otherwise',
  async () => {
    const flag = '--max-semi-space-size'
    const variable = 'MALLOC_ARENA_MAX=2'
    await using bounded = await startService({ environment })
    const pids = (await listening(bounded, {}, 3)).map(({ pid }) => Number(pid))
    for (const pid of [bounded.pid, ...pids]) {
      expect(await wordsOf(pid)).toContain(`${flag}=8`)
      expect(await wordsOf(pid, 'environ')).toContain(variable)
    }
    await using told = await startService({ environment: { NODE_OPTIONS: `${flag}=16` } })
    expect(await wordsOf(told.pid)).not.toContain(`${flag}=8`)
    expect(await wordsOf(told.pid, 'environ')).not.toContain(variable)
  },
)

async function wordsOf(pid: number, file: 'cmdline' | 'environ' = 'cmdline'): Promise<string[]> {
  return (await readFile(`/proc/${pid}/${file}`, 'utf8')).split('\0')
}
