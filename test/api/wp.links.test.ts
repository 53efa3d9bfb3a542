import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ REST_ROOT: '/wp-json' })
})
afterAll(() => app.close())

const root = 'http://localhost/wp-json/wp/v2'
const when = { start_date: '2031-03-11 18:00:00', end_date: '2031-03-11 21:00:00' }

function read(path: string) {
  return app.ask({ path: path.replace('http://localhost', ''), absolute: true })
}

test('records below wp/v2 say in their classes what scrapers read there, and link to what belongs to them', async () => {
  const category = await app.create('categories', { name: 'Jazz' })
  const event = await app.create('events', {
    ...when,
    title: 'Concert',
    categories: [category.id],
    tags: ['open air'],
  })
  const { body } = await read(`${root}/tribe_events/${event.id}`)
  expect(body.class_list).toEqual([
    `post-${event.id}`,
    'tribe_events',
    'type-tribe_events',
    'status-publish',
    'hentry',
    'tag-open-air',
    'tribe_events_cat-jazz',
    'cat_jazz',
  ])
  expect(body._links.self).toEqual([{ href: `${root}/tribe_events/${event.id}` }])
  // Every address leads somewhere, and that is what it says.
  for (const [relation, links] of Object.entries<{ href: string }[]>(body._links)) {
    if (relation === 'curies') continue
    for (const { href } of links) expect((await read(href)).status, href).toBe(200)
  }
  const [tags, categories] = body._links['wp:term']
  expect((await read(tags.href)).body).toMatchObject([{ slug: 'open-air' }])
  const [term] = (await read(categories.href)).body
  expect(term).toMatchObject({ id: category.id, slug: 'jazz' })
  expect((await read(term._links['wp:post_type'][0].href)).body).toMatchObject([{ id: event.id }])
})

test('who does not know the password learns neither the terms nor the image from classes and links', async () => {
  const event = await app.create('events', { ...when, title: 'Closed', tags: ['secret'], password: 'sesame' })
  const { body } = await read(`${root}/tribe_events/${event.id}`)
  expect(body.class_list).toEqual([
    `post-${event.id}`,
    'tribe_events',
    'type-tribe_events',
    'status-publish',
    'post-password-required',
    'hentry',
  ])
  expect(body._links['wp:term']).toEqual([])
})
