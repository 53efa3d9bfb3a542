import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { exportLines } from '../../src/outward/exports/exports.lines.ts'
import { loadExport } from '../../src/outward/imports/kalends/kalends.load.ts'
import { openExport } from '../../src/outward/imports/kalends/kalends.read.ts'
import { newReport } from '../../src/outward/imports/imports.report.ts'
import { headersOf } from '../../src/fields/headers/headers.ts'
import { organizerFields } from '../../src/fields/organizers.fields.ts'
import { accessFields, venueFields } from '../../src/fields/venues.fields.ts'
import { fields, filled, further, notOnPages, recordsOf, type Wire } from './everyField.ts'
import { zoneNamed } from '../../src/pure/calendar/zone.ts'
import { compare } from '../../src/outward/imports/imports.compare.ts'
import { emptyCalendar, now } from './importing.ts'
import { sourceAt } from './siteSource.ts'
import { createTestApp, type TestApp } from '../support/app.ts'

/** Everything that a report tells, in one text. */
const toldIn = (report: object) => JSON.stringify(report)

/** A way out of one calendar and into another one, which answers what it told. */
type Way = (from: { app: TestApp; root: string }, to: TestApp) => Promise<object>

async function imported(to: TestApp, json: object): Promise<{ report: object; status: string }> {
  const { body } = await to.ask({ as: 'administrator', method: 'POST', path: 'imports', json })
  return ended(to, body.id)
}

async function ended(to: TestApp, id: number): Promise<{ report: object; status: string }> {
  return vi.waitFor(
    async () => {
      const { body: job } = await to.ask({ as: 'administrator', path: `imports/${id}` })
      expect(job.status).toBe('done')
      return job
    },
    { timeout: 60_000, interval: 50 },
  )
}

const byAddress: Way = async ({ root }, to) => (await imported(to, { url: root })).report

/** What a Kalends has beside the original, which a site of The Events Calendar does not tell. */
const beyondOriginal = {
  categories: ['color'],
  media: ['credit', 'focus', 'decorative'],
  venues: ['step_free', 'accessible_toilet', 'hearing_loop', ...Object.keys(further.venues)],
  organizers: Object.keys(further.organizers),
  events: [
    'event_status_reason',
    'previous_start_dates',
    'attendance_mode',
    'online_url',
    'online_url_shown',
    'uid',
    'post_parent',
    ...Object.keys(further.events),
  ],
}
const ownRoutes = /\/(?:changes|series|redirects|media|events\/\d+\/tickets)\b/

/** A site of The Events Calendar: a Kalends without what only it has. */
const asOriginal: Way = async ({ root }, to) => {
  const { origin, pathname } = new URL(root)
  const hidden = new Set(['series', ...Object.values(beyondOriginal).flat()])
  const plain = (name: string, value: unknown) =>
    hidden.has(name) ||
    (pathname !== '' && name.startsWith('/') && ownRoutes.test(name) && !name.includes('/wp/'))
      ? undefined
      : value
  const forward = async (url: string, answer: ServerResponse) => {
    const found = await fetch(url)
    const type = found.headers.get('content-type') ?? ''
    const body = Buffer.from(await found.arrayBuffer())
    const isJson = type.startsWith('application/json')
    answer
      .writeHead(found.status, { 'content-type': type })
      .end(isJson ? JSON.stringify(JSON.parse(body.toString()), plain) : body)
  }
  const server = createServer((asked, answer) => {
    const url = asked.url ?? ''
    if (url.startsWith(pathname) && ownRoutes.test(url)) {
      answer.writeHead(404, { 'content-type': 'application/json' }).end('{"code":"rest_no_route"}')
      return
    }
    void forward(`${origin}${url}`, answer)
  })
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening)
  })
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const { report } = await imported(to, { url: `http://127.0.0.1:${port}${pathname}` })
  return report
}

const byLogin: Way = async ({ app, root }, to) => {
  const [user, password] = app.credentials.administrator.split(':')
  return (await imported(to, { url: root, user, password })).report
}

const byExport: Way = async ({ app }, to) => {
  const facts = { calendar: 'a', program: 'test', now: Temporal.Now.instant() }
  const lines = exportLines(app.db.read, facts)
  async function* each() {
    for await (const some of lines) yield* some.split('\n').filter((line) => line !== '')
  }
  const report = newReport()
  await loadExport(to.db, await openExport(each()), { report, isDryRun: false })
  return report
}

/** What a calendar gives everybody at an address, sent to another one as a file. */
const byFile =
  (path: string, name: string): Way =>
  async ({ app }, to) => {
    const { text } = await app.ask({ as: 'administrator', path })
    return byText(text, name, to)
  }

