import { expect, test } from 'vitest'
import { ImportFault } from '../../src/outward/imports/imports.record.ts'
import { fakeSite, send, wireCategory, wireEvent, wireVenue } from './fakeSite.ts'
import { plain, write } from '../images/pictures.ts'
import { emptyCalendar } from './importing.ts'
import { many, sourceAt } from './siteSource.ts'

const child = wireCategory(6, 'Jazz &amp; Blues', 5)
const parent = wireCategory(5, 'Music')
const nested = { ...child, term_group: 0, term_taxonomy_id: 6, filter: 'raw' }

test('a site is taken over as it is: ids, slugs, texts as they were typed, times, hierarchy, links, old addresses', async () => {
  const site = await fakeSite({
    // By name, as the original lists them: the child before its parent.
    categories: [child, parent],
    venues: [wireVenue(40)],
    events: [wireEvent(41, { venue: wireVenue(40), categories: [nested] }), wireEvent(42, { venue: [] })],
  })
  const { db, run } = await emptyCalendar()
  const report = await run(sourceAt(site).source)
  expect(report.counts.event).toMatchObject({ created: 2, skipped: 0 })
  expect([report.lost, report.skipped, report.renumbered, report.notes]).toEqual([[], [], [], []])
  const event = await db.read.selectFrom('events').selectAll().where('id', '=', 41).executeTakeFirstOrThrow()
  expect(event).toMatchObject({
    title: 'Rock ’n’ Roll & more, part 41',
    description: '<p>He said "yes".</p>\n<p>10x20</p>',
    slug: 'event-41',
    // As the feeds of the original called it: wall clocks as if they were UTC.
    uid: `41-${Date.UTC(2031, 4, 1, 20) / 1000}-${Date.UTC(2031, 4, 1, 22) / 1000}@old.example`,
    status: 'publish',
    timezone: 'America/New_York',
    starts_at: Date.UTC(2031, 4, 2) / 1000,
    modified_at: Date.UTC(2020, 5, 1, 10) / 1000,
    date_at: Date.UTC(2020, 0, 1, 10) / 1000,
    cost: '["10","20"]',
    website: null,
    featured: 1,
    show_map_link: 0,
  })
  expect(await db.read.selectFrom('venues').select(['id', 'title', 'city', 'phone']).execute()).toEqual([
    { id: 40, title: 'Venue 40 & Bar', city: 'München', phone: '' },
  ])
  expect(
    await db.read.selectFrom('terms').select(['id', 'name', 'parent', 'count']).orderBy('id').execute(),
  ).toEqual([
    { id: 5, name: 'Music', parent: 0, count: 0 },
    { id: 6, name: 'Jazz & Blues', parent: 5, count: 1 },
  ])
  const paths = await db.read.selectFrom('redirects').select('path').orderBy('path').execute()
  expect(paths.map(({ path }) => path)).toEqual([
    '/events/category/jazz-amp-blues',
    '/events/category/music',
    '/venue/venue-40',
    '/veranstaltung/event-41',
    '/veranstaltung/event-42',
  ])
  // Once more: nothing is written.
  const before = await db.revision()
  const again = await run(sourceAt(site).source)
  expect(again.counts.event).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
  expect(await db.revision()).toBe(before)
})

