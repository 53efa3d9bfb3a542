import { expect, test } from 'vitest'
import { fakeSite, send } from './fakeSite.ts'
import { emptyCalendar } from './importing.ts'
import { many, sourceAt } from './siteSource.ts'

test('all pages are read, whatever the site says of their number, and none is asked for in vain', async () => {
  for (const total of [0, 60, 130, 9999]) {
    const site = await fakeSite({ events: many(130) })
    site.total = () => total
    const { run } = await emptyCalendar()
    const report = await run(sourceAt(site).source)
    expect([total, report.counts.event.created]).toEqual([total, 130])
    const pages = site.asked.filter(({ path }) => path === '/events').map(({ query }) => query.get('page'))
    expect(new Set(pages).size).toBeLessThanOrEqual(total === 9999 ? 6 : 4)
    expect(report.shortfalls).toEqual(
      total === 9999 ? ['The source says it has 9999 events, and shows 130.'] : [],
    )
  }
})

test('an event that slips to another page while pages are read is still brought', async () => {
  const site = await fakeSite({ events: many(120) })
  site.interfere = (request) => {
    // After the first page, its first event goes: what was the first of page 2 is now the last of page 1.
    if (request.url?.includes('/events?page=2')) site.events = site.events.filter(({ id }) => id !== 1000)
    return false
  }
  const { db, run } = await emptyCalendar()
  site.total = (key) => (key === 'events' ? 120 : 0)
  await run(sourceAt(site, { concurrency: 1 }).source)
  const { length } = await db.read.selectFrom('events').select('id').where('id', '>', 1000).execute()
  expect(length).toBe(119)
})

test('a busy or broken site is asked again after the pause that it asks for, or longer and longer ones', async () => {
  const site = await fakeSite({ events: many(60) })
  const trouble = [
    { status: 429, headers: { 'retry-after': '7' }, text: '{}' },
    { status: 503, headers: {}, text: '<html>Down</html>' },
    { status: 200, headers: {}, text: '<!doctype html><title>Checking your browser</title>' },
  ]
  site.interfere = (request, response) => {
    const next = request.url?.includes('/events?page=2') ? trouble.shift() : undefined
    if (!next) return false
    response.writeHead(next.status, next.headers).end(next.text)
    return true
  }
  const { run } = await emptyCalendar()
  const { source, pauses } = sourceAt(site, { concurrency: 1 })
  const report = await run(source)
  expect(report.counts.event.created).toBe(60)
  expect(Math.max(...pauses)).toBeGreaterThan(6_000)
  expect(Math.max(...pauses)).toBeLessThanOrEqual(7_000)
})

test('a site that fails half-way is taken up again where it was, with nothing imported twice', async () => {
  const site = await fakeSite({ events: many(160) })
  site.interfere = (request, response) => {
    if (!request.url?.includes('/events?page=3')) return false
    response.writeHead(500).end('boom')
    return true
  }
  const { db, run } = await emptyCalendar()
  await expect(run(sourceAt(site, { concurrency: 1 }).source)).rejects.toThrow(/answers with status 500/)
  expect(await db.read.selectFrom('events').select('id').execute()).toHaveLength(100)
  site.interfere = () => false
  site.asked.length = 0
  const report = await run(sourceAt(site, { concurrency: 1 }).source)
  expect(
    site.asked
      .filter(({ path }) => path.startsWith('/'))
      .map(({ path, query }) => `${path} ${query.get('page')}`)[0],
  ).toBe('/events 3')
  expect(report.counts.event).toMatchObject({ created: 160, updated: 0 })
  expect(await db.read.selectFrom('events').select('id').execute()).toHaveLength(160)
})

test('a site that does not answer in time is given up, with a sentence', async () => {
  const site = await fakeSite({ events: many(3) })
  site.interfere = (request) => request.url?.includes('/events?') === true
  const { run } = await emptyCalendar()
  await expect(run(sourceAt(site, { timeout_ms: 60 }).source)).rejects.toThrow(
    /The source cannot be fetched: .*60 ms/,
  )
})

test('a site that answers every page alike is not read for ever', async () => {
  const site = await fakeSite({ events: many(10) })
  site.interfere = (request, response) => {
    if (!request.url?.includes('/events?')) return false
    send(response, 200, { events: site.events, total: 10, total_pages: 1 })
    return true
  }
  const { run } = await emptyCalendar()
  await expect(run(sourceAt(site).source)).rejects.toThrow(/like the ones before it/)
})

test('connections are kept from page to page', async () => {
  const site = await fakeSite({ events: many(400) })
  const sockets = new Set<unknown>()
  site.interfere = (request) => {
    sockets.add(request.socket)
    return false
  }
  const { run } = await emptyCalendar()
  await run(sourceAt(site).source)
  expect(site.asked.length).toBeGreaterThan(8)
  expect(sockets.size).toBeLessThanOrEqual(6)
})

test('pages that have not changed are not sent again', async () => {
  const site = await fakeSite({ events: many(120) })
  site.hasEtags = true
  const { run } = await emptyCalendar()
  await run(sourceAt(site).source)
  site.events = site.events.map((event) => (event['id'] === 1060 ? { ...event, title: 'Changed' } : event))
  site.asked.length = 0
  const report = await run(sourceAt(site).source)
  expect(report.counts.event).toMatchObject({ updated: 1, unchanged: 119, removed: 0 })
  const conditional = site.asked.filter(({ headers }) => headers['if-none-match'] !== undefined)
  expect(conditional.map(({ query }) => query.get('page'))).toEqual(['1', '2', '3'])
})

test('a site that wants to be left alone for hours is left alone', async () => {
  const site = await fakeSite()
  site.interfere = (_request, response) => {
    response.writeHead(429, { 'retry-after': '7200' }).end('{}')
    return true
  }
  const { run } = await emptyCalendar()
  await expect(run(sourceAt(site).source)).rejects.toThrow('wants to be left alone for 120 minutes')
})

test('a login is sent to the site alone, not to where it redirects', async () => {
  const elsewhere = await fakeSite({ events: many(1) })
  const site = await fakeSite()
  site.interfere = (request, response) => {
    response.writeHead(301, { location: `${elsewhere.origin}${request.url ?? ''}` }).end()
    return true
  }
  const { run } = await emptyCalendar()
  const report = await run(sourceAt(site, { user: 'ann' }).source)
  expect(report.counts.event.created).toBe(1)
  expect(site.asked.every(({ headers }) => headers.authorization !== undefined)).toBe(true)
  expect(elsewhere.asked.some(({ headers }) => headers.authorization !== undefined)).toBe(false)
})

test('of two imports of one source the first gives way, and nothing is imported twice', async () => {
  const site = await fakeSite({ events: many(150) })
  const { db, run } = await emptyCalendar()
  let second: Promise<unknown> | undefined
  site.interfere = (request, response) => {
    if (second || !request.url?.includes('/events?page=2')) return false
    // While the first waits for its second page, another one goes on with it.
    second = run(sourceAt(site).source)
    void second.finally(() =>
      send(response, 200, { events: site.events.slice(50, 100), total: 150, total_pages: 3 }),
    )
    return true
  }
  await expect(run(sourceAt(site, { concurrency: 1 }).source)).rejects.toThrow(
    'Another import of the same source',
  )
  expect(await second).toMatchObject({ counts: { event: { created: 150 } } })
  expect(await db.read.selectFrom('events').select('id').execute()).toHaveLength(150)
  expect((await run(sourceAt(site).source)).counts.event).toMatchObject({ created: 0, unchanged: 150 })
})
