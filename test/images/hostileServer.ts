import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { certificate, key } from './certificate.ts'

/** What one path answers with. */
export type Behaviour = (response: ServerResponse, request: IncomingMessage) => void

/** A server on the loopback that misbehaves by path, and remembers what it was asked. */
export interface HostileServer extends AsyncDisposable {
  readonly port: number
  /** The requests it got, as `METHOD host path`. */
  readonly asked: string[]
  /** The headers of the last one. */
  readonly headers: () => IncomingMessage['headers']
}

/** Starts one on `address`; any free port unless told which. */
export async function startHostileServer(
  behaviours: Readonly<Record<string, Behaviour>>,
  { port = 0, address = '127.0.0.1', secure = false } = {},
): Promise<HostileServer> {
  const asked: string[] = []
  let headers: IncomingMessage['headers'] = {}
  const listener: RequestListener = (request, response) => {
    const path = request.url ?? ''
    asked.push(`${request.method} ${request.headers.host} ${path}`)
    ;({ headers } = request)
    response.on('error', () => undefined)
    const behave = behaviours[path] ?? ((missing) => missing.writeHead(404).end())
    behave(response, request)
  }
  const server = secure ? createSecureServer({ cert: certificate, key }, listener) : createServer(listener)
  server.on('tlsClientError', () => undefined)
  await listen(server, port, address)
  return {
    // Of a server that listens on an IP address.
    port: (server.address() as AddressInfo).port,
    asked,
    headers: () => headers,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function listen(server: Server, port: number, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, address, resolve)
  })
}
