import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { picture, uploadTo } from './upload.ts'

const times = { start_date: '2031-03-10 10:00', end_date: '2031-03-10 12:00' }

let calendar: TestApp
let elsewhere: Server
let address: string
/** The addresses that were asked for elsewhere. */
let asked: string[]

beforeAll(async () => {
  elsewhere = createServer((request, response) => {
    asked.push(request.url ?? '')
    if (request.url?.startsWith('/text')) return response.end('<html>no image</html>')
    if (request.url?.startsWith('/gone')) return response.writeHead(404).end()
    return response.setHeader('content-type', 'text/plain').end(picture)
  })
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  const { port } = elsewhere.address() as AddressInfo
  address = `http://127.0.0.1:${port}`
  calendar = await createTestApp({ IMAGE_HOSTS: `127.0.0.1:${port}` })
})

beforeEach(() => {
  asked = []
})

afterAll(async () => {
  await calendar.close()
  elsewhere.close()
})

test('a featured image by id, as number or text, is shown by events, venues and organizers alike', async () => {
  const { body: image } = await uploadTo(calendar, picture)
  const kinds = {
    events: { title: 'Shown', ...times },
    venues: { venue: 'Shown' },
    organizers: { organizer: 'Shown' },
  }
  for (const [kind, fields] of Object.entries(kinds)) {
    for (const choice of [image.id, String(image.id)]) {
      const made = await calendar.ask({
        as: 'author',
        method: 'POST',
        path: kind,
        json: { ...fields, image: choice },
      })
      expect(made.body.image).toMatchObject({ id: image.id, url: image.url })
      const read = await calendar.ask({ path: `${kind}/${made.body.id}` })
      expect(read.body.image).toEqual(made.body.image)
      expect(JSON.stringify(read.body.json_ld.image)).toContain(image.url)
    }
  }
})

test('a featured image stays through an update of something else, and goes when it is cleared', async () => {
  const { body: image } = await uploadTo(calendar, picture)
  const { body: event } = await calendar.ask({
    as: 'author',
    method: 'POST',
    path: 'events',
    json: { title: 'Kept', ...times, image: image.id },
  })
  const kept = await calendar.ask({
    as: 'author',
    method: 'PATCH',
    path: `events/${event.id}`,
    json: { title: 'Still kept' },
  })
  expect(kept.body.image.id).toBe(image.id)
  for (const nothing of ['', null, false, 0]) {
    await calendar.ask({
      as: 'author',
      method: 'PATCH',
      path: `events/${event.id}`,
      json: { image: image.id },
    })
    const cleared = await calendar.ask({
      as: 'author',
      method: 'PATCH',
      path: `events/${event.id}`,
      json: { image: nothing },
    })
    expect(cleared.body.image).toBe(false)
  }
})

test('a featured image by address is fetched once, and known by its address and by its bytes from then on', async () => {
  const fetched = async (path: string) =>
    (
      await calendar.ask({
        as: 'author',
        method: 'POST',
        path: 'events',
        json: { title: 'Fetched', ...times, image: `${address}${path}` },
      })
    ).body.image
  const first = await fetched('/one-same')
  expect(first).toMatchObject({ width: 1200, height: 800 })
  expect(await fetched('/one-same')).toEqual(first)
  expect(await fetched('/another-same')).toEqual(first)
  expect(asked).toEqual(['/one-same', '/another-same'])
})

test('a featured image by the address of one stored here is that one', async () => {
  const { body: image } = await uploadTo(calendar, picture)
  for (const url of [image.url, image.sizes.medium.url]) {
    const made = await calendar.ask({
      as: 'contributor',
      method: 'POST',
      path: 'venues',
      json: { venue: `At ${url}`, image: url },
    })
    expect(made.body.image.id).toBe(image.id)
  }
})

