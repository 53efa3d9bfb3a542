import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { wordOf } from '../../test/support/dice.ts'
import type { DataSet } from '../dataSets.ts'
import { inTurns, type Outcome, perCore, ratioOf, served, type Setting } from '../outcome.ts'
import { load, memoryOf, serve } from '../processes.ts'

const connections = 8

/** How many assistants are connected at once. */
const clients = 200

/** The words that are searched: each another one, so that no answer is kept of an earlier request; and enough for all that is asked. */
const words = Array.from({ length: 20_000 }, (_, at) => wordOf(at + 100))

const accept = 'application/json, text/event-stream'

/**
 * What assistants cost: a search over the protocol beside the same list over the interface, and the memory of many that are connected. There
 * are no sessions: what a client leaves behind is its connection.
 */
export async function mcp(set: DataSet, setting: Setting): Promise<Outcome[]> {
  await using service = await serve(set)
  const from = (await (await fetch(`${service.origin}/vendor/events/v1/events?per_page=1`)).json()) as {
    events: readonly { start_date: string }[]
  }
  const day = from.events[0]?.start_date.slice(0, 10) ?? '2031-01-01'
  const calls = words.map((word, at) => ({
    method: 'POST' as const,
    path: '/mcp',
    headers: { 'content-type': 'application/json', accept },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: at,
      method: 'tools/call',
      params: { name: 'search_events', arguments: { words: word, start_date: day } },
    }),
  }))
  const lists = words.map((word) => ({
    method: 'GET' as const,
    path: `/vendor/events/v1/events?search=${encodeURIComponent(word)}&ends_after=${day}&strict_dates=1&collapse=series`,
  }))
  const ask = (requests: typeof calls | typeof lists, seconds: number) =>
    load(service, { requests, connections, seconds })
  for (const requests of [calls, lists]) await ask(requests, 1)
  const { ours, theirs } = await inTurns(
    setting.rounds,
    () => ask(calls, setting.seconds),
    () => ask(lists, setting.seconds),
  )
  return [
    {
      what: 'a search over MCP, ten events',
      target: 'none',
      ours: served(ours),
      against: `the same list over REST: ${served(theirs)}`,
      ratio: ratioOf(ours.map(perCore), theirs.map(perCore)),
    },
    await connected(service),
  ]
}

/** The memory that clients take which have looked around, and stay. */
async function connected({
  origin,
  pid,
}: {
  readonly origin: string
  readonly pid: number
}): Promise<Outcome> {
  const before = (await memoryOf(pid)) ?? 0
  const all: Client[] = []
  for (let at = 0; at < clients; at += 1) {
    const client = new Client({ name: `client ${at}`, version: '1' })
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', origin)))
    await client.listTools()
    await client.callTool({ name: 'search_events', arguments: { words: words[at] } })
    all.push(client)
  }
  const after = (await memoryOf(pid)) ?? 0
  for (const client of all) await client.close()
  return {
    what: `memory of ${clients} clients of the SDK that stay`,
    target: 'none',
    ours: `${megabytes(after)} MB`,
    against: `before they came: ${megabytes(before)} MB`,
  }
}

function megabytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0)
}
