import { spawn } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '../../src/db/open.ts'
import { fakeSite, wireCategory, wireEvent, wireVenue } from '../imports/fakeSite.ts'
import { plain, write } from '../images/pictures.ts'
import { createAccounts, type Service, startService } from '../support/service.ts'
import { databaseIn, kalends, openedIn, settingsOf, temporaryFolder } from './sandbox.ts'

const program = fileURLToPath(new URL('../../src/cli.ts', import.meta.url))

const many = (count: number) => Array.from({ length: count }, (_, index) => wireEvent(1000 + index))

/** A folder with the accounts of all roles in its database. */
async function calendar() {
  const folder = temporaryFolder()
  await createAccounts(await databaseIn(folder))
  return folder
}

/** Where a service is to find the calendar of the folder, and to leave it. */
async function placeOf(folder: string) {
  return { folder, database: { url: await databaseIn(folder), remove: async () => {} } }
}

/** What stands in a table. */
async function rowsIn(folder: string, table: 'events' | 'venues' | 'import_keys' | 'media') {
  const db = await openDatabase(await databaseIn(folder))
  try {
    return await db.read.selectFrom(table).selectAll().execute()
  } finally {
    await db.close()
  }
}

/** Starts an import that goes on while the test does. */
async function startImport(folder: string, words: readonly string[]) {
  const env = { PATH: process.env['PATH'], ...(await settingsOf(folder)) }
  const child = spawn(process.execPath, [program, 'import', ...words], { cwd: folder, env })
  const texts = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => (texts[name] += text))
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  onTestFinished(kill)
  return { kill, told: (): Readonly<typeof texts> => texts }
}

test('an import tells what it did on stdout, and what was left out on stderr and by its exit status', async () => {
  const folder = await calendar()
  const site = await fakeSite({
    categories: [wireCategory(5, 'Music')],
    venues: [wireVenue(40)],
    events: many(3),
  })
  expect(await kalends(folder, ['import', `${site.root}/`])).toMatchObject({
    status: 0,
    stdout: 'category\tcreated\t1\nvenue\tcreated\t1\nevent\tcreated\t3\n',
    stderr: '',
  })
  site.events.push(wireEvent(7, { start_date: null, end_date: null }))
  site.events[0] = { ...site.events[0], title: 'Changed' }
  const again = await kalends(folder, ['import', site.root])
  expect(again.status).toBe(1)
  expect(again.stdout.split('\n')).toEqual([
    'category\tunchanged\t1',
    'venue\tunchanged\t1',
    'event\tupdated\t1',
    'event\tunchanged\t2',
    'event\tskipped\t1',
    'event.title\tchanged\t1',
    '',
  ])
  expect(again.stderr).toBe(
    'Left out: event 7: Its start_date is missing.\nkalends: Not everything was imported.\n',
  )
})

test('a dry run writes nothing and says so', async () => {
  const folder = await calendar()
  const site = await fakeSite({ events: many(2) })
  const { status, stdout, stderr } = await kalends(folder, ['import', site.root, '--dry-run'])
  expect({ status, stdout, stderr }).toEqual({
    status: 0,
    stdout: 'event\tcreated\t2\n',
    stderr: 'Nothing was written.\n',
  })
  expect(await rowsIn(folder, 'events')).toEqual([])
})

test('authors are mapped to users, and what is nobody’s belongs to whoever imports', async () => {
  const folder = await calendar()
  const site = await fakeSite({ events: [wireEvent(1), wireEvent(2, { author: '8' })] })
  const words = ['--author-map', '7=contributor', '--as', 'editor']
  expect((await kalends(folder, ['import', site.root, ...words])).status).toBe(0)
  const db = await openedIn(folder)
  const rows = await db.read
    .selectFrom('events')
    .innerJoin('users', 'users.id', 'events.author_id')
    .select(['events.id', 'users.login'])
    .orderBy('events.id')
    .execute()
  expect(rows).toEqual([
    { id: 1, login: 'contributor' },
    { id: 2, login: 'editor' },
  ])
})

test.each([
  [['import'], 'SOURCE is missing'],
  [['import', 'http://127.0.0.1:9/wp-json/tribe/events/v1', '--user', 'ann'], 'belong together'],
  [['import', 'http://127.0.0.1:9/wp-json/tribe/events/v1', '--concurrency', '0'], 'from 1 to 20'],
  [['import', 'http://127.0.0.1:9/wp-json/tribe/events/v1', '--watch', 'often'], '30s, 10m or 2h'],
  [['import', 'http://127.0.0.1:9/wp-json/tribe/events/v1', '--author-map', 'ann'], '7=ann'],
])('%j is not understood', async (words, says) => {
  const { status, stderr } = await kalends(await calendar(), words)
  expect(stderr).toContain(says)
  expect(status).toBe(2)
})

test('an import that is killed goes on where it was, and nothing is imported twice', async () => {
  const folder = await calendar()
  const site = await fakeSite({ venues: [wireVenue(40)], events: many(700) })
  site.delay_ms = 40
  const { kill } = await startImport(folder, [site.root, '--concurrency', '1'])
  const asksFor = (page: number) => site.asked.some(({ query }) => query.get('page') === String(page))
  await vi.waitFor(() => expect(asksFor(6)).toBe(true), { timeout: 60_000, interval: 5 })
  await kill()
  const before = (await rowsIn(folder, 'events')).length
  expect(before).toBeGreaterThanOrEqual(200)
  expect(before % 50).toBe(0)
  site.delay_ms = 0
  site.asked.length = 0
  const { status, stderr } = await kalends(folder, ['import', site.root])
  expect({ status, stderr }).toEqual({
    status: 0,
    stderr: 'This import was broken off and taken up again.\n',
  })
  expect(site.asked.find(({ path }) => path === '/events')?.query.get('page')).toBe(String(before / 50 + 1))
  expect(site.asked.some(({ path }) => path === '/venues')).toBe(false)
  expect((await rowsIn(folder, 'events')).map(({ id }) => id)).toEqual(site.events.map(({ id }) => id))
  const again = await kalends(folder, ['import', site.root])
  expect(again.stdout).toBe('venue\tunchanged\t1\nevent\tunchanged\t700\n')
})