/** A text, sent to a calendar as a file. */
async function byText(text: string, name: string, to: TestApp): Promise<object> {
  const form = new FormData()
  form.set('file', new Blob([text], { type: 'text/plain' }), name)
  const request = new Request('http://calendar.example/', { method: 'POST', body: form })
  const { body } = await to.ask({
    as: 'administrator',
    method: 'POST',
    path: 'imports',
    raw: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  })
  return (await ended(to, body.id)).report
}

const whole = 'start_date=2031-01-01&end_date=2032-01-01'

/** Fields that a way cannot bring, each with the word by which it is told. */
const ways: Record<string, { way: Way; told: Readonly<Record<string, string>> }> = {
  'an address': {
    way: byAddress,
    told: {
      'events.online_url': 'online_url',
      'events.uid': '(uid)',
      'events.post_parent': '(post_parent)',
    },
  },
  'an address with a login': { way: byLogin, told: {} },
  'the address of a site of The Events Calendar': {
    way: asOriginal,
    told: Object.fromEntries(
      Object.entries(beyondOriginal).flatMap(([kind, names]) => names.map((name) => [`${kind}.${name}`, ''])),
    ),
  },
  'an export': { way: byExport, told: {} },
}

/** What reports call the kinds. */
const kindsTold = {
  events: 'event',
  venues: 'venue',
  organizers: 'organizer',
  categories: 'category',
  tags: 'tag',
  media: 'image',
}

const valueOf = (records: Record<keyof typeof fields, Wire>, kind: string, field: string) =>
  records[kind as keyof typeof fields][field]

