import type { CompiledQuery } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { anonymous, type Caller } from '../../src/auth/rights.ts'
import { createUser } from '../../src/auth/users.ts'
import type { Database } from '../../src/db/dialect.ts'
import { filledTables } from '../../src/db/filling.ts'
import { linkedListings } from '../../src/db/listings/listings.ts'
import { HotStatements } from '../../src/db/postgres/postgres.statements.ts'
import { openDatabase } from '../../src/db/open.ts'
import { type EventFacetsParams, eventFacetsParams } from '../../src/events/events.facets.params.ts'
import { countFacets } from '../../src/events/events.facets.query.ts'
import { type ListEvents, listEventsParams } from '../../src/events/events.params.ts'
import { listEvents } from '../../src/events/events.query.ts'
import { listLinked } from '../../src/linked/linked.query.ts'
import { organizerKind } from '../../src/organizers/organizers.kind.ts'
import type { Context } from '../../src/posts/context.ts'
import { categoryKind, tagKind } from '../../src/terms/terms.kind.ts'
import { listTerms } from '../../src/terms/terms.list.ts'
import { venueKind } from '../../src/venues/venues.kind.ts'
import { forgetfulContext, readAs } from '../db/plans.context.ts'
import {
  combinations,
  eventFilters,
  eventOrders,
  linkedFilters,
  linkedOrders,
  listsOfFew,
  ordered,
  type Query,
  termFilters,
} from '../db/plans.queries.ts'
import { fillCalendar } from '../support/fill.ts'
import { createPostgresDatabase, dropPostgresDatabase, valueOf } from '../support/postgres.ts'

const now = Temporal.Instant.from('2031-02-15T12:00:00Z')
const many = 10_000

/** More often than it takes until a statement is prepared. */
const often = 12

/** A step of a plan (https://www.postgresql.org/docs/current/using-explain.html). */
interface Step {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly Plans?: readonly Step[]
}

let url: string
let version: number
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
  version = Number.parseInt(await valueOf(url, 'show server_version'), 10)
  client = new Client({ connectionString: url })
  await client.connect()
  // As autovacuum does in its own time.
  await client.query('vacuum analyze')
  // Of disks without moving parts.
  await client.query('set random_page_cost = 1.1')
  const executor = db.read.getExecutor()
  const execute = executor.executeQuery.bind(executor)
  // Not told by a plugin: queries that were built before are not built again.
  executor.executeQuery = (query, options) => {
    asked.push(query)
    return execute(query, options)
  }
  context = forgetfulContext(db)
})
afterAll(async () => {
  await client.end()
  await db.close()
  await dropPostgresDatabase(inject('postgres'), url)
})

const administrator: Caller = { id: 1, role: 'administrator', login: 'a' }

describe.each([
  ['anybody', anonymous],
  ['an administrator', administrator],
])('for %s', (_, caller) => {
  const reader = { caller, now, digest: undefined }

  test('no list of events reads the whole table', async () => {
    const queries = [...combinations(eventFilters), ...ordered(eventFilters, eventOrders)]
    const explained = await expectNoScans(
      queries,
      ['events', 'listings', ...Object.keys(linkedListings)],
      async (query) => {
        await listEvents(context, readAs<ListEvents>(listEventsParams, query), reader)
      },
    )
    expect(explained).toBeGreaterThan(200)
  })

  test('facets of few events read the whole table neither of events nor of what they are linked to', async () => {
    const tables = ['listings', ...Object.keys(linkedListings), ...filledTables]
    const explained = await expectNoScans(listsOfFew, tables, (query) =>
      countFacets(context, readAs<EventFacetsParams>(eventFacetsParams, query), reader),
    )
    expect(explained).toBeGreaterThan(20)
  })

  test.each([venueKind, organizerKind])('no list of $table reads the events of all', async (kind) => {
    const queries = [...combinations(linkedFilters), ...ordered(linkedFilters, linkedOrders[kind.table])]
    await expectNoScans(queries, ['events', kind.link.table], (query) =>
      listLinked(context, kind, { params: readAs(kind.listParams, query), caller, now }),
    )
  })
})

