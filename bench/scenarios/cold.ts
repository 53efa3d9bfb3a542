import { type CompiledQuery, Kysely } from 'kysely'
import process from 'node:process'
import { anonymous } from '../../src/auth/rights.ts'
import { openDatabase } from '../../src/db/open.ts'
import { rowsIn } from '../../src/db/rows.ts'
import { openSqlite, readingDialect } from '../../src/db/sqlite.driver.ts'
import type { Tables } from '../../src/db/tables.ts'
import { type ListEvents, listEventsParams } from '../../src/events/events.params.ts'
import { listEvents, withLinks } from '../../src/events/events.query.ts'
import { diceFrom } from '../../test/support/dice.ts'
import { startService } from '../../test/support/service.ts'
import type { DataSet } from '../dataSets.ts'
import { contextOn, decoded } from '../lists.ts'
import type { Request } from '../load.process.ts'
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
import { load, type Served } from '../processes.ts'
import { quantile } from '../statistics.ts'

const connections = 16
const root = '/vendor/events/v1'

/** Lists to a round: more than any is asked for. */
const manyLists = 60_000

/** Lists whose queries are run by themselves. */
const someLists = 500

/** The share of all it can do that is asked of a service which is to have room. */
const comfortable = 0.7

/** Lists of which no two are alike, held against their own queries in a loop; the same asked by somebody who is known. */
export async function cold(set: DataSet, setting: Setting): Promise<Outcome[]> {
  await using service = await startService({ at: set, keepsData: true })
  await using bare = await bareQueries(set)
  const wanted = { connections, seconds: setting.seconds }
  const authorization = `Basic ${Buffer.from(set.credentials.editor).toString('base64')}`
  const lists = (seed: number) => ({ requests: listsOf(set, manyLists, seed), accepts404: true })
  await load(service, { ...wanted, ...lists(99), seconds: 1 })
  const known: Served[] = []
  const calm: Served[] = []
  const { ours, theirs } = await inTurns(
    setting.rounds,
    async (round) => {
      const anybody = await load(service, { ...wanted, ...lists(round) })
      known.push(await load(service, { ...wanted, ...lists(100 + round), headers: { authorization } }))
      const rate = anybody.perSecond * comfortable
      calm.push(await load(service, { ...wanted, ...lists(200 + round), rate }))
      return anybody
    },
    async () => bare.rate(setting.seconds),
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
      against: `the same SQL through \`node:sqlite\` in a loop: ${looped(theirs)}`,
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

/** What the database is asked for some of these lists, to be asked again with nothing around it. */
async function bareQueries(set: DataSet): Promise<{ rate(seconds: number): number } & AsyncDisposable> {
  const db = await openDatabase(set.path)
  const asked: CompiledQuery[][] = []
  const connection = openSqlite(set.path, 'read')
  const read = new Kysely<Tables>({
    dialect: readingDialect(connection),
    log: ({ query }) => void asked.at(-1)?.push(query),
  })
  const reader = { caller: anonymous, now: set.now, digest: undefined }
  for (const { path } of listsOf(set, someLists, 999)) {
    asked.push([])
    const params = decoded<ListEvents>(listEventsParams, path.slice(path.indexOf('?') + 1))
    const { events } = await listEvents(contextOn({ ...db, read }), params, reader)
    await withLinks(rowsIn(read), events, anonymous)
  }
  await db.close()
  const texts = [...new Set(asked.flat().map(({ sql }) => sql))]
  const prepared = new Map(texts.map((sql) => [sql, connection.prepare(sql)]))
  return {
    rate: (seconds) => {
      const before = process.cpuUsage()
      const until = performance.now() + seconds * 1000
      let lists = 0
      while (performance.now() < until) {
        for (const { sql, parameters } of asked[lists % asked.length] ?? [])
          prepared.get(sql)?.all(...(parameters as string[]))
        lists += 1
      }
      const { user, system } = process.cpuUsage(before)
      return lists / ((user + system) / 1e6)
    },
    [Symbol.asyncDispose]: () => read.destroy(),
  }
}
