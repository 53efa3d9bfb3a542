import type { DataSet } from '../dataSets.ts'
import { inTurns, type Outcome, perCore, ratioOf, served, type Setting } from '../outcome.ts'
import { load, serve, type Server, startBare } from '../processes.ts'

const connections = 16
const root = '/vendor/events/v1'

/** Headers that every server of Node's sets by itself. */
const automatic = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding'])

/**
 * What is asked for again and again, held against a server that sends the very same bytes from memory: a list, one event,
 * and a list that the client has already.
 */
export async function hot(set: DataSet, setting: Setting): Promise<Outcome[]> {
  await using service = await serve(set)
  const list = `${root}/events`
  const answer = await fetch(service.origin + list)
  const { events } = (await answer.json()) as { events: { id: number }[] }
  const etag = answer.headers.get('etag') ?? ''
  return [
    await against('hot list', 0.8, { service, setting, path: list }),
    await against('hot single event', 0.75, { service, setting, path: `${root}/events/${events[0]?.id}` }),
    await against('unchanged list (304)', 0.9, { service, setting, path: list, etag }),
  ]
}

interface Hot {
  readonly service: Server
  readonly setting: Setting
  readonly path: string
  readonly etag?: string
}

async function against(
  what: string,
  target: number,
  { service, setting, path, etag }: Hot,
): Promise<Outcome> {
  const headers = { 'accept-encoding': 'identity', ...(etag === undefined ? {} : { 'if-none-match': etag }) }
  const answer = await fetch(service.origin + path, { headers })
  const body = await answer.text()
  using bare = await startBare({
    status: answer.status,
    headers: Object.fromEntries([...answer.headers].filter(([name]) => !automatic.has(name))),
    body,
  })
  const wanted = { requests: [{ method: 'GET', path } as const], connections, headers }
  for (const server of [service, bare]) await load(server, { ...wanted, seconds: 1 })
  const { ours, theirs } = await inTurns(
    setting.rounds,
    () => load(service, { ...wanted, seconds: setting.seconds }),
    () => load(bare, { ...wanted, seconds: setting.seconds }),
  )
  const ratio = ratioOf(ours.map(perCore), theirs.map(perCore))
  return {
    what: `${what}, ${(body.length / 1000).toFixed(1)} kB`,
    target: `at least ${target * 100} % of bare \`node:http\` per core`,
    ours: served(ours),
    against: `bare \`node:http\`: ${served(theirs)}`,
    ratio,
    isMet: ratio.median >= target,
  }
}
