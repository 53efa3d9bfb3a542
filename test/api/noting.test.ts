import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answered } from '../../src/http/requestLog.ts'
import { createTestApp, type TestApp } from '../support/app.ts'

const noted: Answered[] = []
let app: TestApp
let port: number
beforeAll(async () => {
  app = await createTestApp(
    { LOG_FIELDS: 'all', TRUST_PROXY: '127.0.0.1' },
    { noteRequest: (answered) => noted.push(answered) },
  )
  port = Number(new URL(await app.app.server.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => app.close())

/** Sends a request as it stands, and answers all that came back until the connection ended. */
async function send(head: string): Promise<Buffer> {
  const socket = connect(port, '127.0.0.1')
  const parts: Buffer[] = []
  socket.on('data', (part: Buffer) => parts.push(part))
  socket.write(`${head}Host: localhost\r\nConnection: close\r\n\r\n`)
  await once(socket, 'close')
  return Buffer.concat(parts)
}

/** What was noted of the last of these requests. */
async function noteOf(...heads: string[]): Promise<Answered | undefined> {
  noted.length = 0
  for (const head of heads) await send(head)
  await expect.poll(() => noted.length).toBe(heads.length)
  return noted.at(-1)
}

const list = '/vendor/events/v1/events'

test('of a request it is noted who sent it, by which program, and what was sent back', async () => {
  const authorization = `Basic ${Buffer.from(app.credentials.editor).toString('base64')}`
  const head = `GET ${list}?page=1 HTTP/1.1\r\nUser-Agent: ${'x'.repeat(5000)}\r\nX-Forwarded-For: 203.0.113.9, 198.51.100.7\r\nAuthorization: ${authorization}\r\n`
  noted.length = 0
  const { length: bytes } = await send(head)
  await expect.poll(() => noted).toHaveLength(1)
  expect(noted[0]).toEqual({
    method: 'GET',
    url: `${list}?page=1`,
    route: list,
    status: 200,
    ms: expect.any(Number),
    address: '198.51.100.7',
    user: 'editor',
    bytes,
    agent: 'x'.repeat(300),
    request: expect.any(String),
  })
})

test('answers that are kept, pages, redirects and refusals are noted alike', async () => {
  const head = `GET ${list}?per_page=1 HTTP/1.1\r\nX-Forwarded-For: 203.0.113.9\r\nUser-Agent: a\r\n`
  const made = await noteOf(head)
  const kept = await noteOf(head, head, head)
  expect(kept).toEqual({ ...made, ms: expect.any(Number), request: expect.any(String) })
  expect(kept?.request).not.toBe(made?.request)
  expect(kept).toMatchObject({ route: list, address: '203.0.113.9', agent: 'a' })
  expect(kept?.bytes).toBeGreaterThan(100)
  expect(await noteOf('GET /month/2031-05 HTTP/1.1\r\n')).toMatchObject({
    route: '/month/:month',
    status: 200,
  })
  expect(await noteOf('GET /nowhere HTTP/1.1\r\n')).toMatchObject({ route: undefined, status: 404 })
  const wrong = `GET ${list} HTTP/1.1\r\nAuthorization: Basic ${Buffer.from('editor:no').toString('base64')}\r\n`
  expect(await noteOf(wrong)).toMatchObject({ status: 401, user: undefined })
})

test('health checks are not noted, and a client that has gone before its answer is', async () => {
  noted.length = 0
  await send('GET /healthz HTTP/1.1\r\n')
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(`POST ${list} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{`)
  await once(app.app.server.server, 'request')
  socket.destroy()
  await expect.poll(() => noted).toMatchObject([{ method: 'POST', url: list, status: 499 }])
})
