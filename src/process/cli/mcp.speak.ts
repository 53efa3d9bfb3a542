import { once } from 'node:events'
import process from 'node:process'
import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { JSONRPCMessage, RequestId, Transport } from '@modelcontextprotocol/server'
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { pino } from 'pino'
import { createApp } from '../app.ts'
import type { Caller } from '../../http/auth/rights.ts'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../storage/db/dialect.ts'
import { siteOf } from '../../http/site.ts'
import { inOlder } from '../../outward/mcp/mcp.eras.ts'
import { mcpServerFor } from '../../outward/mcp/mcp.server.ts'
import type { World } from './command.ts'

/** Answers an assistant on standard input and output until its input ends. Remarks go to standard error, as the protocol has it. */
export async function speak(
  world: World,
  { db, config, caller }: { db: Database; config: Config; caller: Caller },
): Promise<void> {
  const log = pino({ level: config.logLevel }, pino.destination(2))
  const app = await createApp({ config, db, log, now: world.now })
  try {
    const origin = `http://${config.host}:${config.port}`
    const site = siteOf(config, config.namespaces[0] ?? '', config.siteUrl === '' ? origin : config.siteUrl)
    const transport = new Conversation()
    const speaking = serveStdio(() => mcpServerFor(app.assistants, { caller, from: '', site }), { transport })
    await once(process.stdin, 'end')
    await transport.answered()
    await speaking.close()
  } finally {
    await app.close()
  }
}

/** Standard input and output. The SDK’s own transport drops what is not yet answered when the input ends: here it ends after the last answer. */
class Conversation implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: NonNullable<Transport['onmessage']>
  readonly #input = new PassThrough()
  readonly #inner = new StdioServerTransport(this.#input, process.stdout)
  readonly #waiting = new Set<RequestId>()
  #isOlder = false
  #onAnswered: (() => void) | undefined

  async start(): Promise<void> {
    // oxlint-disable unicorn/prefer-add-event-listener -- it is no target of events
    this.#inner.onclose = () => this.onclose?.()
    this.#inner.onerror = (error) => this.onerror?.(error)
    this.#inner.onmessage = (message) => {
      this.#note(message)
      this.onmessage?.(message)
    }
    // oxlint-enable unicorn/prefer-add-event-listener
    process.stdin.pipe(this.#input, { end: false })
    await this.#inner.start()
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.#inner.send(this.#isOlder ? inOlder(message) : message)
    if (!('method' in message) && message.id !== undefined) this.#settle(message.id)
  }

  async close(): Promise<void> {
    await this.#inner.close()
  }

  /** Resolves when every request that has come is answered. */
  async answered(): Promise<void> {
    // Until what came last has gone through the pipe.
    await setImmediate()
    if (this.#waiting.size === 0) return
    await new Promise<void>((resolve) => {
      this.#onAnswered = resolve
    })
  }

  #note(message: JSONRPCMessage): void {
    if (!('method' in message)) return
    const { method, params } = message
    if ('id' in message) this.#waiting.add(message.id)
    if (method === 'initialize') this.#isOlder = true
    // Nobody waits for what was taken back, and it is not answered.
    if (method === 'notifications/cancelled') this.#settle(params?.['requestId'] as RequestId)
  }

  #settle(id: RequestId): void {
    this.#waiting.delete(id)
    if (this.#waiting.size === 0) this.#onAnswered?.()
  }
}
