import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../src/storage/db/dialect.ts'
import { largestId } from '../../src/fields/exported.ts'
import { exportLines } from '../../src/outward/exports/exports.lines.ts'
import { newReport } from '../../src/outward/imports/imports.report.ts'
import { loadExport } from '../../src/outward/imports/kalends/kalends.load.ts'
import { openExport } from '../../src/outward/imports/kalends/kalends.read.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { fillCalendar } from '../support/fill.ts'

const now = Temporal.Instant.from('2031-02-15T12:00:00Z')

let near: TestApp
let lines: string[]
beforeAll(async () => {
  const original = await createTestApp()
  await fillCalendar(original.db, { events: 1300, now, authors: [original.ids.administrator] })
  lines = await exported(original.db)
  await original.close()
  near = await createTestApp()
  await load(near.db, lines)
})
afterAll(() => near.close())

/** Far from one another, too, so that no bit or span is kept for each id between. */
const places: readonly [string, (id: number) => number][] = [
  ['around 2³¹', (id) => 2 ** 31 - 1_000_000 + 9973 * id],
  ['up to the largest that there may be', (id) => largestId - 2 ** 31 + 9973 * id],
]

describe.each(places)('a calendar whose ids are %s', (_, moved) => {
  let far: TestApp
  beforeAll(async () => {
    far = await createTestApp()
    const { skipped } = await load(
      far.db,
      lines.map((line) => movedLine(line, moved)),
    )
    expect(skipped).toEqual([])
    for (const app of [near, far]) app.setNow(now)
  })
  afterAll(() => far.close())

  test.each([
    {},
    { page: '10', per_page: '50' },
    { search: 'en' },
    { search: 'e', page: '7' },
    { search: 'en er', orderby: 'relevance', starts_after: '1990-01-01' },
    { search: 'e -wystor', starts_after: '2031-02-20', order: 'desc' },
    { search: 'er', start_date: '2031-02-01', end_date: '2031-02-28', featured: 'true' },
  ])('is listed, searched and counted as any other: %j', async (query) => {
    const [expected, { status, body }] = await both(far, 'events', query)
    expect(status).toBe(200)
    expect(body.total).toBe(expected.body.total)
    expect(body.total).toBeGreaterThan(0)
    expect(idsOf(body.events)).toEqual(idsOf(expected.body.events).map(moved))
    const { page: _page, per_page: _perPage, orderby: _orderby, order: _order, ...counted } = query
    const [others, facets] = await both(far, 'events/facets', counted)
    expect(facets.status).toBe(200)
    expect(unnamed(facets.body)).toEqual(unnamed(others.body))
  })

  test.each(['venues', 'organizers'])('%s of it are found', async (path) => {
    const [expected, { body }] = await both(far, path, { search: 'e' })
    expect(idsOf(body[path])).toEqual(idsOf(expected.body[path]).map(moved))
  })

  test('what is made there has ids beyond all that came, is found at once, and no longer when it is gone', async () => {
    const [, all] = await both(far, 'events', { status: 'any', per_page: '1', starts_after: '1990-01-01' })
    const json = { title: 'Quokkaschau', start_date: '2031-05-01', end_date: '2031-05-02', status: 'publish' }
    const made = await far.ask({ as: 'administrator', method: 'POST', path: 'events', json })
    expect(made.status, made.text).toBe(201)
    const { id } = made.body
    const largest = Math.max(...(await allIds(far.db)).filter((other) => other !== id))
    expect(id).toBe(largest + 1)
    const found = async () => (await far.ask({ path: 'events', query: { search: 'quokka' } })).body.events
    expect(idsOf(await found())).toEqual([id])
    expect((await far.ask({ path: `events/${id}` })).body.title).toBe('Quokkaschau')
    const changed = { as: 'administrator', method: 'PUT', path: `events/${id}` } as const
    expect((await far.ask({ ...changed, json: { title: 'Wombatschau' } })).status).toBe(200)
    expect(await found()).toEqual([])
    await far.ask({ as: 'administrator', method: 'DELETE', path: `events/${id}`, query: { force: 'true' } })
    expect(idsOf((await far.ask({ path: 'events', query: { search: 'wombat' } })).body.events)).toEqual([])
    const [, after] = await both(far, 'events', { status: 'any', per_page: '1', starts_after: '1990-01-01' })
    expect(after.body.total).toBe(all.body.total)
  })
})

test('records whose ids or numbers nothing here could hold are told of and left out', async () => {
  const copy = await createTestApp()
  const at = lines.findIndex((line) => line.includes('"kind":"event"'))
  const spoilt = [{ id: largestId + 1 }, { id: 1e30 }, { sequence: 1e17 }, { post_parent: 1e300 }]
  const spoiled = lines
    .with(at, '{}')
    .toSpliced(
      at,
      spoilt.length,
      ...spoilt.map((change, index) => JSON.stringify({ ...JSON.parse(lines[at + index] ?? ''), ...change })),
    )
  const { skipped } = await load(copy.db, spoiled)
  expect(skipped.map(({ says }) => says)).toEqual([
    `“id” must be <= ${largestId}`,
    `“id” must be <= ${largestId}`,
    '“sequence” must be <= 2147483647',
    `“post_parent” must be <= ${largestId}`,
  ])
  expect((await allIds(copy.db)).length).toBe((await allIds(near.db)).length - spoilt.length)
  await copy.close()
})

async function both(far: TestApp, path: string, query: Readonly<Record<string, string>>) {
  return Promise.all([near, far].map(async (app) => app.ask({ path, query }))).then(([one, other]) => {
    if (!one || !other) throw new Error('Both are asked.')
    return [one, other] as const
  })
}

function idsOf(records: readonly { readonly id: number }[]): number[] {
  return records.map(({ id }) => id)
}

async function allIds(db: Database): Promise<number[]> {
  return idsOf(await db.read.selectFrom('items').select('id').execute())
}

/** What is said of a calendar, but for its ids. */
function unnamed(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (name, member: unknown) => (name === 'id' ? undefined : member)))
}

/** The line with other ids in place of those that events, venues, organizers and images share. */
function movedLine(line: string, moved: (id: number) => number): string {
  const record = JSON.parse(line)
  if (!['image', 'venue', 'organizer', 'event'].includes(record.kind)) return line
  const { id, image_id, post_parent, venues, organizers } = record
  const one = (other: number | null) => (other === null ? null : moved(other))
  return JSON.stringify({
    ...record,
    id: moved(id),
    image_id: one(image_id),
    ...(record.kind === 'event'
      ? { post_parent: one(post_parent), venues: venues.map(moved), organizers: organizers.map(moved) }
      : {}),
  })
}

async function exported(db: Database): Promise<string[]> {
  let text = ''
  const facts = { calendar: 'town', program: '1.2.3', now }
  for await (const chunk of exportLines(db.read, facts)) text += chunk
  return text.trimEnd().split('\n')
}

async function load(db: Database, from: readonly string[]) {
  const report = newReport()
  const each = async function* () {
    yield* from
  }
  await loadExport(db, await openExport(each()), { report, isDryRun: false })
  return report
}
