import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { dueMessages, dueWebhooks } from '../../src/records/webhooks/webhooks.query.ts'
import { createTestApp } from '../support/app.ts'
import { usesSqlite } from '../support/database.ts'

// What a later program, which serves the same calendar, has written, and this one does not know.

const dates = { start_date: '2031-03-01 10:00:00', end_date: '2031-03-01 12:00:00' }

/** A calendar with one of each, by the way to it and by what changes something else of it. */
async function calendar() {
  const app = await createTestApp()
  onTestFinished(() => app.close())
  const category = await app.create('categories', { name: 'Music', color: 'teal' })
  const event = await app.create('events', {
    title: 'Evening',
    ...dates,
    venue: { venue: 'Hall' },
    organizer: { organizer: 'Club' },
    categories: [category.id],
    event_status: 'canceled',
    attendance_mode: 'mixed',
  })
  const ticket = await app.create(`events/${event.id}/tickets`, { name: 'Door', price: 3 })
  const webhook = await app.create('webhooks', {
    url: 'https://hooks.example.org/in',
    types: ['event.created'],
  })
  const paths: Readonly<Record<string, readonly [path: string, change: object]>> = {
    events: [`events/${event.id}`, { website: 'https://example.org/changed' }],
    venues: [`venues/${event.venue.id}`, { city: 'Exampleton' }],
    organizers: [`organizers/${event.organizer[0].id}`, { phone: '1' }],
    terms: [`categories/${category.id}`, { description: 'Changed' }],
    tickets: [`tickets/${ticket.id}`, { name: 'Changed' }],
    webhooks: [`webhooks/${webhook.id}`, { description: 'Changed' }],
    users: [`/wp/v2/users/${app.ids.editor}`, { description: 'Changed' }],
  }
  return { app, paths, webhook, event }
}

const lists = [
  `events?${new URLSearchParams({ start_date: '2031-01-01', end_date: '2031-12-31' }).toString()}`,
  'events?start_date=2031-01-01&context=edit&status=publish,draft,pending,private,future,trash',
  'events/facets?start_date=2031-01-01',
  'events.ics?start_date=2031-01-01',
  'events.csv?start_date=2031-01-01',
  'venues?status=publish,draft',
  'organizers?status=publish,draft',
  'categories',
  'webhooks',
  'history',
  'settings',
  'system',
]

test.each([
  ['events', 'event_status', 'sold_out', undefined],
  ['events', 'attendance_mode', 'hologram', undefined],
  ['events', 'online_url_shown', 'members', 'attendees'],
  ['events', 'status', 'archived', 'draft'],
  ['venues', 'status', 'archived', 'draft'],
  ['organizers', 'status', 'archived', 'draft'],
  ['terms', 'color', 'octarine', undefined],
  ['tickets', 'kind', 'lottery', 'rsvp'],
  ['webhooks', 'types', '["event.moved"]', undefined],
  ['users', 'role', 'reviewer', undefined],
] as const)(
  '%s whose %s is “%s” are read as usual, and changed without it',
  async (table, column, value, shown) => {
    expect(usesSqlite()).toBeTypeOf('boolean')
    const { app, paths } = await calendar()
    const where = table === 'users' ? sql`where login = 'editor'` : sql``
    await app.db.write((tx) =>
      sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value} ${where}`.execute(tx),
    )
    const as = 'administrator'
    for (const path of lists) expect([path, (await app.ask({ as, path })).status]).toEqual([path, 200])
    for (const path of ['/', '/wp/v2/users?context=edit'])
      expect([path, (await app.ask({ as, path, absolute: true })).status]).toEqual([path, 200])
    const [path, change] = paths[table] ?? ['', {}]
    const absolute = path.startsWith('/')
    const read = await app.ask({ as, path: `${path}?context=edit`, absolute })
    expect(read.status).toBe(200)
    // What is not known is as if it had never been said.
    if (shown !== undefined) expect(read.body[column]).toBe(shown)
    else expect(JSON.stringify(read.body)).not.toContain(value)
    const changed = await app.ask({ as, method: 'PATCH', path, absolute, json: change })
    expect(changed.status).toBe(200)
    expect(changed.body).toMatchObject(change)
    const { rows } = await sql<{ now: string }>`
    select ${sql.ref(column)} as now from ${sql.table(table)} ${where}`.execute(app.db.read)
    expect(rows).toEqual([{ now: value }])
  },
)

test('nobody is shown what has a status that is not known', async () => {
  const { app, event } = await calendar()
  await app.db.write((tx) => sql`update events set status = 'archived'`.execute(tx))
  expect((await app.ask({ path: `events/${event.id}` })).status).toBe(403)
  expect(await app.read('events', { start_date: '2031-01-01' })).toMatchObject({ total: 0 })
  expect((await app.ask({ path: new URL(event.url).pathname, absolute: true })).status).toBe(404)
})

test('messages of a kind that only a later program knows are left to that one', async () => {
  const { app, webhook } = await calendar()
  const message = (kind: string, id: string) =>
    app.db.write((tx) =>
      sql`insert into webhook_deliveries (webhook_id, message_id, type, kind, record_id, revision, body, attempts, next_try_at, created_at)
        values (${webhook.id}, ${id}, ${`${kind}.made`}, ${kind}, 1, 1, '{}', 0, 0, 0)`.execute(tx),
    )
  const due = async () => [
    await dueWebhooks(app.db.read, 10),
    (await dueMessages(app.db.read, webhook.id, { now: 10, most: 10 })).length,
  ]
  await message('house', 'a')
  expect(await due()).toEqual([[], 0])
  await message('event', 'b')
  expect(await due()).toEqual([[webhook.id], 1])
})
