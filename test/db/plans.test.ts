import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import type { TObject } from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anonymous, type Caller } from '../../src/auth/rights.ts'
import { createUser } from '../../src/auth/users.ts'
import { findZone } from '../../src/calendar/zone.ts'
import type { Database } from '../../src/db/dialect.ts'
import { Memory } from '../../src/db/memory.ts'
import { openDatabase } from '../../src/db/open.ts'
import { openSqlite, sqliteDialect } from '../../src/db/sqlite.driver.ts'
import type { Role, Tables } from '../../src/db/tables.ts'
import { type ListEvents, listEventsParams } from '../../src/events/events.params.ts'
import { listEvents, withLinks } from '../../src/events/events.query.ts'
import { decode } from '../../src/http/decode.ts'
import type { LinkedKind, ListLinked } from '../../src/linked/linked.kind.ts'
import { listLinked } from '../../src/linked/linked.query.ts'
import { organizerKind } from '../../src/organizers/organizers.kind.ts'
import type { Context } from '../../src/posts/context.ts'
import { categoryKind, tagKind } from '../../src/terms/terms.kind.ts'
import { listTerms } from '../../src/terms/terms.list.ts'
import type { ListTerms } from '../../src/terms/terms.params.ts'
import { venueKind } from '../../src/venues/venues.kind.ts'
import { fillCalendar } from '../support/fill.ts'

const now = Temporal.Instant.from('2031-02-15T12:00:00Z')
const many = 20_000

/** A value of every list parameter: one that is declared and not here does not compile. */
const eventFilters: Readonly<Record<keyof ListEvents, string>> = {
  page: '2',
  per_page: '50',
  start_date: '2031-03-01',
  end_date: '2031-03-31',
  starts_before: '2031-03-01',
  starts_after: '2031-03-01',
  ends_before: '2031-03-01',
  ends_after: '2031-03-01',
  strict_dates: 'true',
  search: 'bander festival -dino',
  categories: '1,2',
  tags: '41,42',
  venue: '1,2',
  organizer: '709,710',
  featured: 'true',
  status: 'draft,pending',
  geoloc: 'false',
  geoloc_lat: '52.5',
  geoloc_lng: '13.4',
  include: '1000,1001,1002',
  post_parent: '1000',
  ticketed: 'true',
  password: 'secret',
  geoloc_radius: '300',
  geoloc_unit: 'mi',
  geoloc_bbox: '170,-50,20,60',
  orderby: 'title',
  order: 'desc',
}

const linkedFilters: Readonly<Record<keyof ListLinked, string>> = {
  page: '2',
  per_page: '50',
  search: 'bander hall',
  event: '1000',
  has_events: 'true',
  only_with_upcoming: 'true',
  status: 'draft',
  geoloc: 'true',
  geoloc_lat: '52.5',
  geoloc_lng: '13.4',
  geoloc_radius: '300',
  geoloc_unit: 'mi',
  geoloc_bbox: '170,-50,20,60',
  orderby: 'title',
  order: 'desc',
}

const termFilters: Readonly<Record<keyof ListTerms, string>> = {
  page: '2',
  per_page: '50',
  search: 'bander',
  exclude: '1,2',
  include: '3,4',
  order: 'desc',
  orderby: 'count',
  hide_empty: 'false',
  parent: '1',
  post: '1000',
  event: '1000',
  slug: 'bander',
}

type Query = Readonly<Record<string, string>>

/** Each order, with what it needs, alone and beside every other parameter; each way of looking somewhere likewise. */
function ordered(filters: Query, orders: readonly string[]): Query[] {
  const here = { geoloc_lat: '52.5', geoloc_lng: '13.4' }
  const words = { search: 'bander' }
  const besides = [{}, ...Object.entries(filters).map((pair) => Object.fromEntries([pair]))]
  const leads: Query[] = [
    here,
    { ...here, geoloc_radius: '20000' },
    ...orders.map((orderby) => ({
      ...(orderby === 'distance' ? here : orderby === 'relevance' ? words : {}),
      orderby,
    })),
  ]
  return leads.flatMap((lead) => besides.map((beside) => Object.assign({}, beside, lead)))
}

const eventOrders = ['start_date', 'end_date', 'title', 'date', 'modified', 'distance', 'relevance', 'id']
const linkedOrders: Readonly<Record<LinkedKind['table'], readonly string[]>> = {
  venues: ['title', 'date', 'modified', 'relevance', 'id', 'distance'],
  organizers: ['title', 'date', 'modified', 'relevance', 'id'],
}

/** Each alone, and every two of them together. */
function combinations(filters: Query): Query[] {
  const pairs = Object.entries(filters)
  return [
    {},
    ...pairs.map((pair) => Object.fromEntries([pair])),
    ...pairs.flatMap((one, index) => pairs.slice(index + 1).map((other) => Object.fromEntries([one, other]))),
  ]
}

