import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/db/open.ts'
import type { Role } from '../../src/schema/tables.ts'
import { plain, write } from '../images/pictures.ts'
import { type Service, startService } from '../support/service.ts'
import { calendar, kalends, openedIn, placeOf } from './sandbox.ts'

/** Another Kalends, which is the source. */
let from: Service

beforeAll(async () => {
  from = await startService({ environment: { SITE_TIMEZONE: 'Europe/Berlin', LOGIN_FAILURES: '1000' } })
  for (const event of eventsWith(await linkedRecords()))
    await call('POST', 'events', event, event.title === 'Plain' ? 'editor' : 'administrator')
  const cleared = await call('POST', 'events', { title: 'Was not', website: 'https://gone.example', ...at })
  await call('PUT', `events/${cleared}`, { website: '' })
  await call('DELETE', `events/${await call('POST', 'events', { title: 'Trashed', ...at })}`)
})

afterAll(async () => from[Symbol.asyncDispose]())

test('everything that an administrator is shown of another Kalends is shown here alike, and a second time nothing is written', async () => {
  const target = await calendar()
  const [, password = ''] = from.credentials.administrator.split(':')
  const source = `${from.origin}/vendor/events/v1`
  const authors = ['--author-map', '1=administrator,2=editor']
  const words = ['import', source, '--user', 'administrator', '--password', password, ...authors]
  const environment = { SITE_TIMEZONE: 'Europe/Berlin' }
  const first = await kalends(target, words, environment)
  expect(first).toMatchObject({ status: 0, stderr: '' })
  await using to = await startService({
    at: { ...(await placeOf(target)), credentials: from.credentials },
    environment,
    keepsData: true,
  })
  const db = await openedIn(target)
  for (const list of [
    'events?start_date=1000-01-01&end_date=9000-01-01&status=publish',
    'venues',
    'organizers',
    'categories?hide_empty=0',
    'tags',
  ]) {
    expect([list, await shown(to, list)]).toEqual([list, await shown(from, list)])
  }
  // Those that only some may read, as they are stored: readers with a login are others here.
  const source_db = await openDatabase(from.database.url)
  onTestFinished(() => source_db.close())
  const columns = [
    'id',
    'status',
    'slug',
    'title',
    'date_at',
    'date_floating',
    'modified_at',
    'starts_at',
    'start_wall',
    'website',
  ] as const
  const events = (from: typeof db) =>
    from.read.selectFrom('events').select(columns).where('status', '<>', 'trash').orderBy('id').execute()
  expect(await events(db)).toEqual(await events(source_db))
  expect(await db.read.selectFrom('media').select(['id', 'width']).execute()).toEqual(
    await source_db.read.selectFrom('media').select(['id', 'width']).execute(),
  )
  const revision = await db.revision()
  const again = await kalends(target, words, environment)
  expect(again.stdout).not.toMatch(/created|updated|removed/)
  expect(await db.revision()).toBe(revision)
})

/** A list as everybody is shown it, without what names the site. */
async function shown({ origin }: Service, list: string): Promise<unknown> {
  const response = await fetch(`${origin}/vendor/events/v1/${list}`)
  const text = (await response.text())
    .replaceAll(origin.replaceAll('/', '\\/'), 'ORIGIN')
    .replaceAll(origin, 'ORIGIN')
  return JSON.parse(text)
}

const at = { start_date: '2031-05-01 20:00:00', end_date: '2031-05-01 22:30:00' }

/** What events are linked to, by their ids: each with something that could get lost. */
async function linkedRecords() {
  const image = await uploadedPicture()
  const parent = await call('POST', 'categories', { name: 'Music & "more"', description: 'A & B' })
  const child = await call('POST', 'categories', { name: 'Jazz', parent })
  await call('POST', 'categories', { name: 'Never used' })
  const tag = await call('POST', 'tags', { name: 'öffentlich' })
  const venue = await call('POST', 'venues', {
    venue: 'Hall "A" & more',
    city: 'Zürich',
    zip: '08001',
    state: 'TX',
    country: 'US',
    website: 'https://hall.example/?a=1&b=2',
    image,
    geo_lat: 47.4,
    geo_lng: 8.5,
  })
  const other = await call('POST', 'venues', { venue: 'Second', status: 'draft', show_map: false })
  const office = { organizer: 'Ann’s Office', email: 'ann@example.org', description: "It's -- well ..." }
  const organizer = await call('POST', 'organizers', office, 'editor')
  return { image, child, tag, venue, other, organizer }
}

/** Events of every kind that there is. */
function eventsWith(linked: Awaited<ReturnType<typeof linkedRecords>>) {
  const { image, child, tag, venue, other, organizer } = linked
  return [
    { title: 'Plain', ...at },
    {
      title: `“Quoted” 'single' 10x20 -- dash & <b>bold</b>`,
      description:
        'One\nline\n\nNew <a href="https://a.example/?x=1&amp;y=2">link</a> "q" &amp;amp;\n\n<ul><li>a</li></ul>',
      excerpt: 'Short "one"',
      ...at,
      image,
      categories: [child],
      tags: [tag],
      venue,
      organizer: [organizer],
      featured: true,
    },
    {
      title: 'All day',
      start_date: '2031-03-30',
      end_date: '2031-03-31',
      all_day: true,
      timezone: 'America/New_York',
      venue: [venue, other],
    },
    {
      title: 'Twice',
      start_date: '2027-11-07T06:30:00Z',
      end_date: '2027-11-07T07:30:00Z',
      timezone: 'America/New_York',
    },
    {
      title: 'Offset',
      timezone: 'UTC+5:30',
      ...at,
      cost: ['€10', '€20'],
      website: 'https://x.example/?a=1&b=2',
    },
    { title: 'Free', ...at, cost: 0, show_map: true, sticky: true },
    { title: 'Words', ...at, cost: 'Donation & more' },
    { title: 'Amount', ...at, cost: '12,50' },
    { title: 'A draft', status: 'draft', ...at },
    { title: 'A private one', status: 'private', ...at },
    {
      title: 'Long ago',
      start_date: '1850-01-01 10:00:00',
      end_date: '1850-01-01 11:00:00',
      timezone: 'Europe/Paris',
    },
    { title: '日本', ...at, date: '2020-02-02 10:00:00', organizer: [organizer] },
  ]
}

async function uploadedPicture(): Promise<number> {
  const picture = new FormData()
  const bytes = Uint8Array.from(await write(plain(400, 300), 'png'))
  picture.set('file', new Blob([bytes], { type: 'image/png' }), 'red.png')
  const headers = { authorization: authorizationOf('administrator') }
  const uploaded = await fetch(`${from.origin}/vendor/events/v1/media`, {
    method: 'POST',
    body: picture,
    headers,
  })
  const { id } = (await uploaded.json()) as { id: number }
  return id
}

/** Asks the source, which does not refuse; answers the id of the record. */
async function call(
  method: string,
  path: string,
  json?: unknown,
  as: Role = 'administrator',
): Promise<number> {
  const response = await fetch(`${from.origin}/vendor/events/v1/${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: authorizationOf(as) },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  })
  const body = (await response.json()) as { id: number }
  expect([response.status, body]).toEqual([expect.toSatisfy((status: number) => status < 300), body])
  return body.id
}

function authorizationOf(role: Role): string {
  return `Basic ${Buffer.from(from.credentials[role]).toString('base64')}`
}
