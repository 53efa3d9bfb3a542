import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type FakeSite, fakeSite, wireEvent, wireVenue } from '../imports/fakeSite.ts'
import { createTestApp, type TestApp } from '../support/app.ts'

/** An app that may fetch from the site although that is on the loopback interface. */
async function appBeside(site: FakeSite): Promise<TestApp> {
  const app = await createTestApp({ IMAGE_HOSTS: new URL(site.origin).host })
  onTestFinished(() => app.close())
  return app
}

const many = (count: number) => Array.from({ length: count }, (_, index) => wireEvent(1000 + index))

const begin = (app: TestApp, json: object) => app.ask({ as: 'editor', method: 'POST', path: 'imports', json })

/** The import as it is once it has come to its end. */
async function end(app: TestApp, id: number) {
  return vi.waitFor(
    async () => {
      const { body } = await app.ask({ as: 'editor', path: `imports/${id}` })
      expect(body.status).not.toBe('running')
      return body
    },
    { timeout: 60_000, interval: 50 },
  )
}

test('an editor imports a site, sees how far it is, and has what was there', async () => {
  const site = await fakeSite({
    venues: [wireVenue(900)],
    events: [...many(120), wireEvent(5, { start_date: null })],
  })
  const app = await appBeside(site)
  const answer = await begin(app, { url: site.root })
  expect(answer.status).toBe(201)
  expect(answer.body).toMatchObject({
    source: site.root,
    user: app.ids.editor,
    status: 'running',
    done: 0,
    message: null,
  })
  expect(answer.headers['location']).toBe(answer.body.rest_url)
  const done = await end(app, answer.body.id)
  expect(done).toMatchObject({ status: 'done', message: null, done: 122 })
  expect(done.report.counts.event).toMatchObject({ created: 120, skipped: 1 })
  expect(done.report.skipped).toMatchObject([{ kind: 'event', key: '5', says: 'Its start_date is missing.' }])
  const event = await app.ask({ path: 'events/1000' })
  expect(event.body).toMatchObject({ slug: 'event-1000', author: String(app.ids.editor), status: 'publish' })
  const again = await begin(app, { url: site.root })
  expect((await end(app, again.body.id)).report.counts.event).toMatchObject({ created: 0, unchanged: 120 })
})

test('a dry run writes nothing', async () => {
  const site = await fakeSite({ events: many(3) })
  const app = await appBeside(site)
  const { body } = await begin(app, { url: site.root, dry_run: true })
  const { report } = await end(app, body.id)
  expect(report.counts.event.created).toBe(3)
  expect(report.notes).toEqual(['Nothing was written: this only tells what would be done.'])
  expect((await app.ask({ path: 'events/1000' })).status).toBe(404)
})

test.each([
  [undefined, 401],
  ['subscriber', 403],
  ['contributor', 403],
  ['author', 403],
  ['editor', 201],
  ['administrator', 201],
] as const)('%s who asks for an import is answered %i', async (role, status) => {
  const site = await fakeSite()
  const app = await appBeside(site)
  const who = role === undefined ? {} : { as: role }
  const asked = await app.ask({ ...who, method: 'POST', path: 'imports', json: { url: site.root } })
  expect(asked.status).toBe(status)
  const { body } = await begin(app, { url: `${site.origin}/wp-json/other/events/v1` })
  const read = await app.ask({ ...who, path: `imports/${body.id}` })
  expect(read.status).toBe(status === 201 ? 200 : status)
  if (status === 201) await end(app, asked.body.id)
  await end(app, body.id)
  // An import that was refused is not begun later either.
  const all = await app.db.read.selectFrom('imports').select('id').execute()
  expect(all).toHaveLength(status === 201 ? 2 : 1)
})

describe('a request that is wrong', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())

  test.each([
    [{}, { url: 'url is missing' }],
    [{ url: 'ftp://old.example/a/events/v1', dry_run: false }, { url: 'begins with ftp:' }],
    [{ url: 'https://ann:secret@old.example/a/events/v1' }, { url: 'user name or password' }],
    [{ url: 'https://old.example:25/a/events/v1' }, { url: 'port 25' }],
    [
      { url: 'nothing', user: 'ann' },
      { url: 'not a URL', password: 'belong together' },
    ],
    [{ url: 'https://old.example/a/events/v1', map: 'Wann=start_date' }, { map: 'for tables' }],
    [
      { url: 'https://old.example/a.csv', map: 'Wann' },
      { map: 'Wann=start_date,Was=title, and “Wann” is none' },
    ],
    [
      // Nobody waits for what has a great many ways to be no pair.
      { url: 'https://old.example/a.csv', map: `${' '.repeat(50_000)}x` },
      { map: 'and “x” is none' },
    ],
  ])('%# is refused, and nothing begins', async (json, faults) => {
    const { status, body } = await begin(app, json)
    expect(status).toBe(400)
    expect(Object.keys(body.data.params)).toEqual(Object.keys(faults))
    for (const [name, says] of Object.entries(faults)) expect(body.data.params[name]).toContain(says)
    expect(await app.db.read.selectFrom('imports').selectAll().execute()).toEqual([])
  })
})

test('a site in a private network is not asked', async () => {
  const site = await fakeSite({ events: many(3) })
  const app = await createTestApp()
  onTestFinished(() => app.close())
  const { body } = await begin(app, { url: site.root })
  const failed = await end(app, body.id)
  expect(failed.status).toBe('failed')
  expect(failed.message).toMatch(/the address 127\.0\.0\.1 is loopback/)
  expect(site.asked).toEqual([])
})

