import process from 'node:process'
import autocannon from 'autocannon'
import { askPaced } from './load.paced.ts'
import { quantile } from './statistics.ts'

/** What is to be asked of a server, and for how long. */
export interface Load {
  readonly origin: string
  /** Of these each is asked once, in their order, until the time is over; one alone again and again. */
  readonly requests: readonly Request[]
  readonly connections: number
  readonly seconds: number
  /** Requests a second, of all connections, each at a moment of its own; as many as can be where none is given. */
  readonly rate?: number
  readonly headers?: Readonly<Record<string, string>>
}

export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** What came of it. Latencies in milliseconds. */
export interface Loaded {
  readonly perSecond: number
  readonly median: number
  readonly p99: number
  /** Requests by the status they were answered with; 0: not answered. */
  readonly statuses: Readonly<Record<string, number>>
  /** The share of its time that the process was busy: near 1, it is the load and not the server that was measured. */
  readonly busy: number
}

process.on('message', (load: Load) => {
  void run(load).then((loaded) => process.send?.(loaded))
})

async function run(load: Load): Promise<Loaded> {
  const before = process.cpuUsage()
  const began = performance.now()
  const loaded = await (load.rate === undefined ? pressed(load) : paced(load))
  const used = process.cpuUsage(before)
  return { ...loaded, busy: (used.user + used.system) / 1000 / (performance.now() - began) }
}

async function paced(load: Load): Promise<Omit<Loaded, 'busy'>> {
  const answered = await askPaced(load)
  const took = answered.filter(({ isCounted }) => isCounted).map((one) => one.took)
  const byStatus = Map.groupBy(answered, ({ status }) => status)
  return {
    perSecond: took.length / load.seconds,
    median: quantile(took, 0.5),
    p99: quantile(took, 0.99),
    statuses: Object.fromEntries([...byStatus].map(([status, all]) => [status, all.length])),
  }
}

/** On every connection one request after the other. */
async function pressed({
  origin,
  requests,
  connections,
  seconds,
  headers = {},
}: Load): Promise<Omit<Loaded, 'busy'>> {
  const [first] = requests
  if (!first) throw new Error('There is nothing to ask for.')
  const json = { 'content-type': 'application/json' }
  const shape = ({ method, path, body, headers: own = {} }: Request) => ({
    method,
    path,
    ...(body === undefined ? {} : { body, headers: { ...headers, ...own, ...json } }),
  })
  let next = 0
  const result = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    headers: { ...headers },
    requests:
      requests.length === 1
        ? [shape(first)]
        : [
            {
              setupRequest: (request: object) => {
                const asked = requests[next % requests.length] ?? first
                next += 1
                return { ...request, ...shape(asked) }
              },
            },
          ],
  })
  const statuses = Object.entries(result.statusCodeStats ?? {}).map(([status, { count }]) => [status, count])
  return {
    perSecond: result.requests.total / result.duration,
    median: result.latency.p50,
    p99: result.latency.p99,
    statuses: Object.fromEntries([...statuses, ...(result.errors > 0 ? [['0', result.errors]] : [])]),
  }
}
