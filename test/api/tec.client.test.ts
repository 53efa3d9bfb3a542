import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { acknowledged, createTecApp } from './tec.ts'

// The requests of the original’s MCP server (0.1.6), as it sends them: they were recorded between it, built from its public source
// (commit 4fcf794), and this service, by calls of its three tools. Its package is none that could be installed here.

let app: TestApp
beforeAll(async () => {
  app = await createTecApp()
})
afterAll(() => app.close())

/** As it asks: with credentials, a content type even for reads, and the acknowledgement; every answer has to be JSON. */
async function send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, json?: object) {
  const { status, body, headers, text } = await app.ask({
    as: 'administrator',
    method,
    path: `/wp-json${path}`,
    absolute: true,
    headers: { 'content-type': 'application/json', ...acknowledged },
    ...(json ? { json } : {}),
  })
  expect(headers['content-type'], text).toMatch(/^application\/json/)
  return { status, body }
}

test('it starts: the site, who asks, and the settings are told', async () => {
  const root = await send('GET', '/')
  expect(Object.keys(root.body)).toEqual(
    expect.arrayContaining(['name', 'description', 'url', 'home', 'gmt_offset', 'timezone_string']),
  )
  expect(root.body.namespaces).toContain('tec/v1')
  expect((await send('GET', '/wp/v2/users/me')).status).toBe(200)
  expect((await send('GET', '/wp/v2/settings')).body).toHaveProperty('title')
})

test('it creates, finds, changes and deletes all kinds of records', async () => {
  const made = async (kind: string, json: object) => {
    const { status, body } = await send('POST', `/tec/v1/${kind}`, { status: 'publish', ...json })
    expect(status).toBe(201)
    expect(body.id).toBeGreaterThan(0)
    return body.id as number
  }
  const address = { address: 'Main St 1', country: 'Germany', city: 'Ulm', website: 'https://example.org' }
  const venue = await made('venues', { title: 'Hall', ...address })
  const organizer = await made('organizers', { title: 'Club', email: 'club@example.org' })
  const { id: category } = await app.create('categories', { name: 'Music' })
  const dates = { start_date: '2031-05-01 20:00:00', end_date: '2031-05-01 22:00:00' }
  const links = { venues: [venue], organizers: [organizer], tribe_events_cat: [category] }
  const event = await made('events', { title: 'Night', ...dates, ...links })
  await made('events', {
    title: 'Draft',
    ...dates,
    timezone: 'Europe/Berlin',
    tribe_events_cat: [],
    status: 'draft',
  })

  const ids = async (path: string) => {
    const { status, body } = await send('GET', `/tec/v1/${path}`)
    expect(status).toBe(200)
    return (body as { id: number }[]).map(({ id }) => id)
  }
  expect(await ids('events?page=1&per_page=10&order=asc&orderby=date')).toContain(event)
  expect(await ids('events?per_page=100&order=desc&status=publish%2Cdraft')).toHaveLength(2)
  expect(await ids(`events?include=${event}&search=night`)).toEqual([event])
  expect(await ids(`events?exclude=${event}`)).toEqual([])
  expect(
    await ids(`events?start_date=2031-05-01&end_date=2031-06-01&venue=${venue}&organizer=${organizer}`),
  ).toEqual([event])
  expect(await ids(`events?featured=false&categories=${category}`)).toEqual([event])
  expect(await ids('events?featured=true')).toEqual([])
  // All filters at once; what is an empty list there is an empty text here.
  const filters = 'page=1&per_page=10&order=asc&orderby=event_date&status=publish'
  const chosen = `include=${event}&exclude=999999&search=night&start_date=2031-05-01&end_date=2031-06-01`
  expect(
    await ids(
      `events?${filters}&${chosen}&venue=${venue}&organizer=${organizer}&featured=false&categories=&tags=`,
    ),
  ).toEqual([event])
  expect(await ids('venues?search=hall&city=Ulm&country=Germany&geo_lat=48&geo_lng=10&radius=5')).toEqual([
    venue,
  ])
  expect(await ids('organizers?email=club%40example.org')).toEqual([organizer])
  expect((await send('GET', `/tec/v1/events/${event}`)).body.title.rendered).toBe('Night')
  expect((await send('GET', '/tec/v1/tickets')).status).toBe(404)

  expect(
    (await send('PUT', `/tec/v1/venues/${venue}`, { title: 'Hall 2', status: 'publish' })).body,
  ).toMatchObject({
    ...address,
    title: { rendered: 'Hall 2' },
  })
  const backwards = {
    title: 'Bad',
    status: 'publish',
    start_date: dates.end_date,
    end_date: dates.start_date,
  }
  const bad = await send('POST', '/tec/v1/events', backwards)
  expect([bad.status, Object.keys(bad.body.data.details)]).toEqual([400, ['end_date']])
  const changed = await send('PUT', `/tec/v1/events/${event}`, {
    ...dates,
    title: 'Late night',
    status: 'publish',
  })
  expect([changed.status, changed.body.id, changed.body.venues[0].id]).toEqual([200, event, venue])
  expect(await send('DELETE', `/tec/v1/events/${event}`)).toEqual({ status: 200, body: [] })
  const again = await send('DELETE', `/tec/v1/events/${event}`)
  expect([again.status, again.body]).toEqual([
    410,
    expect.objectContaining({ error: expect.any(String), message: expect.stringContaining('force=true') }),
  ])
  expect(await send('DELETE', `/tec/v1/events/${event}?force=true`)).toEqual({ status: 200, body: [] })
  const gone = await send('GET', `/tec/v1/events/${event}`)
  expect([gone.status, gone.body.code, gone.body.data.status]).toEqual([403, 'rest_forbidden', 403])
  const refused = await send('PUT', `/tec/v1/organizers/${venue}`, { title: 'B' })
  // What it shows of a refusal.
  expect(refused.body).toMatchObject({
    code: expect.any(String),
    message: expect.any(String),
    data: { status: 404 },
  })
})
