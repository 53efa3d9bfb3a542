import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { serveInTurn } from './requestQueue.ts'

/** A server on which requests come in turn, and a connection to it. */
async function connected(answer: (message: IncomingMessage, response: ServerResponse) => unknown) {
  const server = createServer((message, response) => void answer(message, response))
  serveInTurn(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const taken = once(server, 'connection') as Promise<[Socket]>
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => {
    client.destroy()
    server.close()
  })
  return { client, socket: (await taken)[0] }
}

function requests(count: number, last = 'keep-alive'): string {
  const one = (at: number) =>
    `GET /${at} HTTP/1.1\r\nHost: x\r\nConnection: ${at === count ? last : 'keep-alive'}\r\n\r\n`
  return Array.from({ length: count }, (_, index) => one(index + 1)).join('')
}

test('of requests sent together one is answered after the other, in their order', async () => {
  let [running, most] = [0, 0]
  const asked: string[] = []
  const { client } = await connected(async ({ url = '' }, response) => {
    running += 1
    most = Math.max(most, running)
    asked.push(url)
    await sleep(0)
    running -= 1
    response.end(`<${url}>`)
  })
  client.write(requests(500, 'close'))
  const answers = (await text(client)).match(/<\S+>/g)
  const paths = Array.from({ length: 500 }, (_, index) => `/${index + 1}`)
  expect(asked).toEqual(paths)
  expect(answers).toEqual(paths.map((path) => `<${path}>`))
  expect(most).toBe(1)
})

test('no more requests are read while many wait, and all are answered in the end', async () => {
  const held = Promise.withResolvers<ServerResponse>()
  let asked = 0
  const { client, socket } = await connected((_, response) => {
    asked += 1
    if (asked === 1) held.resolve(response)
    else response.end()
  })
  const [count, answers] = [50_000, text(client)]
  const sent = requests(count, 'close')
  client.write(sent)
  const first = await held.promise
  await sleep(300)
  expect(asked).toBe(1)
  // What is read at once, and a little more.
  expect(socket.bytesRead).toBeLessThan(sent.length / 4)
  first.end()
  expect((await answers).match(/HTTP\/1\.1 200/g)).toHaveLength(count)
})

test('what nobody waits for any more is not begun', async () => {
  const held = Promise.withResolvers<ServerResponse>()
  const asked: (string | undefined)[] = []
  const { client, socket } = await connected(({ url }, response) => {
    asked.push(url)
    held.resolve(response)
  })
  client.write(requests(20))
  const first = await held.promise
  client.destroy()
  await once(socket, 'close')
  first.end()
  await sleep(50)
  expect(asked).toEqual(['/1'])
})

test('a request with a body waits for its turn with it', async () => {
  const { client } = await connected(async (message, response) => {
    response.end(`<${await text(message)}>`)
  })
  const body = 'x'.repeat(200_000)
  const post = (last: string) =>
    `POST / HTTP/1.1\r\nHost: x\r\nConnection: ${last}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  client.write(post('keep-alive') + post('keep-alive') + post('close'))
  expect((await text(client)).match(/<x+>/g)).toEqual(Array.from({ length: 3 }, () => `<${body}>`))
})