test.each([
  ['text', '/text', 'author'],
  ['an address where nothing is', '/gone', 'author'],
] as const)(
  'a featured image that is %s is refused with the reason, and the event is not made',
  async (_what, path, as) => {
    const before = await calendar.ask({
      path: 'events',
      query: { start_date: '2031-01-01', end_date: '2031-12-31' },
    })
    const refused = await calendar.ask({
      as,
      method: 'POST',
      path: 'events',
      json: { title: 'No', ...times, image: `${address}${path}` },
    })
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'rest_invalid_param', data: { params: { image: expect.stringMatching(/^image /) } } },
    })
    const after = await calendar.ask({
      path: 'events',
      query: { start_date: '2031-01-01', end_date: '2031-12-31' },
    })
    expect(after.body.total).toBe(before.body.total)
  },
)

test.each([
  'http://127.0.0.1:1/x.png',
  'http://[::1]/x.png',
  'http://169.254.169.254/latest/meta-data',
  'http://0x7f.1/x.png',
])('a featured image from %s is refused: that is a private address', async (url) => {
  const refused = await calendar.ask({
    as: 'author',
    method: 'POST',
    path: 'events',
    json: { title: 'No', ...times, image: url },
  })
  expect(refused).toMatchObject({ status: 400, body: { data: { params: { image: expect.any(String) } } } })
})

test('a featured image is not fetched for those who may not upload', async () => {
  const refused = await calendar.ask({
    as: 'contributor',
    method: 'POST',
    path: 'events',
    json: { title: 'No', ...times, image: `${address}/two` },
  })
  expect(refused).toMatchObject({ status: 400, body: { data: { params: { image: expect.any(String) } } } })
  expect(asked).toEqual([])
})

test('images of venues and organizers that are nested in an event are kept like its own', async () => {
  const { body: stored } = await uploadTo(calendar, picture)
  const venue = { venue: 'With an image', image: `${address}/nested.png` }
  const organizer = [{ organizer: 'With one too', image: stored.id }, { organizer: 'Without' }]
  const json = { title: 'Nested images', ...times, venue, organizer }
  const { status, body, text } = await calendar.ask({ as: 'author', method: 'POST', path: 'events', json })
  expect(status, text).toBe(201)
  expect(asked).toContain('/nested.png')
  expect(body.venue.image).toMatchObject({ width: 1200 })
  expect(body.organizer).toMatchObject([{ image: { id: stored.id } }, { organizer: 'Without' }])
  expect(body.organizer[1]).not.toHaveProperty('image')

  const refused = await calendar.ask({
    as: 'author',
    method: 'PUT',
    path: `events/${body.id}`,
    json: { organizer: { organizer: 'Never made', image: `${address}/text` } },
  })
  expect(refused).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } })
  expect(refused.body.data.params.organizer).toContain('[image]')
  const { body: found } = await calendar.ask({ path: 'organizers', query: { search: 'Never made' } })
  expect(found.total).toBe(0)
})

test.each([
  [
    'a nested venue without a name',
    'POST',
    'events',
    { title: 'No', ...times, venue: { venue: ' ', city: 'Oslo' } },
  ],
  [
    'a nested organizer without a name',
    'PUT',
    'event',
    { organizer: [{ organizer: '<b></b>', phone: '1' }] },
  ],
  ['a venue without a name', 'POST', 'venues', { venue: ' ' }],
  ['an organizer that loses its name', 'PUT', 'organizer', { organizer: ' ' }],
  ['an event that has changed', 'PUT', 'event', { title: 'Other' }, '"old"'],
  ['an organizer that has changed', 'PUT', 'organizer', { phone: '1' }, '"old"'],
])('no image is fetched for %s', async (_, method, path, fields, ifMatch?: string) => {
  const make = (path: string, json: object) => calendar.ask({ as: 'author', method: 'POST', path, json })
  const { body: event } = await make('events', { title: 'Before', ...times })
  const { body: organizer } = await make('organizers', { organizer: `Before ${event.id}` })
  const paths: Record<string, string> = {
    event: `events/${event.id}`,
    organizer: `organizers/${organizer.id}`,
  }
  const refused = await calendar.ask({
    as: 'author',
    method,
    path: paths[path] ?? path,
    json: { ...fields, image: `${address}/needless` },
    headers: ifMatch === undefined ? {} : { 'if-match': ifMatch },
  })
  expect(refused.status, refused.text).toBe(ifMatch === undefined ? 400 : 412)
  expect(asked).toEqual([])
})

