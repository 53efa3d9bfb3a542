import type { CompiledQuery } from 'kysely'
import process from 'node:process'
import { anonymous } from '../../src/http/auth/rights.ts'
import { openDatabase } from '../../src/storage/db/open.ts'
import { type ListEvents, listEventsParams } from '../../src/records/events/events.params.ts'
import { listEvents } from '../../src/records/events/events.list.ts'
import { diceFrom } from '../../test/support/dice.ts'
import { openBare } from '../bare.database.ts'
import type { DataSet } from '../dataSets.ts'
import { contextOn, decoded } from '../lists.ts'
import type { Load, Request } from '../load.process.ts'
import {
  count,
  inTurns,
  looped,
  ms,
  type Outcome,
  perCore,
  ratioOf,
  served,
  type Setting,
} from '../outcome.ts'
import { cpuOf, load, serve, type Served } from '../processes.ts'
import { quantile } from '../statistics.ts'

const connections = 16
const root = '/vendor/events/v1'

/** Lists to a round: more than any is asked for. */
export const manyLists = 60_000

/** Lists whose queries are run by themselves: as many as a round asks for, so that they are cold there too. */
const someLists = 3000

/**
 * How long it is asked before, in seconds: V8 has compiled what lists take only after some ten thousand of them, and a service that
 * has just begun takes twice as long.
 */
export const warmingUp_s = 20

/** The share of all it can do that is asked of a service which is to have room. */
const comfortable = 0.7

/** Lists of which no two are alike, held against their own queries in a loop; the same asked by somebody who is known. */
export async function cold(set: DataSet, setting: Setting): Promise<Outcome[]> {
  await using service = await serve(set)
  await using bare = await bareQueries(set)
  const wanted = { connections, seconds: setting.seconds }
  const authorization = `Basic ${Buffer.from(set.credentials.editor).toString('base64')}`
  const ask = async (seed: number, more: Partial<Load> = {}) => {
    await set.warm()
    return load(service, { ...wanted, requests: listsOf(set, manyLists, seed), accepts404: true, ...more })
  }
  await ask(99, { seconds: warmingUp_s })
  const known: Served[] = []
  const calm: Served[] = []
  const { ours, theirs } = await inTurns(
    setting.rounds,
    async (round) => {
      const anybody = await ask(round)
      known.push(await ask(100 + round, { headers: { authorization } }))
      const rate = anybody.perSecond * comfortable
      calm.push(await ask(200 + round, { rate }))
      return anybody
    },
    async () => {
      await set.warm()
      return bare.rate(setting.seconds)
    },
  )
  const ratio = ratioOf(ours.map(perCore), theirs)
  const authenticated = ratioOf(known.map(perCore), ours.map(perCore))
  const p99 = quantile(
    calm.map((one) => one.p99),
    0.5,
  )
  return [
    {
      what: 'cold list: random window, category and page',
      target: 'at least 50 % of its bare SQL per core',
      ours: served(ours),
      against: `the same SQL through \`${bare.driver}\` in a loop: ${looped(theirs)}`,
      ratio,
      isMet: ratio.median >= 0.5,
    },
    {
      what: 'cold list at 70 % of that rate',
      target: 'p99 below 10 ms',
      ours: `${count(
        quantile(
          calm.map(({ perSecond }) => perSecond),
          0.5,
        ),
      )}/s, p99 ${ms(p99)}`,
      against: '',
      isMet: p99 < 10,
    },
    {
      what: 'cold list, asked by an editor',
      target: 'at least 60 % of the anonymous one',
      ours: served(known),
      against: 'the anonymous one',
      ratio: authenticated,
      isMet: authenticated.median >= 0.6,
    },
  ]
}

/** So many lists of a category within some weeks. */
export function listsOf({ now }: Pick<DataSet, 'now'>, many: number, seed: number): Request[] {
  const dice = diceFrom(seed)
  const today = now.toZonedDateTimeISO('UTC').toPlainDate()
  return Array.from({ length: many }, () => {
    const from = today.add({ days: Math.floor(dice.next() * 400) })
    const to = from.add({ days: 14 + Math.floor(dice.next() * 76) })
    const category = 1 + Math.floor(dice.next() * 40)
    const page = 1 + Math.floor(dice.next() * 3)
    return {
      method: 'GET',
      path: `${root}/events?start_date=${from}&end_date=${to}&categories=${category}&page=${page}`,
    }
  })
}

/** The queries of some lists, to be asked again with nothing around them. */
interface BareQueries extends AsyncDisposable {
  readonly driver: string
  /** Lists for a second of a processor. */
  rate(seconds: number): Promise<number>
}

async function bareQueries(set: DataSet): Promise<BareQueries> {
  const asked = await queriesOf(set)
  const bare = await openBare(set.database.url, 'read')
  const cpu = async () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6 + ((await cpuOf(set.helpers)) ?? 0)
  }
  const rate = async (seconds: number) => {
    const before = await cpu()
    const until = performance.now() + seconds * 1000
    let lists = 0
    for (; performance.now() < until; lists += 1)
      for (const { sql, parameters } of asked[lists % asked.length] ?? []) await bare.ask(sql, parameters)
    return lists / ((await cpu()) - before)
  }
  return { driver: bare.driver, rate, [Symbol.asyncDispose]: () => bare[Symbol.asyncDispose]() }
}

/** What the database is asked for each of some lists. */
async function queriesOf(set: DataSet): Promise<CompiledQuery[][]> {
  const db = await openDatabase(set.database.url)
  const asked: CompiledQuery[][] = []
  const executor = db.read.getExecutor()
  const execute = executor.executeQuery.bind(executor)
  // Not told by a plugin: those that were built before are not built again.
  executor.executeQuery = (query, options) => {
    asked.at(-1)?.push(query)
    return execute(query, options)
  }
  const reader = { caller: anonymous, now: set.now, digest: undefined }
  const context = contextOn(db, set.folder)
  for (const { path } of listsOf(set, someLists, 999)) {
    asked.push([])
    const params = decoded<ListEvents>(listEventsParams, path.slice(path.indexOf('?') + 1))
    await listEvents(context, params, reader)
  }
  await db.close()
  return asked
}