test('a source that is being imported is not imported a second time meanwhile', async () => {
  const site = await fakeSite({ events: many(3) })
  const opening = Promise.withResolvers<void>()
  site.opening = opening.promise
  const app = await appBeside(site)
  const first = await begin(app, { url: site.root })
  const second = await begin(app, { url: `${site.root}/` })
  expect(second.status).toBe(409)
  expect(second.body).toMatchObject({ code: 'rest_import_is_running', data: { status: 409 } })
  expect(second.body.message).toContain(`import ${first.body.id} `)
  opening.resolve()
  expect((await end(app, first.body.id)).status).toBe('done')
})

test('a service that is stopped gives up what it imports, and the same import goes on', async () => {
  const site = await fakeSite({ events: many(400) })
  // The import waits for a page that never comes.
  site.interfere = ({ url = '' }) => /[?&]page=6\b/.test(url)
  const app = await appBeside(site)
  const { body } = await begin(app, { url: site.root })
  await expect.poll(() => app.db.read.selectFrom('events').select('id').execute()).not.toEqual([])
  await app.app.close()
  const rows = await app.db.read.selectFrom('imports').selectAll().where('id', '=', body.id).execute()
  expect(rows).toMatchObject([{ status: 'failed', fault: expect.stringContaining('was stopped') }])
  const reading = await app.db.read.selectFrom('import_sources').selectAll().executeTakeFirstOrThrow()
  expect(reading).toMatchObject({ finished_at: null, cursor: expect.stringContaining('"page"') })
})

test('an import that nobody has heard of is refused', async () => {
  const app = await createTestApp()
  onTestFinished(() => app.close())
  const { status, body } = await app.ask({ as: 'editor', path: 'imports/77' })
  expect([status, body.data.params]).toEqual([400, { id: expect.stringContaining('none has the ID 77') }])
})

const ical = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//example//EN',
  'BEGIN:VEVENT',
  'UID:one@example.org',
  'DTSTAMP:20300101T000000Z',
  'DTSTART;TZID=Europe/Berlin:20310501T200000',
  'DTEND;TZID=Europe/Berlin:20310501T220000',
  'SUMMARY:Jazz',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n')

/** Sends a file as browsers do. */
async function upload(app: TestApp, name: string, text: string, fields: Record<string, string> = {}) {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set('file', new Blob([text], { type: 'text/plain' }), name)
  const request = new Request('http://calendar.example/', { method: 'POST', body: form })
  return app.ask({
    as: 'editor',
    method: 'POST',
    path: 'imports',
    raw: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  })
}

test('a file is imported once, however often it is sent', async () => {
  const app = await createTestApp()
  onTestFinished(() => app.close())
  const { status, body } = await upload(app, 'jazz.ics', ical)
  expect([status, body.source]).toEqual([201, 'jazz.ics'])
  expect((await end(app, body.id)).report.counts.event).toMatchObject({ created: 1, skipped: 0 })
  const list = await app.ask({ path: 'events', query: { start_date: '2031-05-01', end_date: '2031-05-31' } })
  expect(list.body.events).toMatchObject([{ title: 'Jazz', utc_start_date: '2031-05-01 18:00:00' }])
  const again = await upload(app, 'jazz.ics', ical)
  expect((await end(app, again.body.id)).report.counts.event).toMatchObject({ created: 0, unchanged: 1 })
})

test('columns of a table that is sent are what its map says', async () => {
  const app = await createTestApp()
  onTestFinished(() => app.close())
  const table = 'Sache;Wo im Jahr\nFest;2031-05-01 18:00\n'
  const refused = await upload(app, 'table.csv', table)
  expect(refused.status).toBe(400)
  expect(refused.body.data.params.file).toMatch(/with a map, such as “Sache=title”/)
  const { status, body } = await upload(app, 'table.csv', table, {
    map: 'Sache=title, Wo im Jahr=start_date',
  })
  expect(status).toBe(201)
  expect((await end(app, body.id)).report.counts.event).toMatchObject({ created: 1, skipped: 0 })
  const other = await upload(app, 'jazz.ics', ical, { map: 'Sache=title' })
  expect([other.status, other.body.data.params.file]).toEqual([400, expect.stringMatching(/is no table/)])
})

test.each([
  ['empty.ics', '', /line 1: it is empty/],
  ['calendar.ics', 'Not a calendar', /cannot be imported: /],
  ['export.json', '{"kind":"kalends-export","version":1}', /is an export of Kalends/],
])('%s that is not what it claims is refused', async (name, text, says) => {
  const app = await createTestApp()
  onTestFinished(() => app.close())
  const { status, body } = await upload(app, name, text)
  expect(status).toBe(400)
  expect(body.data.params.file).toMatch(says)
  expect(await app.db.read.selectFrom('imports').selectAll().execute()).toEqual([])
})

test('a file at an address is imported, and one in a private network is not asked for', async () => {
  const site = await fakeSite()
  site.interfere = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/calendar' }).end(ical)
    return true
  }
  const app = await appBeside(site)
  const { body } = await begin(app, { url: `${site.origin}/jazz.ics` })
  expect((await end(app, body.id)).report.counts.event.created).toBe(1)
  const shut = await createTestApp()
  onTestFinished(() => shut.close())
  const refused = await begin(shut, { url: `${site.origin}/jazz.ics` })
  expect(await end(shut, refused.body.id)).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('127.0.0.1 is loopback'),
  })
})
