import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { startService } from '../support/service.ts'

const service = await startService()
afterAll(() => service[Symbol.asyncDispose]())

const { hostname, port, host: here } = new URL(service.origin)
const there = 'calendar.example'

/** What is answered to a request with this target and Host header. */
async function ask(target: string, host: string) {
  const headers = { Host: host, Accept: 'text/html, */*' }
  const asked = request({ hostname, port, path: target, headers })
  asked.end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  return { status: answer.statusCode, location: answer.headers.location, body: await text(answer) }
}

test.each(['/', '/month/2026-12', '/month/2026-12/', '/vendor/events/v1/events?page=1', '/healthz'])(
  'a request for the whole address of %s is answered as one for the path at that host',
  async (path) => {
    expect(await ask(`http://${there}${path}`, here)).toEqual(await ask(path, there))
  },
)

test('what is kept for one host is never the answer at another', async () => {
  const path = '/vendor/events/v1/'
  const askedThere = () => ask(`http://${there}${path}`, here)
  // What is asked for once is not kept.
  for (const body of [await askedThere(), await askedThere(), await askedThere()].map((one) => one.body)) {
    expect(body).toContain(there)
    expect(body).not.toContain(here)
  }
  for (const _ of [1, 2, 3]) expect((await ask(path, here)).body).not.toContain(there)
})
