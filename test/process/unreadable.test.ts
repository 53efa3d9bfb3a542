import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { startService } from '../support/service.ts'

const service = await startService()
afterAll(() => service[Symbol.asyncDispose]())

/** What is answered to these bytes, until the connection ends. */
async function answerTo(bytes: string) {
  const { hostname, port } = new URL(service.origin)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(bytes)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  const [status = ''] = head.split('\r\n')
  return { status, head, body: JSON.parse(body) as unknown }
}

const events = 'GET /vendor/events/v1/events'

test.each([
  ['something else than HTTP', 'Hello?\r\n\r\n', 400, 'rest_malformed_request'],
  [
    'two lengths',
    `${events} HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n`,
    400,
    'rest_malformed_request',
  ],
  [
    'a header of 20 kB',
    `${events} HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
    'rest_headers_too_large',
  ],
  ['an address of 60 kB', `${events}?x=${'x'.repeat(60_000)} HTTP/1.1\r\n`, 431, 'rest_headers_too_large'],
])('%s is refused as everything is', async (_, bytes, status, code) => {
  const answer = await answerTo(bytes)
  expect(answer.status).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(answer.head).toMatch(/^content-type: application\/json; charset=utf-8/im)
  expect(answer.body).toEqual({ code, message: expect.stringMatching(/\.$/), data: { status } })
})

test('the service goes on', async () => {
  expect((await fetch(`${service.origin}/healthz`)).status).toBe(200)
})
