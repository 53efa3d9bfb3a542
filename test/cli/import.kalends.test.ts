import { expect, test } from 'vitest'
import type { Role } from '../../src/storage/schema/tables.ts'
import { plain, write } from '../images/pictures.ts'
import { appIn, type FolderApp } from './folderApp.ts'
import { kalends } from './sandbox.ts'

const environment = { SITE_TIMEZONE: 'Europe/Berlin' }

test('everything that an administrator is shown of another Kalends is shown here alike, and a second time nothing is written', async () => {
  const [from, to] = [await appIn(undefined, environment), await appIn(undefined, environment)]
  await fill(from)
  const origin = await from.app.server.listen({ host: '127.0.0.1', port: 0 })
  const [, password = ''] = from.credentials.administrator.split(':')
  const source = `${origin}/vendor/events/v1`
  const authors = ['--author-map', '1=administrator,2=editor']
  const words = ['import', source, '--user', 'administrator', '--password', password, ...authors]
  const first = await kalends(to.folder, words, environment)
  expect(first).toMatchObject({
    status: 0,
    stderr:
      'Another Kalends does not tell passwords of events, and tickets in its trash are not read: these are not here.\n',
  })
  for (const [list, query] of [
    ['events', { start_date: '1000-01-01', end_date: '9000-01-01', status: 'publish' }],
    ['venues'],
    ['organizers'],
    ['categories', { hide_empty: 0 }],
    ['tags'],
  ] as const)
    expect([list, await to.read(list, query)]).toEqual([list, await from.read(list, query)])
  // Those that only some may read, as they are stored: readers with a login are others here.
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
  const events = ({ db }: FolderApp) =>
    db.read.selectFrom('events').select(columns).where('status', '<>', 'trash').orderBy('id').execute()
  expect(await events(to)).toEqual(await events(from))
  const media = ({ db }: FolderApp) => db.read.selectFrom('media').select(['id', 'width']).execute()
  expect(await media(to)).toEqual(await media(from))
  const revision = await to.db.revision()
  const again = await kalends(to.folder, words, environment)
  expect(again.stdout).not.toMatch(/created|updated|removed/)
  expect(await to.db.revision()).toBe(revision)
})

const at = { start_date: '2031-05-01 20:00:00', end_date: '2031-05-01 22:30:00' }

/** What events are linked to, by their ids: each with something that could get lost. */
async function linkedRecords(app: FolderApp) {
  const idOf = async (path: string, json: object, as?: Role) => Number((await app.create(path, json, as)).id)
  const image = await uploadedPicture(app)
  const parent = await idOf('categories', { name: 'Music & "more"', description: 'A & B' })
  const child = await idOf('categories', { name: 'Jazz', parent })
  await idOf('categories', { name: 'Never used' })
  const tag = await idOf('tags', { name: 'öffentlich' })
  const venue = await idOf('venues', {
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
  const other = await idOf('venues', { venue: 'Second', status: 'draft', show_map: false })
  const office = { organizer: 'Ann’s Office', email: 'ann@example.org', description: "It's -- well ..." }
  const organizer = await idOf('organizers', office, 'editor')
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

async function uploadedPicture({ ask }: FolderApp): Promise<number> {
  const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="red.png"' }
  const raw = await write(plain(400, 300), 'png')
  const { body } = await ask({ as: 'administrator', method: 'POST', path: 'media', headers, raw })
  return body.id
}

/** Fills a calendar with all of this, and with what is not shown. */
async function fill(app: FolderApp): Promise<void> {
  for (const event of eventsWith(await linkedRecords(app)))
    await app.create('events', event, event.title === 'Plain' ? 'editor' : 'administrator')
  const cleared = await app.create('events', { title: 'Was not', website: 'https://gone.example', ...at })
  const change = { method: 'PUT', path: `events/${cleared.id}`, json: { website: '' } } as const
  expect((await app.ask({ as: 'administrator', ...change })).status).toBe(200)
  const { id } = await app.create('events', { title: 'Trashed', ...at })
  expect((await app.ask({ as: 'administrator', method: 'DELETE', path: `events/${id}` })).status).toBe(200)
}
