import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '../../src/storage/schema/tables.ts'
import { createTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
const ids: Record<string, number> = {}
beforeAll(async () => {
  app = await createTestApp({ SITE_TIMEZONE: 'Europe/Berlin' })
  app.setNow(Temporal.Instant.from('2031-03-01T12:00Z'))
  ids['venue'] = (await app.create('venues', { venue: 'Jazz & Hall' })).id
  ids['organizer'] = (await app.create('organizers', { organizer: 'Ann' })).id
  const evening = { start_date: '2031-03-11 18:00:00', end_date: '2031-03-11 20:00:00' }
  ids['event'] = (
    await app.create('events', {
      ...evening,
      title: 'Jazz night',
      venue: ids['venue'],
      organizer: ids['organizer'],
      categories: 'Jazz',
      tags: 'Loud jazz',
      cost: '5',
      website: 'https://jazz.example/',
    })
  ).id
  await app.create('events', { ...evening, title: 'Jazz draft', status: 'draft' })
  await app.create('events', {
    ...evening,
    title: 'Old jazz',
    start_date: '2020-01-01 10:00',
    end_date: '2020-01-01 11:00',
  })
})
afterAll(() => app.close())

const wp = async (path: string, as?: Role) =>
  app.ask({ path: `/wp/v2/${path}`, absolute: true, ...(as ? { as } : {}) })

test('kinds of posts, kinds of terms and statuses are told by name, as WordPress tells them', async () => {
  const types = (await wp('types')).body
  expect(Object.keys(types)).toEqual(['tribe_events', 'tribe_venue', 'tribe_organizer'])
  expect(types.tribe_events).toMatchObject({
    name: 'Events',
    slug: 'tribe_events',
    hierarchical: false,
    rest_base: 'tribe_events',
    rest_namespace: 'wp/v2',
    taxonomies: ['post_tag', 'tribe_events_cat'],
    _links: {
      collection: [{ href: expect.stringMatching(/\/wp\/v2\/types$/) }],
      'wp:items': [{ href: expect.stringMatching(/\/wp\/v2\/tribe_events$/) }],
    },
  })
  expect((await wp('types/tribe_venue')).body).toEqual(types.tribe_venue)
  const taxonomies = (await wp('taxonomies')).body
  expect(taxonomies.post_tag).toMatchObject({
    rest_base: 'tags',
    types: ['tribe_events'],
    hierarchical: false,
  })
  expect(taxonomies.tribe_events_cat).toMatchObject({ rest_base: 'tribe_events_cat', hierarchical: true })
  expect((await wp('taxonomies?type=tribe_venue')).body).toEqual({})
  expect(Object.keys((await wp('taxonomies?type=tribe_events')).body)).toHaveLength(2)
  expect(Object.keys((await wp('statuses')).body)).toEqual(['publish'])
  expect((await wp('statuses/publish')).body).toMatchObject({
    slug: 'publish',
    public: true,
    queryable: true,
  })
  expect(Object.keys((await wp('statuses', 'author')).body)).toEqual(
    expect.arrayContaining(['publish', 'future', 'draft', 'pending', 'private', 'trash']),
  )
  const { routes } = (await app.ask({ path: '/wp/v2', absolute: true })).body
  for (const name of ['types', 'taxonomies', 'statuses', 'search'])
    expect(routes).toHaveProperty(`/wp/v2/${name}`)
})

test.each([
  ['types/post', undefined, 404, 'rest_type_invalid'],
  ['taxonomies/category', undefined, 404, 'rest_taxonomy_invalid'],
  ['statuses/none', undefined, 404, 'rest_status_invalid'],
  ['statuses/draft', undefined, 401, 'rest_cannot_read_status'],
  ['statuses/draft', 'subscriber', 403, 'rest_cannot_read_status'],
  ['statuses/draft', 'editor', 200, undefined],
  ['types?context=edit', undefined, 401, 'rest_cannot_view'],
  ['taxonomies/post_tag?context=edit', 'subscriber', 403, 'rest_cannot_view'],
  ['types?context=edit', 'editor', 200, undefined],
  ['types?context=none', undefined, 400, 'rest_invalid_param'],
  ['search?type=none', undefined, 400, 'rest_invalid_param'],
  ['search?subtype=page', undefined, 400, 'rest_invalid_param'],
] as const)('%s as %s is %i %s', async (path, as, status, code) => {
  const answer = await wp(path, as)
  expect([answer.status, answer.body.code]).toEqual([status, code])
})

test('what is public is found by its words, in pages over all kinds', async () => {
  const { body, headers } = await wp('search?search=jazz')
  expect(body.map(({ title, subtype }: { title: string; subtype: string }) => `${subtype} ${title}`)).toEqual(
    expect.arrayContaining(['tribe_events Jazz night', 'tribe_events Old jazz', 'tribe_venue Jazz & Hall']),
  )
  expect([headers['x-wp-total'], headers['x-wp-totalpages']].map(Number)).toEqual([3, 1])
  expect(body.find(({ id }: { id: number }) => id === ids['event'])).toMatchObject({
    type: 'post',
    url: expect.stringContaining('/event/jazz-night/'),
    _links: {
      self: [{ embeddable: true, href: expect.stringContaining(`/wp/v2/tribe_events/${ids['event']}`) }],
    },
  })
  const pages = await Promise.all(
    [1, 2, 3].map(async (page) => (await wp(`search?search=jazz&per_page=1&page=${page}`)).body),
  )
  expect(pages.flat().map(({ id }: { id: number }) => id)).toEqual(body.map(({ id }: { id: number }) => id))
  expect((await wp('search?search=jazz&subtype=tribe_venue')).body).toHaveLength(1)
  const terms = (await wp('search?search=jazz&type=term')).body
  expect(terms.map(({ title, type }: { title: string; type: string }) => `${type} ${title}`)).toEqual([
    'tribe_events_cat Jazz',
    'post_tag Loud jazz',
  ])
  const second = (await wp('search?search=jazz&type=term&per_page=1&page=2')).body
  expect(second).toEqual(terms.slice(1))
})

test('records of events have their custom fields, guid and template, and only what the reader may see', async () => {
  const { body } = await wp(`tribe_events/${ids['event']}`)
  expect(body.meta).toEqual({
    _EventStartDate: '2031-03-11 18:00:00',
    _EventEndDate: '2031-03-11 20:00:00',
    _EventStartDateUTC: '2031-03-11 17:00:00',
    _EventEndDateUTC: '2031-03-11 19:00:00',
    _EventTimezone: 'Europe/Berlin',
    _EventAllDay: false,
    _EventVenueID: [ids['venue']],
    _EventOrganizerID: [ids['organizer']],
    _EventCost: '5',
    _EventURL: 'https://jazz.example/',
  })
  expect([body.guid.rendered, body.template]).toEqual([
    expect.stringContaining(`/?post_type=tribe_events&#038;p=${ids['event']}`),
    '',
  ])
  await app.ask({
    as: 'editor',
    method: 'PATCH',
    path: `events/${ids['event']}`,
    json: { password: 'sesame' },
  })
  const closed = (await wp(`tribe_events/${ids['event']}`)).body
  expect(closed.meta).toMatchObject({
    _EventVenueID: [],
    _EventOrganizerID: [],
    _EventCost: '',
    _EventURL: '',
  })
  const { body: options } = await app.ask({ method: 'OPTIONS', path: `events/${ids['event']}` })
  const remove = options.endpoints.find(({ methods }: { methods: string[] }) => methods.includes('DELETE'))
  expect(Object.keys(remove.args)).toContain('password')
})
