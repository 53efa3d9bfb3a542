import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { exportLines } from '../../src/exports/exports.lines.ts'
import { loadExport } from '../../src/imports/kalends/kalends.load.ts'
import { openExport } from '../../src/imports/kalends/kalends.read.ts'
import { newReport } from '../../src/imports/imports.report.ts'
import { picture, uploadTo } from '../api/upload.ts'
import { zoneNamed } from '../../src/calendar/zone.ts'
import { compare } from '../../src/imports/imports.compare.ts'
import { emptyCalendar, now } from './importing.ts'
import { sourceAt } from './siteSource.ts'
import { createTestApp, type TestApp } from '../support/app.ts'

type Wire = Readonly<Record<string, unknown>>

/** The fields of each kind of record, with values that none has by default: what a record has is declared here, and filled in `filled`. */
const fields = {
  categories: { name: 'Music', description: 'All that sounds.', slug: 'music-here', color: 'teal' },
  tags: { name: 'Free entry', description: 'Costs nothing.', slug: 'free-entry' },
  media: {
    title: 'The hall',
    alt_text: 'A hall with red seats',
    caption: 'The hall by day',
    credit: 'Ida Bild',
    focus: { x: 0.25, y: 0.75 },
    decorative: true,
  },
  venues: {
    venue: 'Old Mill',
    description: 'A mill.',
    slug: 'the-old-mill',
    address: 'Mill Lane 3',
    city: 'Norwich',
    country: 'United Kingdom',
    province: 'Norfolk',
    state: 'East',
    stateprovince: 'Norfolk',
    zip: 'NR1 1AA',
    phone: '+44 1603 1',
    website: 'https://mill.example/',
    geo_lat: 52.6,
    geo_lng: 1.3,
    show_map: true,
    show_map_link: true,
    step_free: true,
    accessible_toilet: false,
    hearing_loop: true,
  },
  organizers: {
    organizer: 'Mill Choir',
    description: 'They sing.',
    slug: 'mill-choir',
    phone: '+44 1603 2',
    website: 'https://choir.example/',
    email: 'choir@mill.example',
  },
  events: {
    title: 'Evening of songs',
    description: 'Bring a friend.',
    excerpt: 'Songs.',
    slug: 'evening-of-songs',
    start_date: '2031-05-01 19:30:00',
    end_date: '2031-05-01 22:00:00',
    timezone: 'Europe/London',
    all_day: false,
    website: 'https://songs.example/',
    show_map: true,
    show_map_link: true,
    sticky: true,
    featured: true,
    cost: '£5 – £12',
    event_status: 'rescheduled',
    event_status_reason: 'The hall was taken.',
    previous_start_dates: ['2031-04-24 19:30:00'],
    attendance_mode: 'mixed',
    online_url: 'https://stream.example/songs',
    online_url_shown: 'attendees',
    status: 'publish',
  },
  tickets: {
    name: 'Full price',
    description: 'With a drink.',
    kind: 'external',
    price: '12',
    currency: 'GBP',
    capacity: 80,
    sale_start_date_utc: '2031-01-01 09:00:00',
    sale_end_date_utc: '2031-04-30 22:00:00',
    url: 'https://tickets.example/songs',
    position: 2,
  },
  series: {
    title: 'Choir practice',
    recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4', 'EXDATE:20310513T190000'],
    timezone: 'Europe/Berlin',
    start_date: '2031-05-06 19:00:00',
    duration: 7200,
    occurrences: 3,
    changed: 1,
  },
} as const

