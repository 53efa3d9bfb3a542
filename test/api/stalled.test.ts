import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '../support/app.ts'

test.each([
  ['is kept', '16mb'],
  ['is made anew', '0'],
])('who does not read what was asked for, and %s, loses the connection', async (_, cache) => {
  const app = await createTestApp({ REQUEST_TIMEOUT_MS: '1500', ANSWER_CACHE: cache })
  onTestFinished(() => app.close())
  const { server } = app.app
  const { origin, port, hostname, host } = new URL(await server.listen({ host: '127.0.0.1', port: 0 }))
  const headers = { Connection: 'close' }
  const ask = async () =>
    expect((await fetch(`${origin}/vendor/events/v1/doc`, { headers })).status).toBe(200)
  // What is asked for again is kept.
  for (let time = 0; time < 3; time += 1) await ask()
  const accepted = once(server.server, 'connection') as Promise<[Socket]>
  const socket = connect(Number(port), hostname).pause()
  onTestFinished(() => void socket.destroy())
  const [other] = await accepted
  // Far more than the system takes on its way.
  socket.write(`GET /vendor/events/v1/doc HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(40))
  await once(other, 'close')
  await ask()
})