test('records come in all the forms that sites give them', async () => {
  const site = await fakeSite({
    events: [
      wireEvent(1, {
        venue: [wireVenue(90), wireVenue(91)],
        organizer: { id: 92, organizer: 'Ann &#038; Co', status: 'publish' },
      }),
      {
        id: '2',
        title: 'Bare',
        start_date: '2031-05-01 20:00:00',
        end_date: '2031-05-01 19:00:00',
        timezone: 'UTC',
        status: 'publish',
      },
      { title: 'No id' },
      wireEvent(3, { start_date: null, end_date: null }),
      wireEvent(4, { timezone: 'Mars/Phobos' }),
      wireEvent(5, { status: 'inherit' }),
      wireEvent(6, {
        status: 'draft',
        slug: '',
        date_utc: '0000-00-00 00:00:00',
        modified_utc: '0000-00-00 00:00:00',
      }),
      wireEvent(7, { all_day: null, description: '' }),
      {},
    ],
  })
  const { db, run } = await emptyCalendar()
  const report = await run(sourceAt(site).source)
  const rows = await db.read.selectFrom('events').selectAll().orderBy('id').execute()
  expect(rows.map(({ id, status, slug }) => [id, status, slug])).toEqual([
    [1, 'publish', 'event-1'],
    [2, 'publish', 'bare'],
    [4, 'publish', 'event-4'],
    [6, 'draft', ''],
  ])
  // What only stands within an event is taken from there.
  expect(await db.read.selectFrom('venues').select('id').execute()).toEqual([{ id: 90 }, { id: 91 }])
  expect(await db.read.selectFrom('organizers').select(['id', 'title']).execute()).toEqual([
    { id: 92, title: 'Ann & Co' },
  ])
  expect((await run(sourceAt(site).source)).counts.venue).toMatchObject({ created: 0, removed: 0 })
  expect(rows[1]).toMatchObject({ start_wall: '2031-05-01 20:00:00', end_wall: '2031-05-01 20:00:00' })
  expect(rows[2]).toMatchObject({ timezone: 'UTC', starts_at: Date.UTC(2031, 4, 2) / 1000 })
  expect(rows[3]).toMatchObject({ date_floating: 1, date_at: Date.UTC(2020, 0, 1, 10) / 1000 })
  expect(report.skipped.map(({ key, says }) => `${key} ${says}`)).toEqual([
    ' It is no record with an ID, but begins “{"title":"No id"}”.',
    '7 It needs a password to be read.',
    ' It is no record with an ID, but begins “{}”.',
    '3 Its start_date is missing.',
    expect.stringMatching(/^5 Its status must be one of publish/),
  ])
  expect(report.lost.map(({ key, says }) => [key, says.split(' ', 1)[0]])).toEqual([
    ['2', 'end_date'],
    ['4', 'timezone'],
  ])
})

test.each([
  ['an address without such a calendar', 404, '<html>Not found</html>', /no calendar of this kind at http/],
  [
    'a wrong password',
    401,
    JSON.stringify({ code: 'incorrect_password', message: '<b>Error</b>: no.' }),
    /does not accept the login.*Error : no/,
  ],
  ['something else in JSON', 200, '[]', /not with a list/],
])('%s is told', async (_, status, text, says) => {
  const site = await fakeSite()
  site.interfere = (_request, response) => {
    response.writeHead(status).end(text)
    return true
  }
  const { db, run } = await emptyCalendar()
  await expect(run(sourceAt(site).source)).rejects.toThrow(says)
  await expect(run(sourceAt(site).source)).rejects.toThrow(ImportFault)
  expect(await db.read.selectFrom('items').selectAll().execute()).toEqual([])
})

test('what changes at the site changes here, what goes there goes to the trash, what is only hidden stays', async () => {
  const site = await fakeSite({ events: many(8) })
  const { db, run } = await emptyCalendar()
  await run(sourceAt(site).source)
  const [first, second, third, ...rest] = site.events
  site.events = [{ ...first, title: 'New title' }, ...rest]
  site.interfere = (request, response) => {
    if (!request.url?.endsWith('/events/1002')) return false
    send(response, 200, { ...third, hide_from_listings: true })
    return true
  }
  const foreseen = await run(sourceAt(site).source, { isDryRun: true })
  const report = await run(sourceAt(site).source)
  expect(foreseen.counts).toEqual(report.counts)
  expect(second).toMatchObject({ id: 1001 })
  expect(report.counts.event).toMatchObject({ updated: 2, removed: 1, unchanged: 5 })
  const rows = await db.read
    .selectFrom('events')
    .select(['id', 'title', 'status', 'hide_from_listings'])
    .where('id', 'in', [1000, 1001, 1002])
    .orderBy('id')
    .execute()
  expect(rows).toMatchObject([
    { title: 'New title', status: 'publish', hide_from_listings: 0 },
    { status: 'trash' },
    { status: 'publish', hide_from_listings: 1 },
  ])
})

test('drafts that an anonymous reading does not show are not taken for gone', async () => {
  const site = await fakeSite({ events: [wireEvent(1), wireEvent(2, { status: 'draft' })] })
  const { db, run } = await emptyCalendar()
  await run(sourceAt(site, { user: 'ann' }).source)
  expect(site.asked.every(({ headers }) => headers.authorization?.startsWith('Basic '))).toBe(true)
  site.events = [wireEvent(1)]
  const report = await run(sourceAt(site).source)
  expect(report.counts.event).toMatchObject({ unchanged: 1, removed: 0 })
  expect(await db.read.selectFrom('events').select('status').orderBy('id').execute()).toEqual([
    { status: 'publish' },
    { status: 'draft' },
  ])
})