/** A calendar that has every field of every kind of record filled. */
async function filled(): Promise<{ app: TestApp; root: string }> {
  const app = await createTestApp({ SITE_TIMEZONE: 'Europe/Berlin' })
  const origin = await app.app.server.listen({ port: 0, host: '127.0.0.1' })
  const change = async (path: string, json: object) => {
    const { status, text } = await app.ask({ as: 'administrator', method: 'POST', path, json })
    expect([status, status === 200 ? '' : text]).toEqual([200, ''])
  }
  const { id: image } = (await uploadTo(app, picture)).body
  await change(`media/${image}`, fields.media)
  const { id: above } = await app.create('categories', { name: 'Culture' })
  const category = await app.create('categories', { ...fields.categories, parent: above })
  const tag = await app.create('tags', fields.tags)
  const venue = await app.create('venues', { ...fields.venues, image, status: 'publish' })
  const organizer = await app.create('organizers', { ...fields.organizers, image, status: 'publish' })
  const { previous_start_dates, event_status: _status, ...own } = fields.events
  const linked = {
    image,
    categories: [category.id],
    tags: [tag.id],
    venue: [venue.id],
    organizer: [organizer.id],
  }
  const { id } = await app.create('events', {
    ...own,
    ...linked,
    cost: ['£5', '£12'],
    start_date: previous_start_dates[0],
    end_date: '2031-04-24 22:00:00',
  })
  await change(`events/${id}`, {
    event_status: 'rescheduled',
    event_status_reason: own.event_status_reason,
    start_date: own.start_date,
    end_date: own.end_date,
  })
  const { sale_start_date_utc, sale_end_date_utc, ...ticket } = fields.tickets
  await app.create(`events/${id}/tickets`, {
    ...ticket,
    sale_start_date: `${sale_start_date_utc.replace(' ', 'T')}Z`,
    sale_end_date: `${sale_end_date_utc.replace(' ', 'T')}Z`,
  })
  const { title, recurrence, start_date } = fields.series
  const first = await app.create('events', {
    title,
    status: 'publish',
    start_date,
    end_date: '2031-05-06 21:00:00',
    recurrence,
    venue: [venue.id],
  })
  const dates = await app.read('events', {
    post_parent: first.series.id,
    start_date: '2031-01-01',
    end_date: '2032-01-01',
  })
  await change(`events/${dates.events[1].id}`, { title: 'Choir practice outdoors' })
  return { app, root: `${origin}/vendor/events/v1` }
}

/** The records of a calendar by kind, as its administrator reads them. */
async function recordsOf(app: TestApp): Promise<Record<keyof typeof fields, Wire>> {
  const read = async (path: string, query = {}) => app.read(path, query, 'administrator')
  const window = { start_date: '2031-01-01', end_date: '2032-01-01' }
  const named = (list: readonly Wire[], name: string, value: string) =>
    list.find((wire) => wire[name] === value) ?? {}
  const event = named((await read('events', window)).events, 'title', fields.events.title)
  const [series = {}] = (await read('series')).series
  return {
    categories: named((await read('categories', { hide_empty: false })).categories, 'name', 'Music'),
    tags: named((await read('tags', { hide_empty: false })).tags, 'name', 'Free entry'),
    media: (await read('media')).media[0] ?? {},
    venues: named((await read('venues')).venues, 'venue', fields.venues.venue),
    organizers: named((await read('organizers')).organizers, 'organizer', fields.organizers.organizer),
    events: event,
    tickets:
      event['id'] === undefined
        ? {}
        : ((await read(`events/${Number(event['id'])}/tickets`)).tickets[0] ?? {}),
    series,
  }
}

/** Everything that a report tells, in one text. */
const toldIn = (report: object) => JSON.stringify(report)

/** A way out of one calendar and into another one, which answers what it told. */
type Way = (from: { app: TestApp; root: string }, to: TestApp) => Promise<object>

async function imported(to: TestApp, json: object): Promise<{ report: object; status: string }> {
  const { body } = await to.ask({ as: 'administrator', method: 'POST', path: 'imports', json })
  return vi.waitFor(
    async () => {
      const { body: job } = await to.ask({ as: 'administrator', path: `imports/${body.id}` })
      expect(job.status).toBe('done')
      return job
    },
    { timeout: 60_000, interval: 50 },
  )
}

const byAddress: Way = async ({ root }, to) => (await imported(to, { url: root })).report

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

/** Fields that a way cannot bring, each with the word by which it is told. */
const ways: Record<string, { way: Way; told: Readonly<Record<string, string>> }> = {
  'an address': { way: byAddress, told: { 'events.online_url': 'online_url' } },
  'an address with a login': { way: byLogin, told: {} },
  'an export': { way: byExport, told: {} },
}

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
      IMAGE_HOSTS: new URL(from.root).host,
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
    expect(lost).toEqual(Object.keys(told))
    for (const word of Object.values(told)) expect(toldIn(report)).toContain(word)
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
