import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { plain, write } from '../images/pictures.ts'
import { oldEvent, oldOrganizer, oldTerm, oldVenue } from './old/old.model.ts'
import { germanWords, type OldSite, startOldSite } from './old/old.site.ts'

let site: OldSite
let app: TestApp

beforeAll(async () => {
  site = await startOldSite({
    hasNotices: true,
    posts: [
      oldVenue(100),
      oldOrganizer(200),
      oldEvent(1000, { venue: 100, organizers: [200], categories: [10, 11], tags: [20], image: 50 }),
      oldEvent(1001, { isHidden: true }),
      oldEvent(1002, { status: 'draft' }),
    ],
    terms: [
      oldTerm(10, 'tribe_events_cat', 'Musik'),
      oldTerm(11, 'tribe_events_cat', 'Jazz', 10),
      oldTerm(20, 'post_tag', 'Draußen'),
    ],
    files: [
      { id: 50, path: '2024/05/Groß Bild.png', bytes: await write(plain(1400, 900), 'png') },
      { id: 51, path: '2024/05/menu.pdf', bytes: Buffer.from('%PDF-1.4\n%%EOF\n') },
    ],
  })
  const event = site.post(1000)
  event.wire = {
    ...event.wire,
    description: `<p><a href="${site.origin}/wp-content/uploads/2024/05/menu.pdf">Speisen</a></p>`,
  }
  app = await createTestApp({
    REST_ROOT: '/wp-json',
    NAMESPACES: 'tribe/events/v1',
    IMAGE_HOSTS: new URL(site.origin).host,
  })
  app.setNow(Temporal.Instant.from('2031-05-01T12:00:00Z'))
  const begun = await app.create('imports', { url: `${site.origin}/` })
  await vi.waitFor(
    async () => {
      const { status, message } = await app.read(`imports/${begun['id']}`, {}, 'administrator')
      expect([status, message]).toEqual(['done', null])
    },
    { timeout: 60_000, interval: 20 },
  )
})
afterAll(async () => {
  await app.close()
  await site.close()
})

/** Where an old address leads in the end, and with which status. */
async function arrivalAt(path: string): Promise<{ status: number; path: string }> {
  let at = path
  for (let hop = 0; hop < 5; hop += 1) {
    const { status, headers } = await app.ask({ path: at, absolute: true, headers: { accept: 'text/html' } })
    const location = headers['location']
    if (location === undefined) return { status, path: at }
    expect([301, 302]).toContain(status)
    at = location.replace(/^http:\/\/localhost/, '')
  }
  throw new Error(`${path} is redirected without end.`)
}

const { events, event, venue, organizer, category, tag } = germanWords

test.each([
  [`/${event}/event-1000/`, '/event/event-1000/'],
  [`/${event}/event-1000`, '/event/event-1000/'],
  [`/${event}/event-1000/?ical=1`, /^\/.*event.*1000.*ics/],
  [`/${event}/event-1001/`, '/event/event-1001/'],
  [`/${venue}/venue-100/`, '/venue/venue-100/'],
  [`/${organizer}/organizer-200/`, '/organizer/organizer-200/'],
  [`/${events}/`, '/list'],
  [`/${events}/liste/`, '/list'],
  [`/${events}/monat/2031-05/`, '/month/2031-05'],
  [`/${events}/2031-05-06/`, '/day/2031-05-06'],
  [`/${events}/${category}/musik/`, '/events/category/musik/'],
  [`/${events}/${category}/jazz/`, /^\/events\/category\/musik\/jazz\/$/],
  [`/${events}/?ical=1`, /events\.ics\?.*per_page=30/],
  [`/${events}/feed/`, /events\.rss\?.*per_page=10/],
  [`/${tag}/drau-en/`, '/tag/drau-en/'],
  ['/?p=1000', '/event/event-1000/'],
  ['/?p=100', '/venue/venue-100/'],
  ['/?attachment_id=50', /^\/media\/2031\/05\/gro.*\.png$/],
  ['/wp-content/uploads/2024/05/Groß%20Bild.png', /^\/media\/2031\/05\/gro.*\.png$/],
  ['/wp-content/uploads/2024/05/Groß%20Bild-300x193.png', /^\/media\/2031\/05\/gro.*-300x193\.png$/],
  ['/wp-content/uploads/2024/05/Groß%20Bild-77x77.png', /^\/media\/2031\/05\/gro[^x]*\.png$/],
  ['/wp-content/uploads/2024/05/menu.pdf', '/media/2031/05/menu.pdf'],
])('%s leads to what it was', async (old, there) => {
  const arrival = await arrivalAt(old)
  expect(arrival).toEqual({
    status: 200,
    path: typeof there === 'string' ? there : expect.stringMatching(there),
  })
})

test.each([
  `/${event}/event-1002/`,
  `/${event}/never/`,
  '/?p=1002',
  '/?attachment_id=1',
  '/wp-content/uploads/2024/05/never.png',
  '/wp-content/uploads/2024/05/menu.docx',
])('%s is nothing to strangers', async (old) => {
  expect((await arrivalAt(old)).status).toBe(404)
})

test('texts lead to the files here', async () => {
  const { description } = await app.read('events/1000')
  expect(description).toContain('href="http://localhost/media/2031/05/menu.pdf"')
})
