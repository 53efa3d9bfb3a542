import type { Connections, Load } from '../../storage/db/dialect.ts'
import {
  type DeliveryKind,
  deliveryKinds,
  deliveryOutcomes,
  type DeliveryTally,
} from '../delivery/delivery.tally.ts'
import { packageVersion } from '../../config/version.ts'
import { bounds_s } from './durations.ts'
import { guestDeeds, type GuestTally } from './guests.ts'
import type { RequestTally } from './requests.ts'
import { outcomes, type WriteTally } from './writes.ts'

/** A metric with its values at a moment, in the form in which processes tell them to one another and the library writes them. */
export interface Figure {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  /** How those of several processes are put together. */
  readonly aggregator: 'sum' | 'min' | 'max' | 'first' | 'average'
  readonly values: readonly Value[]
}

interface Value {
  /** The name of the series of a histogram. */
  readonly metricName?: string
  readonly labels: Readonly<Record<string, string | number>>
  readonly value: number
}

/** What is counted as it happens. */
export interface Tallies {
  readonly requests: RequestTally
  readonly writes: WriteTally
  readonly deliveries: DeliveryTally
  readonly guests: GuestTally
  /** Refused passwords and tokens by the code of the refusal. */
  readonly failedLogins: ReadonlyMap<string, number>
}

/** What is looked at when somebody asks. */
export interface ProcessState extends Load {
  /** Whether the database can be used. */
  readonly isReady: boolean
  /** How many connections of clients are open. */
  readonly clients: number
  /** How much is still to be sent to others; undefined while the database cannot tell. */
  readonly waiting?: Readonly<Record<DeliveryKind, number>> | undefined
  /** How many notices to the guests of an event are not told yet; undefined while the database cannot tell. */
  readonly notices?: number | undefined
  /** How many get letters; undefined while the database cannot tell. */
  readonly subscribers?: number | undefined
  /** How many records upgrades have left to be done beside the requests, by what; undefined while the database cannot tell. */
  readonly toFill?: ReadonlyMap<string, number> | undefined
}

/** What this process has counted, and how it stands now. */
export function figuresOf(tallies: Tallies, moment: ProcessState): Figure[] {
  return [
    ...requestFigures(tallies.requests),
    ...writeFigures(tallies.writes),
    counter(
      'failed_logins_total',
      'Requests whose password or token was refused, by the code of the refusal.',
      [...tallies.failedLogins].map(([code, value]) => ({ labels: { code }, value })),
    ),
    counter(
      'deliveries_total',
      'Attempts to send something to others, by kind and end: sent, failed (it is tried again), or given up.',
      deliveryKinds.flatMap((kind) =>
        deliveryOutcomes.map((outcome) => ({
          labels: { kind, outcome },
          value: tallies.deliveries.ended(kind, outcome),
        })),
      ),
    ),
    counter(
      'guests_total',
      'What was done about guests of events, by deed: how they came, and what they, editors and the clock did then.',
      guestDeeds.map((deed) => ({ labels: { deed }, value: tallies.guests.counted(deed) })),
    ),
    ...momentFigures(moment),
  ]
}

function requestFigures(requests: RequestTally): Figure[] {
  const series = requests.series()
  return [
    counter(
      'http_requests_total',
      'Answered requests, by the pattern of their address. Status 499: the client had gone before.',
      series.flatMap(({ method, route, byStatus }) =>
        [...byStatus].map(([status, value]) => ({ labels: { method, route, status }, value })),
      ),
    ),
    histogram(
      'http_request_duration_seconds',
      'From the first byte that was read of a request to the last one that was sent.',
      series.map(({ method, route, durations }) => ({ labels: { method, route }, numbers: durations })),
    ),
  ]
}

function writeFigures(writes: WriteTally): Figure[] {
  return [
    counter(
      'database_writes_total',
      'Transactions that write, by their end: done (on disk), undone (by what was asked for), or the database was busy, away, full or gone, or its answer unknown.',
      outcomes.map((outcome) => ({ labels: { outcome }, value: writes.ended(outcome) })),
    ),
    histogram(
      'database_write_duration_seconds',
      'From asking for a transaction that writes until it is on disk, waiting for its turn included.',
      [{ labels: {}, numbers: writes.durations }],
    ),
    gauge(
      'database_writes_waiting',
      'Transactions that write and were asked for, but have not ended.',
      writes.waiting,
    ),
  ]
}

