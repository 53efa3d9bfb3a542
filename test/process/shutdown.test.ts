import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { plain, write } from '../images/pictures.ts'
import { kalends, settingsOf, temporaryFolder } from '../cli/sandbox.ts'
import { usesSqlite } from '../support/database.ts'
import { type Program, programs, type Running, runServe } from './program.ts'

const events = '/vendor/events/v1/events'
const cases = (Object.keys(programs) as Program[]).flatMap((program) =>
  (['SIGTERM', 'SIGINT'] as const).map((signal) => ({ program, signal })),
)

// Whom a signal reaches, and which connections end, is no matter of the database.
const both = usesSqlite() ? cases : cases.slice(0, 1)

test.each(both)(
  '$program told $signal lets uploads end with their answers, refuses new connections and ends with status 0',
  async ({ program, signal }) => {
    const { running, folder, token } = await serve({}, program)
    const origin = await running.origin
    const uploads = await Promise.all(
      ['One', 'Two', 'Three'].map((title) => beginUpload(origin, token, title)),
    )
    running.signal(signal)
    await refusing(origin)
    // Asked again, it is the same request.
    running.signal('SIGTERM')
    running.signal('SIGINT')
    await setTimeout(100)
    expect(await Promise.all(uploads.map((upload) => upload.finish()))).toEqual(
      Array(3).fill(expect.stringMatching(/^HTTP\/1\.1 201 /)),
    )
    expect(await running.ended).toEqual({ status: 0, signal: null })
    expect(await titlesIn(folder)).toEqual(['One', 'Three', 'Two'])
  },
)

test('a batch of writes that is under way when the signal comes loses nothing that was acknowledged', async () => {
  const { running, folder, token } = await serve()
  const origin = await running.origin
  const acknowledged: string[] = []
  const client = async (name: number) => {
    for (let number = 0; ; number += 1) {
      const title = `${name}-${number}`
      const status = await post(origin, token, title).catch(() => undefined)
      if (status === undefined) return
      // Whoever still gets an answer gets a whole one.
      expect(status).toBe(201)
      acknowledged.push(title)
    }
  }
  const clients = Array.from({ length: 10 }, (_, name) => client(name))
  await expect.poll(() => acknowledged.length, { interval: 5 }).toBeGreaterThan(30)
  running.signal('SIGTERM')
  await Promise.all(clients)
  expect(await running.ended).toEqual({ status: 0, signal: null })
  expect(await titlesIn(folder)).toEqual(acknowledged.toSorted())
})

test.runIf(usesSqlite())('idle connections are closed at once', async () => {
  // Longer than a test may take.
  const { running } = await serve({ SHUTDOWN_TIMEOUT_MS: '600000' })
  const { hostname, port } = new URL(await running.origin)
  const idle = Array.from({ length: 3 }, () => open(hostname, port))
  await Promise.all(idle.map((socket) => once(socket, 'connect')))
  const [first] = idle
  first?.write('GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n')
  await once(first as Socket, 'data')
  running.signal('SIGTERM')
  expect(await running.ended).toEqual({ status: 0, signal: null })
})

test.runIf(usesSqlite()).each(Object.keys(programs) as Program[])(
  '%s waits no longer than SHUTDOWN_TIMEOUT_MS for an upload that never ends',
  async (program) => {
    const { running, folder, token } = await serve({ SHUTDOWN_TIMEOUT_MS: '400' }, program)
    const origin = await running.origin
    await beginUpload(origin, token, 'Never')
    const from = performance.now()
    running.signal('SIGTERM')
    expect(await running.ended).toEqual({ status: 0, signal: null })
    const took_ms = performance.now() - from
    expect(took_ms).toBeGreaterThan(350)
    // As long as a request may take that nobody stops.
    expect(took_ms).toBeLessThan(25_000)
    expect(running.stderr()).toContain('stopped before every request had ended')
    expect(await titlesIn(folder)).toEqual([])
  },
)

test('what a client had asked for that has gone is done before the database is closed', async () => {
  const site = await slowSite()
  const { running, folder, token } = await serve({ IMAGE_HOSTS: site.host })
  const origin = await running.origin
  const client = new AbortController()
  const posted = postWith(site.image, { origin, token, signal: client.signal })
  const asked = await site.asked
  client.abort()
  await expect(posted).rejects.toThrow('aborted')
  running.signal('SIGTERM')
  await refusing(origin)
  await setTimeout(300)
  asked.writeHead(200, { 'content-type': 'image/png' }).end(await write(plain(20, 20), 'png'))
  expect(await running.ended).toEqual({ status: 0, signal: null })
  expect(running.stderr()).toBe('')
  expect(await titlesIn(folder)).toEqual(['Illustrated'])
})

