import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { picture, uploadTo } from './upload.ts'

// Clients of the original read the image, the author and the terms of an event in one request, as `wp/v2/tribe_events?_embed`.

let app: TestApp
let image: { id: number; url: string }
let event: { id: number }
let other: { id: number }

const when = { start_date: '2031-03-11 18:00:00', end_date: '2031-03-11 21:00:00' }

beforeAll(async () => {
  app = await createTestApp({ REST_ROOT: '/wp-json' })
  image = (await uploadTo(app, picture)).body
  const categories = ['Jazz', 'Outdoors']
  event = await app.create('events', {
    ...when,
    title: 'Concert',
    image: image.id,
    categories,
    tags: ['free'],
  })
  other = await app.create('events', { ...when, title: 'Talk' })
})
afterAll(() => app.close())

async function read(path: string, more: { as?: 'administrator' | 'editor' } = {}) {
  return app.ask({ ...more, path: `/wp-json/wp/v2/${path}`, absolute: true })
}

test('records of lists carry what they link to', async () => {
  const { status, body, headers } = await read('tribe_events?_embed')
  expect([status, headers['x-wp-total']]).toEqual([200, '2'])
  const [talk, concert] = body
  expect(Object.keys(concert).at(-1)).toBe('_embedded')
  expect(concert._embedded).toMatchObject({
    author: [{ name: 'administrator' }],
    'wp:featuredmedia': [{ id: image.id, source_url: image.url, media_details: expect.any(Object) }],
    'wp:term': [[{ slug: 'free' }], [{ name: 'Jazz' }, { name: 'Outdoors' }]],
  })
  expect(Object.keys(talk._embedded)).toEqual(['author', 'wp:term'])
  expect(talk._embedded['wp:term']).toEqual([[], []])
})

test.each(['_embed', '_embed=', '_embed=true', '_embed=1'])(
  'a single record does with ?%s',
  async (query) => {
    const { body } = await read(`tribe_events/${event.id}?${query}`)
    expect(Object.keys(body._embedded)).toEqual(['author', 'wp:featuredmedia', 'wp:term'])
  },
)

test('only the relations that are named are embedded, and none where none is named that there is', async () => {
  const embedded = async (query: string) =>
    Object.keys((await read(`tribe_events/${event.id}?${query}`)).body._embedded ?? {})
  expect(await embedded('_embed=wp:featuredmedia')).toEqual(['wp:featuredmedia'])
  expect(await embedded('_embed=author,wp:term')).toEqual(['author', 'wp:term'])
  expect(await embedded('_embed[]=author&_embed[]=replies')).toEqual(['author'])
  for (const none of ['_embed=up', '_embed=0', '_embed=false', '']) expect(await embedded(none)).toEqual([])
})

test('with _fields it comes with the links', async () => {
  const keys = async (query: string) =>
    Object.keys((await read(`tribe_events/${event.id}?_embed&_fields=${query}`)).body)
  expect(await keys('id,_links')).toEqual(['id', '_links', '_embedded'])
  expect(await keys('id,_embedded')).toEqual(['id', '_embedded'])
  expect(await keys('id,title')).toEqual(['id', 'title'])
})

test('venues and organizers do it too, and what has no links stays as it is', async () => {
  const venue = await app.create('venues', { venue: 'Hall', image: image.id })
  const { body } = await read(`tribe_venue/${venue.id}?_embed`)
  expect(body._embedded).toMatchObject({
    author: [{ slug: 'administrator' }],
    'wp:featuredmedia': [{ id: image.id }],
  })
  const plain = await app.read(`events/${event.id}`)
  expect(await app.read(`events/${event.id}`, { _embed: '' })).toEqual(plain)
  expect((await read('settings?_embed', { as: 'administrator' })).body).not.toHaveProperty('_embedded')
})

test('nobody reads by it what they may not read: there is the refusal instead', async () => {
  const closed = { ...when, title: 'Closed', image: image.id, tags: ['secret'], password: 'sesame' }
  const { id } = await app.create('events', closed, 'editor')
  await app.create('events', { ...when, title: 'Draft', status: 'draft', tags: ['unseen'] })
  const { body } = await read(`tribe_events/${id}?_embed`)
  expect(Object.keys(body._embedded)).toEqual(['author'])
  const list = await read('tribe_events?_embed')
  expect(list.text).not.toMatch(/secret|unseen/)
  const hidden = { ...when, title: 'Hidden', status: 'draft' }
  const { id: draft } = await app.create('events', hidden, 'contributor')
  const { body: edited } = await read(`tribe_events/${draft}?_embed=author`, { as: 'editor' })
  expect(edited._embedded.author).toMatchObject([
    { code: expect.stringMatching(/^rest_/), data: { status: 403 } },
  ])
})

test('what has changed of the embedded is told, as in an answer of its own', async () => {
  const path = `tribe_events/${other.id}?_embed`
  const before = await read(path)
  await app.create('events', { ...when, title: 'Nothing of it' })
  expect((await read(path)).headers['etag']).toBe(before.headers['etag'])
  await app.ask({
    as: 'administrator',
    method: 'POST',
    path: `/wp-json/wp/v2/tribe_events/${other.id}`,
    absolute: true,
    json: { tags: [(await app.create('tags', { name: 'late' })).id] },
  })
  expect((await read(path)).body._embedded['wp:term'][0]).toMatchObject([{ slug: 'late' }])
})