interface Asked {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

let folder: string
let db: Database
let connection: DatabaseSync
let context: Context
let asked: Asked[] = []
const callers = new Map<string, Caller>()

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kalends-plans-'))
  const path = join(folder, 'kalends.db')
  db = await openDatabase(path)
  const people: Role[] = ['administrator', 'author', 'subscriber']
  callers.set('anybody', anonymous)
  for (const role of people) {
    const { id } = await createUser(db, { login: role, email: `${role}@example.org`, role }, 0)
    callers.set(`an ${role}`, { id, role, login: role })
  }
  await fillCalendar(db, { events: many, now, authors: [1, 2, 2] })
  connection = openSqlite(path, 'read')
  const read = new Kysely<Tables>({
    dialect: sqliteDialect(connection, 'read'),
    log: ({ query }) => void asked.push({ sql: query.sql, parameters: query.parameters }),
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
}, 120_000)

afterAll(async () => {
  await context.db.read.destroy()
  await db.close()
  rmSync(folder, { recursive: true })
})

describe.each(['anybody', 'a subscriber', 'an author', 'an administrator'])('for %s', (who) => {
  const caller = () => callers.get(who) ?? callers.get(who.replace(/^a /, 'an ')) ?? anonymous

  test('no list of events reads a whole table', async () => {
    const ask = async (query: Query) => {
      const { events } = await listEvents(context, read(listEventsParams, query), {
        caller: caller(),
        now,
        digest: undefined,
      })
      await withLinks(context.db.read, events, caller())
    }
    await expectNoScans(eventFilters, ask, eventOrders)
  })

  test.each([venueKind, organizerKind])('no list of $table reads a whole table', async (kind) => {
    const ask = (query: Query) =>
      listLinked(context, kind, { params: read(kind.listParams, query), caller: caller(), now })
    await expectNoScans(linkedFilters, ask, linkedOrders[kind.table])
  })
})

test.each([categoryKind, tagKind])('no list of $key reads a whole table', async (kind) => {
  await expectNoScans(termFilters, (query) => listTerms(context, kind, read(kind.listParams, query)))
})

test('SQLite has been told what to expect of every index of the calendar', async () => {
  const tables = [
    'events',
    'listings',
    'venues',
    'organizers',
    'terms',
    'event_venues',
    'event_organizers',
    'event_terms',
    'tickets',
  ]
  const { rows } = await sql`
    select name from sqlite_schema where type = 'index' and tbl_name in (${sql.join(tables)})
    except select idx from sqlite_stat1`.execute(db.read)
  expect(rows).toEqual([])
})

/** Asks for every combination, and has SQLite explain each query that comes of it. */
async function expectNoScans(
  filters: Query,
  ask: (query: Query) => Promise<unknown>,
  orders: readonly string[] = [],
): Promise<void> {
  const scans = new Map<string, Query>()
  const queries = [...combinations(filters), ...(orders.length > 0 ? ordered(filters, orders) : [])]
  for (const query of queries) {
    asked = []
    await ask(query)
    for (const { sql, parameters } of asked) {
      const plan = planOf(sql, parameters)
      const scan = isAccepted(sql, plan) ? undefined : plan.find(isScan)
      if (scan) scans.set(`${scan} <- ${sql}`, query)
    }
  }
  expect(Object.fromEntries(scans)).toEqual({})
}

/** Reading a table, or an index of it, from one end to the other; or nine of ten events, by their status alone. */
function isScan(step: string): boolean {
  return (
    /^SCAN (events|venues|organizers|terms|event_\w+|items|users|media|tickets)\b/.test(step) ||
    /^SEARCH events .*\(status=\?\)$/.test(step)
  )
}

/**
 * What looks like a scan and is accepted: a condition that never holds is found out before the first row; and where
 * nothing bounds the order of a list, a page of it is read along an index, or the ids, in that order, as far as its last row.
 */
function isAccepted(sql: string, plan: readonly string[]): boolean {
  const isInOrder =
    / limit \? /.test(sql) &&
    (plan[0]?.includes('INDEX') === true || / order by "\w+"\."id" /.test(sql)) &&
    !plan.some((step) => step.startsWith('USE TEMP B-TREE'))
  return sql.includes('1 = 0') || isInOrder
}

function planOf(sql: string, parameters: readonly unknown[]): string[] {
  return connection
    .prepare(`explain query plan ${sql}`)
    .all(...(parameters as string[]))
    .map(({ detail }) => String(detail))
}

/** The parameters as the service reads them; the declaration says what they are. */
function read<Params>(declared: TObject, query: Query): Params {
  const { values, faults } = decode(declared, query)
  expect([...faults.values()]).toEqual([])
  return values as Params
}