describe('every field of every record', () => {
  let from: Awaited<ReturnType<typeof filled>>
  beforeAll(async () => {
    from = await filled()
  })
  afterAll(() => from.app.close())

  test('is filled', async () => {
    const records = await recordsOf(from.app)
    const plain = (value: unknown) => (typeof value === 'string' ? value.replaceAll(/<\/?p>|\n/g, '') : value)
    for (const [kind, wanted] of Object.entries(fields))
      for (const [field, value] of Object.entries(wanted))
        expect([kind, field, plain(records[kind as keyof typeof fields][field])]).toEqual([
          kind,
          field,
          value,
        ])
  })

  test.each(Object.keys(ways))('comes through %s, or is told', async (name) => {
    const { way, told } = ways[name] as (typeof ways)[string]
    const to = await createTestApp({
      SITE_TIMEZONE: 'Europe/Berlin',
      IMAGE_HOSTS: `127.0.0.1,${new URL(from.root).host}`,
    })
    onTestFinished(() => to.close())
    const report = await way(from, to)
    const records = await recordsOf(to)
    const lost: string[] = []
    for (const [kind, wanted] of Object.entries(fields)) {
      const there = await recordsOf(from.app)
      const record = records[kind as keyof typeof fields]
      for (const field of Object.keys(wanted)) {
        const same =
          JSON.stringify(record[field]) === JSON.stringify(there[kind as keyof typeof fields][field])
        if (!same) lost.push(`${kind}.${field}`)
      }
    }
    const isOwn = /^(?:tickets|series)\./
    const [all, known] = [lost, Object.keys(told)].map((names) =>
      names.filter((one) => !isOwn.test(one)).toSorted(),
    )
    expect(all).toEqual(known)
    if (way !== asOriginal) expect(lost.filter((one) => isOwn.test(one))).toEqual([])
    for (const word of Object.values(told)) expect(toldIn(report)).toContain(word)
  })

  test.each([
    ['calendar', `events.ics?${whole}`, 'feed.ics'],
    ['table', `events.csv?${whole}`, 'feed.csv'],
  ])('comes through its feed as a %s, or is told there by its name', async (format, path, name) => {
    const to = await createTestApp({ SITE_TIMEZONE: 'Europe/Berlin', IMAGE_HOSTS: new URL(from.root).host })
    onTestFinished(() => to.close())
    const text = toldIn(await byFile(path, name)(from, to))
    expect(text).toContain(`A ${format} that Kalends has written holds no tickets and no rules of series`)
    const [there, here] = [await recordsOf(from.app), await recordsOf(to)]
    const { tickets: _tickets, series: _series, ...others } = fields
    const untold = Object.entries(others).flatMap(([kind, wanted]) => {
      const { [kind]: told = '' } = Object.fromEntries(
        Object.entries(kindsTold).map(([named, word]) => [
          named,
          new RegExp(`${word} ([^;.]*)`).exec(text)?.[1] ?? '',
        ]),
      )
      return Object.keys(wanted)
        .filter(
          (field) =>
            JSON.stringify(valueOf(there, kind, field)) !== JSON.stringify(valueOf(here, kind, field)),
        )
        .filter((field) => !told.split(', ').includes(field))
        .map((field) => `${kind}.${field}`)
    })
    expect(untold).toEqual([])
  })

  const tables = [
    ['venues', 'Venue Name', headersOf(venueFields)],
    ['organizers', 'Organizer Name', headersOf(organizerFields)],
  ] as const
  test.each(tables)('comes through a table of %s, as far as tables have it', async (kind, first, headers) => {
    const wanted: Wire = fields[kind]
    // A table says either of the state and the province.
    const columns = headers.filter(([name]) => name in wanted && !['slug', 'status', 'state'].includes(name))
    const row = columns.map(([name]) => JSON.stringify(String(wanted[name])))
    const [, ...others] = columns.map(([, header]) => header)
    const to = await createTestApp({ SITE_TIMEZONE: 'Europe/Berlin' })
    onTestFinished(() => to.close())
    await byText(`${[first, ...others].join()}\n${row.join()}\n`, `${kind}.csv`, to)
    const here = await recordsOf(to)
    const said = Object.fromEntries(columns.map(([name]) => [name, here[kind][name]]))
    expect({ ...said, description: fields[kind].description }).toEqual(
      Object.fromEntries(columns.map(([name]) => [name, wanted[name]])),
    )
    expect(said['description']).toContain(fields[kind].description)
    expect(Object.keys(said)).toEqual(
      expect.arrayContaining(kind === 'venues' ? [...accessFields] : ['email']),
    )
  })

  test('is found in tables by what people call it, and told where it is not understood', async () => {
    const to = await createTestApp()
    onTestFinished(() => to.close())
    const table = 'Venue Name;Stufenlos;hearing_loop;Barrierefreie Toilette\nMühle;ja;0;teils\nHalle;;;\n'
    const report = await byText(table, 'orte.csv', to)
    expect(toldIn(report)).toContain('is “teils”, which is neither yes nor no')
    const { venues } = await to.read('venues', {}, 'administrator')
    const said = venues.map((each: Wire) => ['venue', ...accessFields].map((name) => each[name]))
    expect(said).toEqual(
      expect.arrayContaining([
        ['Mühle', true, undefined, false],
        ['Halle', undefined, undefined, undefined],
      ]),
    )
  })

  test('comes through its page, or is left out there with a reason', async () => {
    const to = await createTestApp({ SITE_TIMEZONE: 'Europe/Berlin' })
    onTestFinished(() => to.close())
    const there = await recordsOf(from.app)
    const { pathname } = new URL(String(there.events['url']))
    const page = await fetch(new URL(pathname, from.root))
    await byText(await page.text(), 'page.html', to)
    const here = await recordsOf(to)
    const differing = (['events', 'venues', 'organizers'] as const).flatMap((kind) =>
      Object.keys(fields[kind])
        .filter((name) => JSON.stringify(there[kind][name]) !== JSON.stringify(here[kind][name]))
        .map((name) => `${kind} ${name}`),
    )
    expect(differing.filter((one) => !notOnPages.has(one))).toEqual([])
  })

  test('is compared, and followed by the feed of changes', async () => {
    const { root, app } = from
    const calendar = await emptyCalendar({ IMAGE_HOSTS: new URL(root).host })
    const { db, run } = calendar
    const { source } = sourceAt({ root })
    const token = (await source.feed?.begin()) ?? ''
    await run(source)
    const differences = async () => {
      const found: string[] = []
      const comparing = { db, siteZone: zoneNamed('Europe/Berlin'), now, home: '' }
      for await (const { kind, field, there, here } of compare(source, comparing, () => {}))
        found.push(`${kind} ${field}: ${there} / ${here}`)
      return found
    }
    expect(await differences()).toEqual([])
    const again = await run(source)
    expect([again.counts.event, again.counts.image]).toMatchObject([{ updated: 0 }, { updated: 0 }])

    const there = await recordsOf(app)
    const change = async (path: string, json: object) =>
      expect((await app.ask({ as: 'administrator', method: 'POST', path, json })).status).toBe(200)
    await change(`events/${Number(there.events['id'])}`, {
      attendance_mode: 'online',
      online_url_shown: 'public',
    })
    await change(`tickets/${Number(there.tickets['id'])}`, { capacity: 7 })
    await change(`series/${Number(there.series['id'])}`, { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=5' })
    await change(`categories/${Number(there.categories['id'])}`, { color: 'rose' })
    expect(await differences()).not.toEqual([])
    const changed = await source.feed?.since(token, 0)
    if (!changed?.source) throw new Error('The feed tells nothing.')
    await run(changed.source)
    expect(await differences()).toEqual([])
    const event = await db.read
      .selectFrom('events')
      .select(['attendance_mode', 'online_url'])
      .where('title', '=', fields.events.title)
      .executeTakeFirst()
    expect(event).toEqual({ attendance_mode: 'online', online_url: fields.events.online_url })
  })
})
