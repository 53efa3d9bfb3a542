import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A message as a receiver got it. */
export interface Received {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly body: {
    readonly type: string
    readonly timestamp: string
    readonly data: {
      readonly id: number
      readonly kind: string
      readonly url: string | null
      readonly rest_url: string
      readonly revision: number
      readonly changed: readonly string[]
    }
  }
}

/** A receiver of webhooks on this machine, and what it got, in order. */
export interface Receiver {
  readonly url: string
  readonly got: Received[]
  /** What it answers from now on. */
  answer: (response: ServerResponse, message: Received) => void
}

/** Starts a receiver that takes everything, unless it is told otherwise; it ends with the test. */
export async function startReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const message: Received = {
        path: request.url ?? '',
        headers: textHeaders(request.headers),
        text,
        body: JSON.parse(text) as Received['body'],
      }
      receiver.got.push(message)
      receiver.answer(response, message)
    })
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    got: [],
    answer: (response) => response.writeHead(204).end(),
  }
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return receiver
}

function textHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}