test.each([categoryKind, tagKind])('no list of $key reads the events of all', async (kind) => {
  await expectNoScans(combinations(termFilters), ['events', 'event_terms'], (query) =>
    listTerms(context, kind, readAs(kind.listParams, query)),
  )
})

test('what is prepared for lists of events goes by indexes, whichever values come', async ({ skip }) => {
  // Only then is it told without values.
  skip(version < 16)
  const ofOne = { ...eventFilters, categories: '1', tags: '41', venue: '1', organizer: '709' }
  const statements = new HotStatements()
  asked = []
  for (const query of [...combinations(ofOne), ...ordered(ofOne, eventOrders)])
    await listEvents(context, readAs<ListEvents>(listEventsParams, query), { caller: anonymous, now })
  const prepared = [...new Set(asked.map(({ sql }) => sql))].filter(
    (sql) => sql.includes('listings') && comesOften(statements, sql),
  )
  expect(prepared.some((sql) => sql.includes('linked_days'))).toBe(true)
  expect(prepared.some((sql) => sql.startsWith('select "events"."id"'))).toBe(true)
  for (const sql of prepared) {
    const scanned = (await stepsOf({ sql, options: 'generic_plan, ' })).filter(isScan)
    const tables = scanned.map((step) => step['Relation Name'] ?? '')
    expect({ sql, tables: tables.filter((name) => name.endsWith('listings')) }).toEqual({ sql, tables: [] })
  }
})

function comesOften(statements: HotStatements, sql: string): boolean {
  return Array.from({ length: often }, () => statements.nameOf(sql)).some((name) => name !== undefined)
}

/** Asks for every list, and has PostgreSQL explain each query that comes of it, once; answers how many these were. */
async function expectNoScans(
  queries: readonly Query[],
  tables: readonly string[],
  ask: (query: Query) => Promise<unknown>,
): Promise<number> {
  const scans = new Map<string, Query>()
  const explained = new Set<string>()
  for (const query of queries) {
    asked = []
    await ask(query)
    for (const each of asked) {
      if (explained.has(each.sql)) continue
      explained.add(each.sql)
      const hasScan = (await stepsOf(each)).some(
        (step) => isScan(step) && tables.includes(step['Relation Name'] ?? ''),
      )
      if (hasScan && !isAccepted(query)) scans.set(each.sql, query)
    }
  }
  expect(Object.fromEntries(scans)).toEqual({})
  return explained.size
}

/**
 * A word that every third event has is looked for in all of them, and rightly so, whatever else is asked for; and so are
 * events of each of all venues, of which nearly all have some; and those with tickets, for who sees more than anybody, in nearly all that there are. Before version 18 all are also read where two categories
 * or a third of the world keep about half of them.
 */
function isAccepted({
  search,
  has_events,
  only_with_upcoming,
  categories,
  geoloc_bbox,
  ticketed,
}: Query): boolean {
  const isOfMany = version < 18 && (categories ?? geoloc_bbox) !== undefined
  return (
    (search?.split(' ').includes('bander') ?? false) ||
    Boolean(has_events ?? only_with_upcoming ?? ticketed ?? isOfMany)
  )
}

const isScan = (step: Step): boolean => step['Node Type'].endsWith('Seq Scan')

/** The steps that PostgreSQL would take, with the `options` of EXPLAIN. */
async function stepsOf({
  sql,
  parameters = [],
  options = '',
}: Partial<CompiledQuery> & { options?: string }): Promise<readonly Step[]> {
  const { rows } = await client.query(`explain (${options}format json) ${sql}`, [...parameters])
  const within = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(within)]
  return within(rows[0]['QUERY PLAN'][0].Plan)
}
