import type { CompiledQuery } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { anonymous, type Caller } from '../../src/auth/rights.ts'
import { createUser } from '../../src/auth/users.ts'
import { findZone } from '../../src/calendar/zone.ts'
import type { Database } from '../../src/db/dialect.ts'
import { rowsIn } from '../../src/db/rows.ts'
import { Memory } from '../../src/db/memory.ts'
import { openDatabase } from '../../src/db/open.ts'
import { listEventsParams } from '../../src/events/events.params.ts'
import { listEvents, withLinks } from '../../src/events/events.query.ts'
import { decode } from '../../src/http/decode.ts'
import type { Context } from '../../src/posts/context.ts'
import { combinations, eventFilters, eventOrders, ordered, type Query } from '../db/plans.queries.ts'
import { fillCalendar } from '../support/fill.ts'
import { createPostgresDatabase, dropPostgresDatabase } from '../support/postgres.ts'

const now = Temporal.Instant.from('2031-02-15T12:00:00Z')
const many = 10_000

/** A step of a plan (https://www.postgresql.org/docs/current/using-explain.html). */
interface Step {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly Plans?: readonly Step[]
}

let url: string
let db: Database
let client: Client
let context: Context
let asked: CompiledQuery[] = []

beforeAll(async () => {
  url = await createPostgresDatabase(inject('postgres'))
  db = await openDatabase(url)
  await createUser(db, { login: 'a', email: 'a@example.org', role: 'administrator' }, 0)
  await createUser(db, { login: 'b', email: 'b@example.org', role: 'author' }, 0)
  await fillCalendar(db, { events: many, now, authors: [1, 2, 2] })
  client = new Client({ connectionString: url })
  await client.connect()
  // As autovacuum does in its own time.
  await client.query('vacuum analyze')
  // Of disks without moving parts.
  await client.query('set random_page_cost = 1.1')
  const read = db.read.withPlugin({
    transformQuery: ({ node, queryId }) => {
      asked.push(db.read.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  })
  // Lists take no more of it than this.
  context = {
    db: { ...db, read },
    // Everything is asked anew.
    totals: new Memory(db, 0),
    siteZone: findZone('Europe/Berlin'),
    perPage: 10,
    perPageMax: 50,
    geoUnit: 'km',
  } as Context
}, 180_000)
afterAll(async () => {
  await client.end()
  await db.close()
  await dropPostgresDatabase(inject('postgres'), url)
})

const administrator: Caller = { id: 1, role: 'administrator', login: 'a' }

test.each([
  ['anybody', anonymous],
  ['an administrator', administrator],
])(
  'no list of events for %s reads the whole table',
  async (_, caller) => {
    const scans = new Map<string, Query>()
    const explained = new Set<string>()
    for (const query of [...combinations(eventFilters), ...ordered(eventFilters, eventOrders)]) {
      asked = []
      await ask(query, caller)
      for (const each of asked) {
        if (explained.has(each.sql)) continue
        explained.add(each.sql)
        const isScan = (await stepsOf(each)).some(
          (step) => step['Node Type'].endsWith('Seq Scan') && step['Relation Name'] === 'events',
        )
        if (isScan && !isAccepted(query)) scans.set(each.sql, query)
      }
    }
    expect(Object.fromEntries(scans)).toEqual({})
    expect(explained.size).toBeGreaterThan(200)
  },
  300_000,
)

/** A word that every third event has is looked for in all of them, and rightly so, whatever else is asked for. */
function isAccepted({ search }: Query): boolean {
  return search?.split(' ').includes('bander') ?? false
}

async function ask(query: Query, caller: Caller): Promise<void> {
  const { values, faults } = decode(listEventsParams, query)
  expect([...faults.values()]).toEqual([])
  const reader = { caller, now, digest: undefined }
  const { events } = await listEvents(context, values, reader)
  await withLinks(rowsIn(context.db.read), events, caller)
}

async function stepsOf({ sql, parameters }: CompiledQuery): Promise<readonly Step[]> {
  const { rows } = await client.query(`explain (format json) ${sql}`, [...parameters])
  const within = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(within)]
  return within(rows[0]['QUERY PLAN'][0].Plan)
}
