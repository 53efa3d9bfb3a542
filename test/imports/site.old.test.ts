import { expect, test } from 'vitest'
import { isSiteAddress, siteRootOf } from '../../src/outward/imports/imports.address.ts'
import { fakeSite, send, wireEvent, wireVenue } from './fakeSite.ts'
import { emptyCalendar } from './importing.ts'
import { many, sourceAt } from './siteSource.ts'

test('lists that are empty are, whatever the site says then: 404, null, false, a bare list', async () => {
  const site = await fakeSite({ events: many(2) })
  const empty: Record<string, [number, unknown]> = {
    '/categories': [404, { code: 'term-archive-page-not-found', message: 'No', data: { status: 404 } }],
    '/tags': [200, { tags: null }],
    '/venues': [404, { code: 'venue-archive-page-not-found', message: 'No', data: { status: 404 } }],
    '/organizers': [200, []],
  }
  site.interfere = (_, response) => {
    const [status, body] = empty[site.asked.at(-1)?.path ?? ''] ?? []
    if (status !== undefined) send(response, status, body)
    return status !== undefined
  }
  const { run } = await emptyCalendar()
  const report = await run(sourceAt(site).source)
  expect(report.counts.event.created).toBe(2)
  expect(report.notes).toEqual([])
})

test('a calendar without any event is one', async () => {
  const site = await fakeSite()
  site.interfere = (_, response) => {
    const isEvents = site.asked.at(-1)?.path === '/events'
    if (isEvents) send(response, 404, { code: 'event-archive-page-not-found', data: { status: 404 } })
    return isEvents
  }
  const { run } = await emptyCalendar()
  expect((await run(sourceAt(site).source)).counts.event.created).toBe(0)
})

test('a site that has fewer lists is told so, and what its events name is taken and stays', async () => {
  const event = wireEvent(1, { venue: wireVenue(40), categories: [] })
  const site = await fakeSite({ events: [event] })
  site.interfere = (_, response) => {
    const isMissing = /^\/(?:venues|organizers|categories|tags)/.test(site.asked.at(-1)?.path ?? '')
    if (isMissing) send(response, 404, { code: 'rest_no_route', message: 'No route', data: { status: 404 } })
    return isMissing
  }
  const { db, run } = await emptyCalendar()
  const report = await run(sourceAt(site).source)
  expect(report.notes).toContain('The source has no list of venues: those that its events name are taken.')
  expect(report.counts).toMatchObject({ event: { created: 1 }, venue: { created: 1 } })
  expect((await run(sourceAt(site).source)).counts.venue).toMatchObject({ removed: 0 })
  expect(await db.read.selectFrom('venues').select(['id', 'status']).execute()).toEqual([
    { id: 40, status: 'publish' },
  ])
})

test('a list with gaps, messages before answers and comments behind them are read', async () => {
  const [first, second] = many(2)
  const site = await fakeSite()
  site.interfere = (_, response) => {
    if (site.asked.at(-1)?.path !== '/events') return false
    const isFirst = site.asked.at(-1)?.query.get('page') === '1'
    const body = { events: isFirst ? { 0: first, 2: second } : {}, total: 2, total_pages: 1 }
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(
        `<br />\n<b>Notice</b>: Array[0] in <b>/x.php</b><br />\n${JSON.stringify(body)}\n<!-- cached {1} -->`,
      )
    return true
  }
  const { run } = await emptyCalendar()
  expect((await run(sourceAt(site).source)).counts.event.created).toBe(2)
})

test.each([
  ['https://old.example/wp-json/tribe/events/v1/', 'https://old.example/wp-json/tribe/events/v1'],
  [
    'https://old.example/index.php/wp-json/tribe/events/v1',
    'https://old.example/index.php/wp-json/tribe/events/v1',
  ],
  ['https://old.example/?rest_route=/tribe/events/v1/', 'https://old.example/?rest_route=/tribe/events/v1'],
  ['https://bücher.example/wp-json/tribe/events/v1', 'https://xn--bcher-kva.example/wp-json/tribe/events/v1'],
])('%s is a site', (address, root) => {
  expect(isSiteAddress(address)).toBe(true)
  expect(siteRootOf(address)).toBe(root)
})

test('a site whose routes are in a parameter is asked there', async () => {
  const site = await fakeSite({ events: many(1) })
  site.interfere = (request, response) => {
    const url = new URL(request.url ?? '', site.origin)
    const route = url.searchParams.get('rest_route')
    if (route === '/') send(response, 200, { timezone_string: 'Europe/Berlin' })
    else if (route === '/tribe/events/v1/events' && url.searchParams.get('per_page') === '50')
      send(response, 200, { events: url.searchParams.get('page') === '1' ? site.events : [] })
    else send(response, 404, { code: 'rest_no_route' })
    return true
  }
  const { run } = await emptyCalendar()
  const root = `${site.origin}/?rest_route=/tribe/events/v1`
  expect((await run(sourceAt({ ...site, root }).source)).counts.event.created).toBe(1)
})
