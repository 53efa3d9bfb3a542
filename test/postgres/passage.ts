import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** What gets lost: a statement on its way to the server, its answer, or every word from then on. */
export type Loss = 'request' | 'answer' | 'silence'

/** A way to a PostgreSQL server on which things get lost. */
export interface Passage {
  /** The address of the database, by this way. */
  readonly url: string
  /** The next statement that begins so gets lost in this way. */
  lose(statement: string, what: Loss): void
  /** How often something with this text has been sent to the server. */
  heard(text: string): number
  /** How many connections have been cut by that. */
  lost(): number
  /** Cuts all connections and takes no new ones. */
  shut(): void
  open(): void
  close(): Promise<void>
}

/** Starts a passage to the server of this database. */
export async function startPassage(url: string): Promise<Passage> {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let next: { readonly statement: string; readonly what: Loss } | undefined
  let cut = 0
  const sent: string[] = []
  let isShut = false
  // As whatever stands before a database: small answers do not wait for one another.
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ port: Number(target.port), host: target.hostname, noDelay: true })
    const both = [client, upstream]
    const destroy = () => {
      for (const socket of both) socket.destroy()
    }
    for (const socket of both) {
      sockets.add(socket)
      socket
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(socket)
          destroy()
        })
    }
    if (isShut) return destroy()
    let losing: Loss | undefined
    client.on('data', (bytes) => {
      const text = bytes.toString('latin1')
      sent.push(text)
      // What a connection begins with is no statement, and starts with its length.
      if (next && bytes[0] !== 0 && text.includes(next.statement)) {
        losing = next.what
        next = undefined
        cut += 1
      }
      if (losing === 'request') return destroy()
      upstream.write(bytes)
    })
    upstream.on('data', (bytes) => {
      if (losing === 'answer') return destroy()
      if (losing === undefined) client.write(bytes)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const by = new URL(url)
  if (address && typeof address !== 'string') by.port = String(address.port)
  const cutAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: by.href,
    lose: (statement, what) => {
      next = { statement, what }
    },
    heard: (text) => sent.filter((one) => one.includes(text)).length,
    lost: () => cut,
    shut: () => {
      isShut = true
      cutAll()
    },
    open: () => {
      isShut = false
    },
    close: async () => {
      cutAll()
      server.close()
      await once(server, 'close')
    },
  }
}
