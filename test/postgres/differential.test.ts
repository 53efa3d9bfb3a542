import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyDatabase } from '../../src/storage/db/copy.ts'
import { openDatabase } from '../../src/storage/db/open.ts'
import { event, organizer, term, venue } from '../api/generated.ts'
import { type Asked, createTestApp, type TestApp } from '../support/app.ts'

import { createTestDatabase, sqliteDatabase } from '../support/database.ts'
import { fillCalendar } from '../support/fill.ts'
import { createAccounts } from '../support/accounts.ts'
import { type Known, listRequest } from './differential.queries.ts'
import { runs } from '../support/runs.ts'

const now = Temporal.Instant.from('2031-02-15T12:00:00Z')
const settings = { SITE_TIMEZONE: 'Europe/Berlin' }

/** Requests to each of the databases. */
const requests = runs(6000)

describe('one calendar in both databases', () => {
  let folder: string
  let onSqlite: TestApp
  let onPostgres: TestApp
  let known: Known

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kalends-both-'))
    const file = sqliteDatabase(folder)
    const credentials = await createAccounts(file.url)
    onSqlite = await createTestApp(settings, { database: file, credentials })
    onSqlite.setNow(now)
    const { author, editor } = onSqlite.ids
    await fillCalendar(onSqlite.db, { events: 1500, now, authors: [author, editor] })
    await addStrange(onSqlite)
    known = await knownOf(onSqlite)
    const database = await createTestDatabase(folder)
    const copy = await openDatabase(database.url)
    await copyDatabase(onSqlite.db, copy, () => {})
    await copy.close()
    onPostgres = await createTestApp(settings, { database, credentials })
    onPostgres.setNow(now)
  })
  afterAll(async () => {
    await onSqlite.close()
    await onPostgres.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('is listed the same, byte for byte, whatever is asked and by whom', async () => {
    let found = 0
    await fc.assert(
      fc.asyncProperty(listRequest(known), async (asked) => {
        const [one, other] = [await answerOf(onSqlite, asked), await answerOf(onPostgres, asked)]
        for (const { status, text } of [one, other]) expect(status, text).toBeLessThan(500)
        expect(other).toEqual(one)
        if (one.status === 200) found += 1
      }),
      { numRuns: requests },
    )
    // Most of them are no refusals.
    expect(found).toBeGreaterThan(requests / 2)
  })
})

async function answerOf(app: TestApp, asked: Asked) {
  const { status, text, headers } = await app.ask(asked)
  const { 'content-type': type, link, allow } = headers
  return { status, text, type, link, allow }
}

/** Records with texts that databases could trip over, as the API takes them. */
async function addStrange(app: TestApp): Promise<void> {
  const idsOf = async (kind: 'venues' | 'organizers' | 'terms') =>
    (await app.db.read.selectFrom(kind).select('id').orderBy('id').limit(5).execute()).map(({ id }) => id)
  const terms = await idsOf('terms')
  const made = { venues: [...(await idsOf('venues'))], organizers: [...(await idsOf('organizers'))] }
  const create = async (kind: string, json: unknown) =>
    (await app.ask({ as: 'administrator', method: 'POST', path: kind, json })).body.id as number | undefined
  for (const [kind, fields] of [
    ['venues', venue],
    ['organizers', organizer],
    ['categories', term(terms)],
    ['tags', term(undefined)],
  ] as const) {
    for (const json of fc.sample(fields, { numRuns: 25, seed: 5 })) {
      const id = await create(kind, json)
      if (id !== undefined && (kind === 'venues' || kind === 'organizers')) made[kind].push(id)
    }
  }
  const linkable = { ...made, categories: terms.slice(0, 3), tags: [], parents: [] }
  for (const json of fc.sample(event(linkable), { numRuns: 120, seed: 6 })) await create('events', json)
}

async function knownOf({ db: { read } }: TestApp): Promise<Known> {
  const [events, venues, organizers] = await Promise.all(
    (['events', 'venues', 'organizers'] as const).map((table) =>
      read.selectFrom(table).select(['id', 'title_folded']).orderBy('id').execute(),
    ),
  )
  const terms = await read
    .selectFrom('terms')
    .select(['id', 'taxonomy', 'name', 'slug'])
    .orderBy('id')
    .execute()
  const idsOf = (rows: readonly { id: number }[] = []) => rows.map(({ id }) => id)
  const titles = [...(events ?? []), ...(venues ?? []), ...(organizers ?? [])].map(
    ({ title_folded }) => title_folded,
  )
  const words = [...new Set(titles.flatMap((title) => title.split(' ')).filter((word) => word !== ''))]
  return {
    ids: {
      events: idsOf(events),
      venues: idsOf(venues),
      organizers: idsOf(organizers),
      categories: idsOf(terms.filter(({ taxonomy }) => taxonomy === 'tribe_events_cat')),
      tags: idsOf(terms.filter(({ taxonomy }) => taxonomy === 'post_tag')),
    },
    words,
    termNames: terms.filter((_, index) => index % 10 === 0).flatMap(({ name, slug }) => [name, slug]),
  }
}
