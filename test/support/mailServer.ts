import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'
import { certificate, key } from './certificates.ts'

/** A mail that a server has taken. */
export interface TakenMail extends ParsedMail {
  /** As it came, without the dots that SMTP adds. */
  readonly raw: string
  readonly envelope: { readonly from: string; readonly to: readonly string[] }
  /** Whether it came encrypted, and the login of who brought it. */
  readonly isEncrypted: boolean
  readonly user: string | undefined
  /** Over which of the connections to the server it came. */
  readonly connection: string
}

/** A mail server on this machine. */
export interface MailServer {
  readonly port: number
  /** What it has taken, in that order. */
  readonly taken: readonly TakenMail[]
}

/** How a server is to behave. */
export interface MailServerOptions {
  readonly encryption?: 'none' | 'starttls' | 'from the first byte'
  /** The only login that it takes. */
  readonly login?: { readonly user: string; readonly password: string }
  /** What is thrown there, is the answer; what never resolves, hangs. */
  readonly atSender?: (address: string) => Promise<void> | void
  readonly atRecipient?: (address: string) => Promise<void> | void
  /** Before the answer to a whole message, which counts as taken only afterwards. */
  readonly atMessage?: () => Promise<void> | void
}

/** An answer of a server that refuses something. */
export function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

/** Does the work of one step, and tells the server how it has ended. */
function step(work: () => Promise<void> | void, callback: (error?: Error | null) => void): void {
  void (async () => {
    let fault: Error | undefined
    try {
      await work()
    } catch (error) {
      // Tests throw what `refusal` makes.
      fault = error as Error
    }
    callback(fault)
  })()
}

/** What a server does with a connection: it begins to listen, and then says that it is ready. */
interface Connection {
  _setListeners(isListening: () => void): void
  connectionReady(): void
}

/**
 * Connections that are greeted at once. The server gives each a tenth of a second in which who talks too early is found out, which
 * nobody does here, and which was most of the time of a test of many mails.
 */
class PromptConnections extends Set {
  override add(connection: Connection): this {
    const listen = connection._setListeners.bind(connection)
    connection._setListeners = () => listen(() => connection.connectionReady())
    return super.add(connection)
  }
}

/** Starts a mail server on a free port of this machine, which ends with the test. */
export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const { encryption = 'none', login } = options
  const taken: TakenMail[] = []
  const hidden = [...(login ? [] : ['AUTH']), ...(encryption === 'starttls' ? [] : ['STARTTLS'])]
  const settings: SMTPServerOptions = {
    secure: encryption === 'from the first byte',
    ...(encryption === 'none' ? {} : { key, cert: certificate }),
    authOptional: login === undefined,
    allowInsecureAuth: true,
    disabledCommands: hidden,
    disableReverseLookup: true,
    closeTimeout: 10,
    onAuth: ({ username, password }, _session, callback) => {
      if (username === login?.user && password === login?.password) callback(null, { user: username })
      else callback(refusal(535, 'Authentication credentials invalid'))
    },
    onMailFrom: ({ address }, _session, callback) => step(() => options.atSender?.(address), callback),
    onRcptTo: ({ address }, _session, callback) => step(() => options.atRecipient?.(address), callback),
    onData: (stream, session, callback) => {
      step(async () => {
        const chunks: Buffer[] = []
        for await (const chunk of stream) chunks.push(chunk as Buffer)
        const raw = Buffer.concat(chunks)
        await options.atMessage?.()
        const { mailFrom, rcptTo } = session.envelope
        taken.push({
          ...(await simpleParser(raw, { skipImageLinks: true })),
          raw: raw.toString(),
          envelope: { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) },
          isEncrypted: session.secure,
          connection: session.id,
          user: session.user as string | undefined,
        })
      }, callback)
    },
  }
  const server = new SMTPServer(settings)
  server.connections = new PromptConnections()
  // Clients of these tests break off connections.
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  // A server on a port has such an address.
  return { port: (server.server.address() as AddressInfo).port, taken }
}
