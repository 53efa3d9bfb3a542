import { createServer } from 'node:http'
import process from 'node:process'

/** An answer that is the same for every request. */
export interface Bare {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The least that can be done: a server of Node's own that answers everything from memory. Tells its origin. */
process.once('message', ({ status, headers, body }: Bare) => {
  const bytes = Buffer.from(body)
  const server = createServer((_, reply) => {
    reply.writeHead(status, { ...headers })
    reply.end(status === 304 ? undefined : bytes)
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    process.send?.(`http://127.0.0.1:${port}`)
  })
})
process.once('disconnect', () => process.exit())