test('what is not done in time is cut off, and no fault is told but that', async () => {
  const site = await slowSite()
  const { running, folder, token } = await serve({ IMAGE_HOSTS: site.host, SHUTDOWN_TIMEOUT_MS: '400' })
  const posted = postWith(site.image, { origin: await running.origin, token })
  await site.asked
  running.signal('SIGTERM')
  await expect(posted).rejects.toThrow('fetch failed')
  expect(await running.ended).toEqual({ status: 0, signal: null })
  expect(running.stderr().trim().split('\n')).toEqual([
    expect.stringContaining('stopped before every request had ended'),
  ])
  expect(await titlesIn(folder)).toEqual([])
})

interface Serving {
  readonly running: Running
  readonly folder: string
  readonly token: string
}

async function serve(settings: Readonly<Record<string, string>> = {}, program?: Program): Promise<Serving> {
  const folder = temporaryFolder()
  await kalends(folder, ['user', 'add', 'root', '--role=administrator', '--email=root@example.org'])
  const { stdout } = await kalends(folder, ['token', 'add', 'root', '--name=test'])
  return {
    folder,
    token: stdout.trim(),
    running: runServe({ ...(await settingsOf(folder)), LOG_LEVEL: 'warn', ...settings }, program),
  }
}

/** Sends the head of a request and, once it is read, half of its body; `finish` sends the rest and answers the status line. */
async function beginUpload(
  origin: string,
  token: string,
  title: string,
): Promise<{ finish(): Promise<string> }> {
  const { hostname, port, host } = new URL(origin)
  const body = bodyOf(title)
  const socket = open(hostname, port)
  socket.write(
    [
      `POST ${events} HTTP/1.1`,
      `Host: ${host}`,
      `Authorization: Bearer ${token}`,
      'Content-Type: application/json',
      'Connection: close',
      `Content-Length: ${body.length}`,
      'Expect: 100-continue',
      '',
      '',
    ].join('\r\n'),
  )
  const [told] = (await once(socket, 'data')) as [Buffer]
  socket.pause()
  expect(told.toString()).toBe('HTTP/1.1 100 Continue\r\n\r\n')
  socket.write(body.slice(0, 20))
  return {
    finish: async () => {
      // Whoever hangs up after the last byte does not wait for an answer.
      socket.write(body.slice(20))
      const answer: Buffer[] = await socket.toArray()
      return Buffer.concat(answer).toString().split('\r\n', 1)[0] ?? ''
    },
  }
}

function open(hostname: string, port: string): Socket {
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  return socket
}

/** Resolves once the service takes no more connections. */
async function refusing(origin: string): Promise<void> {
  await expect
    .poll(() =>
      fetch(`${origin}/healthz`, { headers: { connection: 'close' } }).catch(
        (error: Error) => (error.cause as { code?: string }).code,
      ),
    )
    .toBe('ECONNREFUSED')
}

/** A site that has an image, and waits with it. */
async function slowSite(): Promise<{ host: string; image: string; asked: Promise<ServerResponse> }> {
  const { promise: asked, resolve } = Promise.withResolvers<ServerResponse>()
  const server = createServer((_, response) => resolve(response)).listen(0, '127.0.0.1')
  onTestFinished(() => server.closeAllConnections())
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  // A server on a port has such an address.
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { host, image: `http://${host}/poster.png`, asked }
}

async function postWith(
  image: string,
  { origin, token, signal }: { origin: string; token: string; signal?: AbortSignal },
): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ ...JSON.parse(bodyOf('Illustrated')), image })
  return fetch(origin + events, { method: 'POST', headers, body, ...(signal && { signal }) })
}

async function post(origin: string, token: string, title: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await fetch(origin + events, { method: 'POST', headers, body: bodyOf(title) })
  await answer.arrayBuffer()
  return answer.status
}

function bodyOf(title: string): string {
  return JSON.stringify({
    title,
    start_date: '2031-05-01 10:00:00',
    end_date: '2031-05-01 11:00:00',
    venue: { venue: `At ${title}` },
    tags: [title],
  })
}

/** The titles of the events in the folder, sorted, as a service started anew lists them; each has its venue and its tag. */
async function titlesIn(folder: string): Promise<string[]> {
  const running = runServe({ ...(await settingsOf(folder)), PER_PAGE_MAX: '1000' })
  const answer = await fetch(
    `${await running.origin}${events}?start_date=2031-01-01&end_date=2031-12-31&per_page=1000`,
  )
  const list = (await answer.json()) as {
    events: { title: string; venue: { venue: string }; tags: { name: string }[] }[]
  }
  for (const { title, venue, tags } of list.events) {
    expect({ venue: venue.venue, tags: tags.map(({ name }) => name) }).toEqual({
      venue: `At ${title}`,
      tags: [title],
    })
  }
  running.signal('SIGTERM')
  await running.ended
  return list.events.map(({ title }) => title).toSorted()
}
