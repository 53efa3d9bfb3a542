import { once } from 'node:events'
import process from 'node:process'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { pino } from 'pino'
import { createApp } from '../app.ts'
import type { Caller } from '../../http/auth/rights.ts'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../storage/db/dialect.ts'
import { siteOf } from '../../http/site.ts'
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
    const server = await mcpServerFor(app.assistants, { caller, from: '', site })
    const transport = new StdioServerTransport()
    await server.connect(transport)
    const answered = watchAnswers(transport)
    await once(process.stdin, 'end')
    await answered()
    await server.close()
  } finally {
    await app.close()
  }
}

/** Answers a function that resolves when every request that has come is answered: input may end before. */
function watchAnswers(transport: StdioServerTransport): () => Promise<void> {
  const waiting = new Set<string | number>()
  let isOver: (() => void) | undefined
  const receive = transport.onmessage
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- it is no target of events
  transport.onmessage = (message) => {
    if ('method' in message && 'id' in message) waiting.add(message.id)
    receive?.(message)
  }
  const send = transport.send.bind(transport)
  transport.send = async (message) => {
    await send(message)
    if (!('method' in message) && message.id !== undefined) waiting.delete(message.id)
    if (waiting.size === 0) isOver?.()
  }
  return async () => {
    if (waiting.size === 0) return
    await new Promise<void>((resolve) => {
      isOver = resolve
    })
  }
}