function momentFigures({
  isReady,
  bytes,
  connections,
  clients,
  waiting,
  notices,
  toFill,
  subscribers,
}: ProcessState): Figure[] {
  return [
    buildFigure(),
    gauge('processes', 'Processes that these figures are of.', 1),
    gauge('http_connections', 'Open connections of clients.', clients),
    {
      ...gauge(
        'database_ready',
        '1 if the database can be used and has the schema of this program, else 0.',
        isReady ? 1 : 0,
      ),
      aggregator: 'min',
    },
    ...(waiting === undefined
      ? []
      : [
          {
            ...gauge('deliveries_waiting', 'What is still to be sent, by kind.', 0),
            aggregator: 'max',
            values: deliveryKinds.map((kind) => ({ labels: { kind }, value: waiting[kind] })),
          } as const,
        ]),
    ...(notices === undefined
      ? []
      : [
          {
            ...gauge(
              'guest_notices_waiting',
              'Events of which guests have yet to be told something: that it has moved, or what an editor writes.',
              notices,
            ),
            aggregator: 'max',
          } as const,
        ]),
    ...(subscribers === undefined
      ? []
      : [
          {
            ...gauge('subscribers', 'Addresses that get letters.', subscribers),
            aggregator: 'max',
          } as const,
        ]),
    ...(toFill === undefined
      ? []
      : [
          {
            ...gauge('backfill_rows_left', 'Records that an upgrade has left to be done, by what.', 0),
            aggregator: 'max',
            values: Array.from(toFill, ([name, value]) => ({ labels: { name }, value })),
          } as const,
        ]),
    ...(bytes === undefined
      ? []
      : [
          {
            ...gauge('database_bytes', 'The size of the database with its log (SQLite).', bytes),
            aggregator: 'max',
          } as const,
        ]),
    ...(connections === undefined ? [] : connectionFigures(connections)),
  ]
}

/** Always 1, so that a figure multiplied by it has the labels too. */
function buildFigure(): Figure {
  const labels = { version: packageVersion(), node: process.versions.node }
  return {
    ...gauge('build_info', 'Always 1: the version of this program, and of the Node that runs it.', 1),
    aggregator: 'max',
    values: [{ labels, value: 1 }],
  }
}

function connectionFigures({ open, idle, awaited }: Connections): Figure[] {
  return [
    {
      ...gauge('database_connections', 'Connections to the database server.', 0),
      values: [
        { labels: { state: 'used' }, value: open - idle },
        { labels: { state: 'idle' }, value: idle },
      ],
    },
    gauge('database_connections_awaited', 'Statements that wait for a free connection.', awaited),
  ]
}

function counter(name: string, help: string, values: readonly Value[]): Figure {
  return { name: `kalends_${name}`, help, type: 'counter', aggregator: 'sum', values }
}

function gauge(name: string, help: string, value: number): Figure {
  return { name: `kalends_${name}`, help, type: 'gauge', aggregator: 'sum', values: [{ labels: {}, value }] }
}

/** A histogram of numbers as `count` of `durations.ts` counts them. */
function histogram(
  of: string,
  help: string,
  series: readonly { readonly labels: Value['labels']; readonly numbers: readonly number[] }[],
): Figure {
  const name = `kalends_${of}`
  const values = series.flatMap(({ labels, numbers }) => {
    let soFar = 0
    const classes = [...bounds_s, '+Inf'].map((le, place) => {
      soFar += numbers[place] ?? 0
      return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: soFar }
    })
    return [
      ...classes,
      { metricName: `${name}_sum`, labels, value: numbers.at(-1) ?? 0 },
      { metricName: `${name}_count`, labels, value: soFar },
    ]
  })
  return { name, help, type: 'histogram', aggregator: 'sum', values }
}