test('images come along with their ids; one that cannot be had is told of, and had by a later import', async () => {
  const picture = await write(plain(400, 300), 'png')
  const site = await fakeSite()
  const image = {
    id: 77,
    url: `${site.origin}/uploads/big-scaled.png`,
    original_image: 'big.png',
    width: 400,
    height: 300,
  }
  site.events = [
    wireEvent(1, { image }),
    wireEvent(2, { image: { ...image, id: 78, url: `${site.origin}/uploads/lost.png`, original_image: '' } }),
    wireEvent(3, { image }),
  ]
  let isLost = true
  const fetched: string[] = []
  site.interfere = (request, response) => {
    if (!request.url?.startsWith('/uploads/')) return false
    fetched.push(request.url)
    const isThere = request.url.endsWith('/big.png') || (request.url.endsWith('/lost.png') && !isLost)
    response.writeHead(isThere ? 200 : 404).end(isThere ? picture : 'no')
    return true
  }
  site.hasEtags = true
  const { db, run } = await emptyCalendar({ IMAGE_HOSTS: new URL(site.origin).host })
  const images = () => db.read.selectFrom('events').select(['id', 'image_id']).orderBy('id').execute()
  const report = await run(sourceAt(site).source)
  expect(report.counts.image).toMatchObject({ created: 1, skipped: 1 })
  expect(report.skipped).toEqual([
    { kind: 'image', key: '78', says: 'It cannot be fetched: the host answered with status 404, not 200.' },
  ])
  expect(await images()).toEqual([
    { id: 1, image_id: 77 },
    { id: 2, image_id: null },
    { id: 3, image_id: 77 },
  ])
  expect(fetched).toContain('/uploads/big.png')
  expect(fetched).not.toContain('/uploads/big-scaled.png')
  isLost = false
  fetched.length = 0
  const again = await run(sourceAt(site).source)
  expect(again.counts.event).toMatchObject({ updated: 1, unchanged: 2 })
  expect(fetched).toEqual(['/uploads/lost.png'])
  // The same bytes are one image.
  expect(await images()).toEqual([
    { id: 1, image_id: 77 },
    { id: 2, image_id: 77 },
    { id: 3, image_id: 77 },
  ])
  fetched.length = 0
  for (let time = 0; time < 2; time += 1) {
    const { counts } = await run(sourceAt(site).source)
    expect(counts.event).toMatchObject({ updated: 0, unchanged: 3 })
    expect(counts.image).toMatchObject({ created: 0, unchanged: 2 })
  }
  expect(fetched).toEqual([])
})

test('an event with a password is read whole by who may edit it, and is private here', async () => {
  const locked = wireEvent(1, { all_day: null, description: '', cost: '', featured: null })
  const site = await fakeSite({ events: [locked] })
  site.interfere = (request, response) => {
    if (!request.url?.endsWith('/events/1?context=edit')) return false
    send(response, 200, wireEvent(1, { description: '<p>Secret</p>' }))
    return true
  }
  const { db, run } = await emptyCalendar()
  const report = await run(sourceAt(site, { user: 'ann' }).source)
  expect(await db.read.selectFrom('events').select(['id', 'status', 'description']).execute()).toEqual([
    { id: 1, status: 'private', description: '<p>Secret</p>' },
  ])
  expect(report.lost).toEqual([
    expect.objectContaining({
      kind: 'event',
      key: '1',
      says: 'password: the source does not tell it: the event is private here',
    }),
  ])
})

test('categories in a circle, and ones below ones below ones, are taken over', async () => {
  const below = (id: number, parent: number) => ({ ...wireCategory(id, `Kind ${id}`), parent })
  const chain = Array.from({ length: 300 }, (_, index) => below(100 + index, 101 + index))
  const site = await fakeSite({
    categories: [below(1, 2), below(2, 1), ...chain, wireCategory(400, 'Kind 400')],
  })
  const { db, run } = await emptyCalendar()
  const report = await run(sourceAt(site).source)
  expect(report.counts.category).toMatchObject({ created: 303 })
  const terms = await db.read.selectFrom('terms').select(['id', 'parent']).where('id', '>=', 100).execute()
  expect(terms.every(({ id, parent }) => parent === (id === 400 ? 0 : id + 1))).toBe(true)
})

test.each([
  [
    'half a character in its name',
    { url: 'https://old.example/uploads/a.png', original_image: '\ud800.png' },
  ],
  ['no address that anything is beside', { url: 'mailto:ann@old.example', original_image: 'a.png' }],
])('an image with %s does not keep its event away', async (_, image) => {
  const site = await fakeSite({ events: [wireEvent(1, { image: { id: 77, ...image } }), wireEvent(2)] })
  const { run } = await emptyCalendar()
  const report = await run(sourceAt(site).source)
  expect(report.counts.event).toMatchObject({ created: 2 })
  expect(report.counts.image).toMatchObject({ skipped: 1 })
})
