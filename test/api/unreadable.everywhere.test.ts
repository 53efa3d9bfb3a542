import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sql } from 'kysely'
import { runTimeNames } from '../../src/config/config.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { isLong, oneIn } from '../support/runs.ts'
import { nowOfSeries, yoga } from '../support/series.ts'
import { fields, open } from './submissions.ts'
import { picture } from './upload.ts'

let app: TestApp
/** The id of a row of each table, by its name. */
let rows: Readonly<Record<string, number>>
beforeAll(async () => {
  app = await createTestApp({ ...open, WEBHOOK_HOSTS: '127.0.0.1' })
  app.setNow(nowOfSeries)
  rows = await fill()
})
afterAll(() => app.close())

const as = 'administrator' as const

/** A calendar with a row of everything. */
async function fill(): Promise<Record<string, number>> {
  const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="a.png"' }
  const { body: image } = await app.ask({ as, method: 'POST', path: 'media', raw: picture, headers })
  const venue = await app.create('venues', {
    venue: 'Hall',
    address: 'Main Street 1',
    geo_lat: 52,
    geo_lng: 13,
  })
  const organizer = await app.create('organizers', { organizer: 'Band' })
  const category = await app.create('categories', { name: 'Music' })
  const event = await app.create('events', {
    ...yoga,
    venue: venue.id,
    organizer: [organizer.id],
    categories: [category.id],
    image: image.id,
  })
  const ticket = await app.create(`events/${event.id}/tickets`, { name: 'Entry', price: '5' })
  await app.ask({ as, method: 'PATCH', path: `events/${event.id}`, json: { title: 'Other' } })
  const hook = await app.create('webhooks', { url: 'http://127.0.0.1/x' })
  await app.ask({ as, method: 'POST', path: `webhooks/${hook.id}/test`, json: {} })
  await app.ask({ as: 'subscriber', method: 'POST', path: 'submissions', json: { kind: 'new', fields } })
  const source = await app.create('imports/sources', { url: 'http://127.0.0.1/x.ics', run: false })
  const table = 'title,start\nTalk,2031-05-01 19:00\n'
  const csv = { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="a.csv"' }
  const { body: job } = await app.ask({
    as,
    method: 'POST',
    path: 'imports',
    raw: Buffer.from(table),
    headers: csv,
  })
  await vi.waitFor(
    async () => expect((await app.read(`imports/${job.id}`, {}, as)).status).not.toBe('running'),
    20_000,
  )
  const idOf = async (name: string) =>
    (await sql<{ id: number }>`select max(id) as id from ${sql.table(name)}`.execute(app.db.read)).rows[0]
      ?.id ?? 0
  return {
    media: image.id,
    venues: venue.id,
    organizers: organizer.id,
    terms: category.id,
    events: event.id,
    series: event.series.id,
    tickets: ticket.id,
    webhooks: hook.id,
    webhook_deliveries: await idOf('webhook_deliveries'),
    submissions: await idOf('submissions'),
    import_schedules: source.id,
    imports: job.id,
    users: app.ids.editor,
  }
}

/** Whatever shows anything of it, each with whether it is below the namespace. */
function addresses(): readonly (readonly [path: string, isAbsolute: boolean])[] {
  const window = 'start_date=2030-01-01&end_date=2040-01-01&per_page=50'
  const {
    events,
    venues,
    organizers,
    terms,
    media,
    webhooks,
    submissions,
    imports,
    import_schedules,
    series,
  } = rows
  const below = [
    ...['events', 'events.ics', 'events.rss', 'events.json', 'events.csv', 'events.geojson'].map(
      (path) => `${path}?${window}`,
    ),
    `events?${window}&context=edit&status=publish,draft,private,pending,future`,
    `events?${window}&orderby=title`,
    `events?${window}&search=Hall`,
    `events/facets?${window}`,
    `events/${events}?context=edit`,
    `events/${events}.ics`,
    `events/${events}/history`,
    `events/${events}/similar`,
    `events/${events}/tickets`,
    `events?starts_after=1999-01-01&per_page=50`,
    'series',
    `series/${series}`,
    `series/${series}.ics`,
    `series/${series}/history`,
    'history',
    'changes',
    'venues?context=edit',
    `venues/${venues}`,
    `venues/${venues}/history`,
    'venues/duplicates',
    'organizers',
    `organizers/${organizers}`,
    'categories',
    `categories/${terms}`,
    'tags',
    'media',
    `media/${media}`,
    `media/${media}/uses`,
    'webhooks',
    `webhooks/${webhooks}`,
    `webhooks/${webhooks}/deliveries`,
    'submissions',
    `submissions/${submissions}`,
    `submissions/${submissions}/diff`,
    'imports',
    `imports/${imports}`,
    'imports/sources',
    `imports/sources/${import_schedules}`,
    'settings',
    'system',
    'mails',
    'export',
  ]
  const whole = [
    '/',
    '/day/2031-03-11/',
    '/week/2031-03-11/',
    '/month/2031-03/',
    '/map/',
    '/event/yoga/',
    '/event/yoga-2031-03-11/',
    '/event/yoga/all/',
    '/venue/hall/',
    '/organizer/band/',
    '/sitemap.xml',
    '/sitemaps/events-1.xml',
    '/sitemaps/venues-1.xml',
    '/wp/v2/tribe_events',
    '/wp/v2/tribe_venue',
    '/wp/v2/media',
    '/wp/v2/users?context=edit',
    '/wp/v2/tribe_events_cat',
    '/wp/v2/tags',
    '/wp/v2/search?search=Hall',
    '/?when=past',
    '/?search=Hall',
  ]
  return [...below.map((path) => [path, false] as const), ...whole.map((path) => [path, true] as const)]
}

/** What of these fails. */
async function failing(asked: ReturnType<typeof addresses>): Promise<[string, number, string][]> {
  const found: [string, number, string][] = []
  for (const [path, absolute] of asked) {
    const { status, text } = await app.ask({ path, absolute, as })
    found.push([path, status, text.slice(0, 120)])
  }
  return found.filter(([, status]) => status >= 500)
}

/** As many as each column of moments is tried with, so that in the long run together they are asked for everywhere. */
const far = [9e15, -9e15, 253402300800, -62135596801]

/** The columns of moments, by table. */
const moments = {
  events: ['starts_at', 'ends_at', 'date_at', 'modified_at'],
  venues: ['date_at', 'modified_at'],
  organizers: ['date_at', 'modified_at'],
  media: ['date_at', 'modified_at'],
  tickets: ['sale_start_at', 'sale_end_at'],
  webhooks: ['created_at', 'paused_until', 'failing_since', 'last_success_at'],
  webhook_deliveries: ['created_at', 'next_try_at', 'sent_at', 'failed_at'],
  submissions: ['created_at', 'changed_at', 'confirmed_at', 'decided_at', 'ends_at'],
  imports: ['created_at', 'updated_at'],
  import_schedules: ['next_at'],
  users: ['created_at'],
  history: ['at'],
}

type Bad = readonly [table: string, column: string, value: string | number | null]

const bad: readonly Bad[] = [
  ...Object.entries(moments).flatMap(([table, columns]) =>
    columns.flatMap((column) => far.map((value): Bad => [table, column, value])),
  ),
  ['events', 'ends_at', 0],
  ['events', 'status', 'odd'],
  ['events', 'timezone', ''],
  ['events', 'image_id', 999_999],
  ['events', 'author_id', 999_999],
  ['events', 'series_id', 999_999],
  ['events', 'cost', '{'],
  ['venues', 'status', 'odd'],
  ['venues', 'geo_lat', 9e9],
  ['venues', 'geo_lng', -9e9],
  ['venues', 'country', 'Nowhere'],
  ['terms', 'parent', 999_999],
  ['terms', 'color', 'blueish'],
  ['tickets', 'price', 'five'],
  ['tickets', 'price', -5],
  ['tickets', 'currency', 'shells'],
  ['media', 'sizes', 'oops'],
  ['media', 'sizes', '[1]'],
  ['media', 'file', ''],
  ['media', 'mime_type', 'no type'],
  ['media', 'focus_x', 9e9],
  ['webhooks', 'types', 'oops'],
  ['webhooks', 'types', '{}'],
  ['webhooks', 'types', '[1]'],
  ['webhooks', 'signatures', 'oops'],
  ['webhooks', 'signatures', '["v9"]'],
  ['webhooks', 'old_secrets', 'oops'],
  ['webhooks', 'old_secrets', '[null]'],
  ['webhooks', 'private_key', 'oops'],
  ['webhooks', 'secret', ''],
  ['webhooks', 'url', 'nowhere'],
  ['webhooks', 'filter', '%'],
  ['webhooks', 'told_kind', 'thing'],
  ['webhook_deliveries', 'tries', 'oops'],
  ['webhook_deliveries', 'tries', '[null]'],
  ['webhook_deliveries', 'tries', '[{"at":9e15}]'],
  ['webhook_deliveries', 'body', 'oops'],
  ['submissions', 'proposed', 'oops'],
  ['submissions', 'proposed', '[]'],
  ['submissions', 'base', 'oops'],
  ['submissions', 'kind', 'odd'],
  ['submissions', 'state', 'odd'],
  ['submissions', 'reason', 'odd'],
  ['submissions', 'locale', 'not a language'],
  ['submissions', 'event_id', 999_999],
  ['imports', 'report', 'oops'],
  ['imports', 'report', '[]'],
  ['imports', 'report', '{}'],
  ['imports', 'status', 'odd'],
  ['import_schedules', 'map', 'oops'],
  ['import_schedules', 'at_time', 'soon'],
  ['import_schedules', 'every_s', -1],
  ['import_schedules', 'url', 'nowhere'],
  ['users', 'role', 'emperor'],
  ['users', 'email', 'nobody'],
  ['history', 'action', 'odd'],
  ['history', 'via', 'odd'],
  ['history_values', 'was', 'oops'],
  ['history_values', 'field', 'odd'],
]

test('as it is filled, all can be read', async () => {
  expect(await failing(addresses())).toEqual([])
})

test.each(bad.map(([table, column, value], turn) => [table, column, value, turn] as const))(
  'a row of %s whose %s is %j costs itself, and no list, page, feed, sitemap or export',
  async (table, column, value, turn) => {
    const id = rows[table]
    const where = id === undefined ? sql`1 = 1` : sql`id = ${id}`
    const before = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(app.db.read)
    expect([table, before.rows[0] !== undefined]).toEqual([table, true])
    expect(Object.keys(before.rows[0] ?? {})).toContain(column)
    const write = (to: unknown, at = where) =>
      app.db.write((tx) =>
        sql`update ${sql.table(table)} set ${sql.ref(column)} = ${to} where ${at}`.execute(tx),
      )
    const isTaken = await write(value).then(
      () => true,
      () => false,
    )
    // What the database itself refuses cannot be there.
    if (!isTaken) return
    try {
      const [kind = ''] = table.split('_')
      const all = addresses()
      const ofKind = all.filter(([path]) => path.includes(kind) && !path.includes('?'))
      expect(await failing([...ofKind, ...oneIn(isLong ? far.length : 3 * far.length, all, turn)])).toEqual(
        [],
      )
    } finally {
      await app.db.write(async (tx) => {
        for (const row of before.rows) {
          const own = Object.entries(row).filter(
            ([name]) => ['id', 'revision', 'kind', 'name', 'field'].includes(name) && name !== column,
          )
          const same = sql.join(
            own.map(([name, its]) => sql`${sql.ref(name)} = ${its}`),
            sql` and `,
          )
          await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${row[column]} where ${same}`.execute(
            tx,
          )
        }
      })
    }
  },
)

const odd = ['', 'oops', '{', 'null', '-1', '1e400', '999999', '9'.repeat(400), 'a'.repeat(100_000)]

test.each(odd.map((value, turn) => [value, turn] as const))(
  'settings that are all %.20j cost themselves',
  async (value, turn) => {
    await putSettings([...runTimeNames, 'UNKNOWN', 'constructor', '__proto__'].map((name) => [name, value]))
    try {
      expect(await failing(isLong ? addresses() : oneIn(3, addresses(), turn))).toEqual([])
    } finally {
      await putSettings([])
    }
  },
)

test('settings that do not go together cost themselves', async () => {
  await putSettings([
    ['PER_PAGE', '100'],
    ['PER_PAGE_MAX', '10'],
  ])
  try {
    expect(await failing(addresses())).toEqual([])
  } finally {
    await putSettings([])
  }
})

async function putSettings(stored: readonly (readonly [name: string, value: string])[]): Promise<void> {
  await app.db.write(async (tx) => {
    await tx.deleteFrom('settings').execute()
    for (const [name, value] of stored)
      await tx.insertInto('settings').values({ name, value, modified_at: 0 }).execute()
  })
}
