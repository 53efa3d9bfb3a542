import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '../support/app.ts'

/** A server on a port of its own; `send` answers all that it says to these bytes. */
async function listening(environment: Record<string, string> = {}) {
  const app = await createTestApp(environment)
  let isClosed = false
  const close = async () => {
    if (!isClosed) await app.close()
    isClosed = true
  }
  onTestFinished(close)
  const { port } = new URL(await app.app.server.listen({ host: '127.0.0.1', port: 0 }))
  const open = async (bytes: string) => {
    const socket = connect(Number(port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    socket.write(bytes)
    return socket
  }
  return { close, open, send: async (bytes: string) => text(await open(bytes)) }
}

const head = 'GET /vendor/events/v1/events HTTP/1.1\r\nConnection: close\r\n'

test.each(['16mb', '0'])('a request with two Host headers is refused (answers kept: %s)', async (kept) => {
  const { send } = await listening({ ANSWER_CACHE: kept })
  // Asked for so often that the answer is kept.
  for (let time = 0; time < 3; time += 1)
    expect(await send(`${head}Host: a.example\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 /)
  for (const hosts of ['Host: a.example\r\nHost: b.example', 'Host: a.example\r\nhOST: a.example']) {
    const said = await send(`${head}${hosts}\r\n\r\n`)
    expect(said).toMatch(/^HTTP\/1\.1 400 /)
    expect(said).toContain('"code":"rest_malformed_request"')
    expect(said).toContain('It has more than one Host.')
  }
})

test('a body that does not come is told as that, not as a service that was too slow', async () => {
  const { send } = await listening({ REQUEST_TIMEOUT_MS: '1000' })
  const said = await send(
    'POST /vendor/events/v1/events HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"',
  )
  expect(said).toMatch(/^HTTP\/1\.1 408 /)
  expect(said).toContain('"code":"rest_request_too_slow"')
})

test('half a header does not keep a server from closing', async () => {
  const { open, close } = await listening()
  const socket = await open('GET / HTTP/1.1\r\nHos')
  // However it learns of it.
  socket.on('error', () => {})
  const ended = new Promise((resolve) => socket.once('close', resolve))
  await close()
  await ended
})
