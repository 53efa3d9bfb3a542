import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anonymous, type Caller } from '../../src/auth/rights.ts'
import { createUser } from '../../src/auth/users.ts'
import type { Database } from '../../src/db/dialect.ts'
import { openDatabase } from '../../src/db/open.ts'
import { openSqlite, readingDialect } from '../../src/db/sqlite/sqlite.driver.ts'
import type { Role, Tables } from '../../src/db/tables.ts'
import { type EventFacetsParams, eventFacetsParams } from '../../src/events/events.facets.params.ts'
import { countFacets } from '../../src/events/events.facets.query.ts'
import { listEventsParams } from '../../src/events/events.params.ts'
import { listEvents } from '../../src/events/events.query.ts'
import { listLinked } from '../../src/linked/linked.query.ts'
import { organizerKind } from '../../src/organizers/organizers.kind.ts'
import type { Context } from '../../src/posts/context.ts'
import { categoryKind, tagKind } from '../../src/terms/terms.kind.ts'
import { listTerms } from '../../src/terms/terms.list.ts'
import { venueKind } from '../../src/venues/venues.kind.ts'
import { fillCalendar } from '../support/fill.ts'
import { forgetfulContext, readAs } from './plans.context.ts'
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
} from './plans.queries.ts'

const now = Temporal.Instant.from('2031-02-15T12:00:00Z')
const many = 20_000

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
    dialect: readingDialect(connection),
    log: ({ query }) => void asked.push({ sql: query.sql, parameters: query.parameters }),
  })
  context = forgetfulContext({ ...db, read })
})

afterAll(async () => {
  await context.db.read.destroy()
  await db.close()
  rmSync(folder, { recursive: true })
})

describe.each(['anybody', 'a subscriber', 'an author', 'an administrator'])('for %s', (who) => {
  const caller = () => callers.get(who) ?? callers.get(who.replace(/^a /, 'an ')) ?? anonymous

  test('no list of events reads a whole table', async () => {
    const ask = async (query: Query) => {
      await listEvents(context, readAs(listEventsParams, query), { caller: caller(), now, digest: undefined })
    }
    await expectNoScans([...combinations(eventFilters), ...ordered(eventFilters, eventOrders)], ask)
  })

  test('facets of few events read no whole table', async () => {
    const reader = { caller: caller(), now, digest: undefined }
    await expectNoScans(listsOfFew, (query) =>
      countFacets(context, readAs<EventFacetsParams>(eventFacetsParams, query), reader),
    )
  })

  test.each([venueKind, organizerKind])('no list of $table reads a whole table', async (kind) => {
    const ask = (query: Query) =>
      listLinked(context, kind, { params: readAs(kind.listParams, query), caller: caller(), now })
    await expectNoScans(
      [...combinations(linkedFilters), ...ordered(linkedFilters, linkedOrders[kind.table])],
      ask,
    )
  })
})

test.each([categoryKind, tagKind])('no list of $key reads a whole table', async (kind) => {
  await expectNoScans(combinations(termFilters), (query) =>
    listTerms(context, kind, readAs(kind.listParams, query)),
  )
})

test('SQLite has been told what to expect of every index of the calendar', async () => {
  const tables = [
    'events',
    'listings',
    'term_listings',
    'venue_listings',
    'organizer_listings',
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

/** Asks for every list, and has SQLite explain each query that comes of it. */
async function expectNoScans(
  queries: readonly Query[],
  ask: (query: Query) => Promise<unknown>,
): Promise<void> {
  const scans = new Map<string, Query>()
  let explained = 0
  for (const query of queries) {
    asked = []
    await ask(query)
    explained += asked.length
    for (const { sql, parameters } of asked) {
      const plan = planOf(sql, parameters)
      const scan = isAccepted(sql, plan) ? undefined : plan.find(isScan)
      if (scan) scans.set(`${scan} <- ${sql}`, query)
    }
  }
  expect(Object.fromEntries(scans)).toEqual({})
  expect(explained).toBeGreaterThan(queries.length)
}

/** Reading a table, or an index of it, from one end to the other; or nine of ten events, by their status alone. */
function isScan(step: string): boolean {
  return (
    /^SCAN (events|(\w+_)?listings|venues|organizers|terms|event_\w+|items|users|media|tickets)\b/.test(
      step,
    ) || /^SEARCH events .*\(status=\?\)$/.test(step)
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
  // What is said of the events of a venue and the like, which were searched for before.
  const isFound = plan.some((step) => /^(CO-ROUTINE|MATERIALIZE) events$/.test(step))
  const isOfFound = isFound && !plan.some((step) => isScan(step) && !/^SCAN events$/.test(step))
  return sql.includes('1 = 0') || isInOrder || isOfFound
}

function planOf(sql: string, parameters: readonly unknown[]): string[] {
  return connection
    .prepare(`explain query plan ${sql}`)
    .all(...(parameters as string[]))
    .map(({ detail }) => String(detail))
}
