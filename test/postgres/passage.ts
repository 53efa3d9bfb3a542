import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

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
  const sockets = new Set<Socket>()
  const losses = createLosses()
  let isShut = false
  // As whatever stands before a database: small answers do not wait for one another.
  const server = createServer({ noDelay: true }, (client) => {
    const both = [client, connectedTo(new URL(url))] as const
    const destroy = tied(both, sockets)
    if (isShut) return destroy()
    pass(both, losses, destroy)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cutAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: addressBy(server, url),
    lose: losses.lose,
    heard: losses.heard,
    lost: losses.lost,
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

function connectedTo({ hostname, port }: URL): Socket {
  return connect({ port: Number(port), host: hostname, noDelay: true })
}

/** The address of the database by way of the server. */
function addressBy(server: Server, url: string): string {
  const address = server.address()
  const by = new URL(url)
  if (address && typeof address !== 'string') by.port = String(address.port)
  return by.href
}

/** Lets both sides of a connection end together; answers what ends them. */
function tied(both: readonly Socket[], sockets: Set<Socket>): () => void {
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
  return destroy
}

/** Passes on what either side says, but for what is lost. */
function pass(
  [client, upstream]: readonly [Socket, Socket],
  losses: ReturnType<typeof createLosses>,
  destroy: () => void,
): void {
  let losing: Loss | undefined
  client.on('data', (bytes) => {
    losing = losses.lossOf(bytes) ?? losing
    if (losing === 'request') return destroy()
    upstream.write(bytes)
  })
  upstream.on('data', (bytes) => {
    if (losing === 'answer') return destroy()
    if (losing === undefined) client.write(bytes)
  })
}

/** What was sent by all connections, and what of it gets lost. */
function createLosses() {
  let next: { readonly statement: string; readonly what: Loss } | undefined
  let cut = 0
  const sent: string[] = []
  return {
    lossOf: (bytes: Buffer | string): Loss | undefined => {
      const text = bytes.toString('latin1')
      sent.push(text)
      // What a connection begins with is no statement, and starts with its length.
      if (!next || bytes[0] === 0 || !text.includes(next.statement)) return undefined
      const { what } = next
      next = undefined
      cut += 1
      return what
    },
    lose: (statement: string, what: Loss) => {
      next = { statement, what }
    },
    heard: (text: string) => sent.filter((one) => one.includes(text)).length,
    lost: () => cut,
  }
}