test('a mirror follows the site', async () => {
  const folder = await calendar()
  const site = await fakeSite({ events: many(3) })
  const { told } = await startImport(folder, [site.root, '--watch', '1s'])
  const titles = async () => (await rowsIn(folder, 'events')).map(({ title }) => title)
  await vi.waitFor(async () => expect(await titles()).toHaveLength(3), { timeout: 60_000, interval: 100 })
  site.events[1] = { ...site.events[1], title: 'Moved indoors' }
  await vi.waitFor(async () => expect(await titles()).toContain('Moved indoors'), {
    timeout: 60_000,
    interval: 100,
  })
  await vi.waitFor(() => expect(told().stderr).toMatch(/^\S+Z Nothing has changed\.$/m), { timeout: 60_000 })
  expect(told().stdout).toBe('event\tcreated\t3\nevent\tupdated\t1\nevent.title\tchanged\t1\n')
})

test('addresses that records had at the site lead to them', async () => {
  const folder = await calendar()
  const site = await fakeSite({
    categories: [{ ...wireCategory(5, 'Music'), url: 'https://old.example/thema/musik/' }],
    events: [
      wireEvent(41),
      wireEvent(42, { status: 'draft', url: 'https://old.example/veranstaltung/secret/' }),
    ],
  })
  await kalends(folder, ['import', site.root, '--user', 'ann', '--password', 'secret'])
  await using service = await startService({
    at: { ...(await placeOf(folder)), credentials: {} as Service['credentials'] },
    keepsData: true,
  })
  const ask = async (path: string) => {
    const { status, headers } = await fetch(`${service.origin}${path}`, { redirect: 'manual' })
    return [status, headers.get('location')]
  }
  expect(await ask('/veranstaltung/event-41/')).toEqual([301, `${service.origin}/event/event-41/`])
  expect(await ask('/Veranstaltung/event-41')).toEqual([301, `${service.origin}/event/event-41/`])
  expect(await ask('/thema/musik/')).toEqual([301, `${service.origin}/events/category/music/`])
  expect(await ask('/veranstaltung/event-41/?utm_source=letter')).toEqual([
    301,
    `${service.origin}/event/event-41/`,
  ])
  // What nobody may read is not told of.
  expect(await ask('/veranstaltung/secret/')).toEqual([404, null])
  expect(await ask('/veranstaltung/event-99/')).toEqual([404, null])
})

describe('another Kalends as the source', () => {
  let from: Service

  const call = async (
    method: string,
    path: string,
    json?: unknown,
    as: keyof Service['credentials'] = 'administrator',
  ) => {
    const response = await fetch(`${from.origin}/vendor/events/v1/${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from(from.credentials[as]).toString('base64')}`,
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    })
    const body = (await response.json()) as { id: number }
    expect([response.status, body]).toEqual([expect.toSatisfy((status: number) => status < 300), body])
    return body.id
  }

  beforeAll(async () => {
    from = await startService({ environment: { SITE_TIMEZONE: 'Europe/Berlin', LOGIN_FAILURES: '1000' } })
    const picture = new FormData()
    picture.set(
      'file',
      new Blob([Uint8Array.from(await write(plain(400, 300), 'png'))], { type: 'image/png' }),
      'red.png',
    )
    const authorization = `Basic ${Buffer.from(from.credentials.administrator).toString('base64')}`
    const uploaded = await fetch(`${from.origin}/vendor/events/v1/media`, {
      method: 'POST',
      body: picture,
      headers: { authorization },
    })
    const { id: image } = (await uploaded.json()) as { id: number }
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
    const organizer = await call(
      'POST',
      'organizers',
      { organizer: 'Ann’s Office', email: 'ann@example.org', description: "It's -- well ..." },
      'editor',
    )
    const at = { start_date: '2031-05-01 20:00:00', end_date: '2031-05-01 22:30:00' }
    const events = [
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
    for (const event of events)
      await call('POST', 'events', event, event.title === 'Plain' ? 'editor' : 'administrator')
    const cleared = await call('POST', 'events', { title: 'Was not', website: 'https://gone.example', ...at })
    await call('PUT', `events/${cleared}`, { website: '' })
    await call('DELETE', `events/${await call('POST', 'events', { title: 'Trashed', ...at })}`)
  })

  afterAll(async () => from[Symbol.asyncDispose]())

  test('everything that an administrator is shown of it is shown here alike, and a second time nothing is written', async () => {
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
})

/** A list as everybody is shown it, without what names the site. */
async function shown({ origin }: Service, list: string): Promise<unknown> {
  const response = await fetch(`${origin}/vendor/events/v1/${list}`)
  const text = (await response.text())
    .replaceAll(origin.replaceAll('/', '\\/'), 'ORIGIN')
    .replaceAll(origin, 'ORIGIN')
  return JSON.parse(text)
}
