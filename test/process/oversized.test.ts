import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { type Service, startService } from '../support/service.ts'

const service = await startService({ environment: { BODY_LIMIT: '100kb', UPLOAD_LIMIT: '1mb' } })
afterAll(() => service[Symbol.asyncDispose]())

const root = '/vendor/events/v1'
const authorization = `Basic ${Buffer.from(service.credentials.author).toString('base64')}`
const zeros = (bytes: number) => new Uint8Array(bytes)

const chunked = (bytes: number) =>
  new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (let sent = 0; sent < bytes; sent += 64 * 1024) controller.enqueue(zeros(64 * 1024))
      controller.close()
    },
  })

test.each([
  ['JSON', 'venues', 'application/json', zeros(30 * 1024 ** 2)],
  ['an image', 'media', 'image/png', zeros(30 * 1024 ** 2)],
  ['a body of unknown length', 'media', 'image/png', chunked(30 * 1024 ** 2)],
])('who sends %s far beyond the limit reads the refusal', async (_, path, type, body) => {
  const answer = await fetch(`${service.origin}${root}/${path}`, {
    method: 'POST',
    headers: { authorization, 'content-type': type },
    body,
    duplex: 'half',
  })
  expect(answer.status).toBe(413)
  expect(await answer.json()).toMatchObject({ code: 'rest_request_too_large', data: { status: 413 } })
  const list = await fetch(`${service.origin}${root}/media`)
  expect(await list.json()).toMatchObject({ total: 0 })
})

test('nobody is listened to without end', async () => {
  const { hostname, port } = new URL(service.origin)
  const socket = connect(Number(port), hostname)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  // The other side has closed the connection, in whichever way this one learns of it.
  socket.on('error', () => {})
  let received = ''
  socket.setEncoding('latin1').on('data', (more: string) => {
    received += more
  })
  await once(socket, 'connect')
  const length = 100 * 1024 ** 3
  socket.write(
    `POST ${root}/media HTTP/1.1\r\nHost: x\r\nContent-Type: image/png\r\nContent-Length: ${length}\r\n\r\n`,
  )
  const piece = zeros(1024 ** 2)
  let sent = 0
  while (!socket.closed && sent < 1024 ** 3) {
    sent += piece.length
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain').catch(() => {}), closed])
  }
  expect(sent).toBeLessThan(1024 ** 3)
  await closed
  expect(received === '' || received.startsWith('HTTP/1.1 401 ')).toBe(true)
  expect((await fetch(`${service.origin}/healthz`)).status).toBe(200)
})

/** What is answered to who sends as many zeros and then no more, although there was to be more. */
async function halfSent({ origin }: Service, head: string, bytes: number): Promise<string> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(`${head}\r\nHost: x\r\nContent-Length: 900000\r\nExpect: 100-continue\r\n\r\n`)
  socket.write(zeros(bytes))
  return (await text(socket)).replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '')
}

test('who never sends all of a body that is not read reads the refusal within the time that a request may take', async () => {
  // Half of it is waited for the rest; a busy machine may take as long as the other half to know who asks.
  const limits = { BODY_LIMIT: '100kb', UPLOAD_LIMIT: '1mb', REQUEST_TIMEOUT_MS: '10000' }
  await using quick = await startService({ environment: limits })
  const basic = (login: string) => `Authorization: Basic ${Buffer.from(login).toString('base64')}`
  const { author, subscriber } = quick.credentials
  const tooLarge = halfSent(quick, `POST ${root}/venues HTTP/1.1\r\n${basic(author)}`, 0)
  // Files are larger, but of nobody who may send none; nor is a text of theirs weighed that is too large.
  const strangers = ['media', 'imports', 'venues'].map((path) =>
    halfSent(quick, `POST ${root}/${path} HTTP/1.1`, 500_000),
  )
  // Nothing is written there, so that nothing larger is read.
  const nowhere = halfSent(quick, `PUT ${root}/media HTTP/1.1`, 500_000)
  const reader = halfSent(quick, `POST ${root}/media HTTP/1.1\r\n${basic(subscriber)}`, 500_000)
  expect(await tooLarge).toMatch(/^HTTP\/1\.1 413 [^]*"code":"rest_request_too_large"/)
  for (const stranger of await Promise.all(strangers))
    expect(stranger).toMatch(/^HTTP\/1\.1 401 [^]*"code":"rest_/)
  expect(await nowhere).toMatch(/^HTTP\/1\.1 413 [^]*"code":"rest_request_too_large"/)
  expect(await reader).toMatch(/^HTTP\/1\.1 403 /)
  expect(quick.log()).toBe('')
})
