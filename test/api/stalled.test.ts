import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'vitest'
import { createTestApp } from '../support/app.ts'

// Both only wait, and so at the same time.
test.concurrent.for([
  ['is kept', '16mb'],
  ['is made anew', '0'],
] as const)(
  'who does not read what was asked for, and %s, loses the connection',
  async ([, cache], context) => {
    const { expect, onTestFinished } = context
    const app = await createTestApp({ REQUEST_TIMEOUT_MS: '1500', ANSWER_CACHE: cache })
    onTestFinished(() => app.close())
    const { server } = app.app
    const { origin, port, hostname, host } = new URL(await server.listen({ host: '127.0.0.1', port: 0 }))
    const headers = { Connection: 'close' }
    // A busy machine may take longer than a request may at first.
    const ask = async () =>
      expect.poll(async () => (await fetch(`${origin}/vendor/events/v1/doc`, { headers })).status).toBe(200)
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
  },
)