test('who may edit an event uploads its picture without the right to upload, and says what it shows until it is public', async () => {
  const made = await calendar.create('events', { title: 'Sent', ...times, status: 'pending' }, 'contributor')
  const upload = (id: number, as?: 'contributor' | 'author' | 'subscriber') =>
    calendar.ask({
      ...(as ? { as } : {}),
      method: 'POST',
      path: `events/${id}/media`,
      raw: picture,
      headers: { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="sent.png"' },
    })
  const before = (await calendar.read('media')).total
  expect((await upload(made.id)).status).toBe(401)
  for (const as of ['author', 'subscriber'] as const) expect((await upload(made.id, as)).status).toBe(403)
  expect((await upload(999_999, 'contributor')).status).toBe(404)
  expect((await calendar.read('media')).total).toBe(before)
  const { status, body: image } = await upload(made.id, 'contributor')
  expect([status, image.title]).toEqual([201, 'sent'])
  const path = `events/${made.id}`
  const set = { as: 'contributor', method: 'POST', path, json: { image: image.id } } as const
  expect((await calendar.ask(set)).body.image.id).toBe(image.id)
  const said = (alt_text: string) =>
    calendar.ask({ as: 'contributor', method: 'POST', path: `media/${image.id}`, json: { alt_text } })
  expect((await said('A lantern')).body.alt_text).toBe('A lantern')
  // What reviewers have seen is neither removed nor exchanged.
  const remove = { as: 'contributor', method: 'DELETE', path: `media/${image.id}` } as const
  expect((await calendar.ask(remove)).status).toBe(403)
  const exchange = {
    as: 'contributor',
    method: 'POST',
    path: `media/${image.id}/file`,
    raw: picture,
  } as const
  expect((await calendar.ask({ ...exchange, headers: { 'content-type': 'image/png' } })).status).toBe(403)
  await calendar.ask({ as: 'editor', method: 'POST', path, json: { status: 'publish' } })
  expect((await said('Something else')).status).toBe(403)
  expect((await upload(made.id, 'contributor')).status).toBe(403)
  expect((await calendar.read(`media/${image.id}`)).alt_text).toBe('A lantern')
})

test.each(['venue', 'organizer'] as const)(
  'who may edit a record uploads its picture without the right to upload: %s',
  async (kind) => {
    const own = await calendar.create(`${kind}s`, { [kind]: `Own ${kind}`, status: 'draft' }, 'contributor')
    const others = await calendar.create(`${kind}s`, { [kind]: `Others’ ${kind}` }, 'editor')
    const upload = (id: number, as?: 'contributor' | 'subscriber' | 'editor') =>
      calendar.ask({
        ...(as ? { as } : {}),
        method: 'POST',
        path: `${kind}s/${id}/media`,
        raw: picture,
        headers: { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="sent.png"' },
      })
    const before = (await calendar.read('media')).total
    expect((await upload(own.id)).status).toBe(401)
    expect((await upload(own.id, 'subscriber')).status).toBe(403)
    expect((await upload(others.id, 'contributor')).status).toBe(403)
    expect((await upload(999_999, 'editor')).status).toBe(400)
    expect(
      (await upload((await calendar.create('events', { title: 'E', ...times })).id, 'editor')).status,
    ).toBe(400)
    expect((await calendar.read('media')).total).toBe(before)
    const { status, body: image } = await upload(own.id, 'contributor')
    expect(status).toBe(201)
    const set = {
      as: 'contributor',
      method: 'POST',
      path: `${kind}s/${own.id}`,
      json: { image: image.id },
    } as const
    expect((await calendar.ask(set)).body.image.id).toBe(image.id)
  },
)
