import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import process from 'node:process'
import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'

const readers = 100

let app: TestApp
let port: number
beforeAll(async () => {
  app = await createTestApp({ PER_PAGE_MAX: '50', ANSWER_CACHE: '64mb' })
  const description = 'A night of music, and more of it than anybody can tell in a few words. '.repeat(2_000)
  for (let number = 0; number < 50; number += 1)
    await app.create('events', {
      title: `Night ${number}`,
      start_date: '2031-03-01',
      end_date: '2031-03-02',
      description,
    })
  app.app.server.server.on('connection', (socket) => accepted.push(socket))
  port = Number(new URL(await app.app.server.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => app.close())

/** The other ends of the connections. */
const accepted: Socket[] = []

/** Whether the answer was made: its beginning is on its way, or its reader was let go. */
function isServed(socket: Socket): boolean {
  return socket.destroyed || socket.bytesWritten > 0
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** What the process holds, in bytes, without what nobody uses any more. */
function memory(): number {
  // What one collection lets go of, such as the bodies of answers, the next one frees.
  collectGarbage()
  collectGarbage()
  const { external, heapUsed } = process.memoryUsage()
  return external + heapUsed
}

/** Asks for the address so many times, each on a connection that reads nothing of the answer. */
async function askAndRead(paths: readonly string[], accept: string): Promise<Socket[]> {
  const known = accepted.length
  const sockets = paths.map((path) => {
    const socket = connect(port, '127.0.0.1').pause()
    socket.on('error', () => {})
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: ${accept}\r\n\r\n`)
    return socket
  })
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  await expect.poll(() => paths.length <= accepted.length - known && accepted.every(isServed)).toBe(true)
  return sockets
}

/** What so many idle readers take more than one does, in bytes each. */
async function costOf(paths: readonly string[], accept = 'identity', waited_ms = 0): Promise<number> {
  const [first = ''] = paths
  const [one, other] = [await askAndRead([first], accept), await askAndRead([first], accept)]
  const before = memory()
  const sockets = await askAndRead(paths, accept)
  await setTimeout(waited_ms)
  const after = memory()
  for (const socket of [...one, ...other, ...sockets]) socket.destroy()
  await setTimeout(100)
  return (after - before) / paths.length
}

const year = 'start_date=2031-01-01&end_date=2031-12-31&per_page=50'
const same = (path: string) => Array.from({ length: readers }, () => path)

test.each<[path: string, accept?: string]>([
  ['/docs/reference/scalar.js'],
  ['/docs/reference/scalar.js', 'gzip'],
  ['/vendor/events/v1/doc'],
  [`/vendor/events/v1/events?${year}`],
  ['/assets/leaflet.js'],
  ['/assets/widget.js', 'br'],
  ['/assets/style.css'],
  ['/month/2031-03'],
])('a hundred clients that do not read %s (%s) take little more than one', async (path, accept) => {
  // A connection, its parser and the buffers of the system; and of a feed the few events that come next.
  expect(await costOf(same(path), accept)).toBeLessThan(800_000)
})

test.each(['ics', 'json'])('nor does a feed as %s take more than its next few events', async (extension) => {
  const paths = same(`/vendor/events/v1/events.${extension}?${year}`).slice(0, 10)
  expect(await costOf(paths)).toBeLessThan(2_000_000)
})

test('sixty that each ask for another list of seven megabytes are not all waited for', async () => {
  const paths = Array.from({ length: 60 }, (_, number) => `/vendor/events/v1/events?${year}&x=${number}`)
  // The oldest are let go once they have had their time; kept answers are in memory beside those that are left.
  expect(await costOf(paths, 'identity', 4_000)).toBeLessThan(5_500_000)
})
