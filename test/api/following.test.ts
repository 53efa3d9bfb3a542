import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Finding } from '../../src/process/app.context.ts'
import type { Database } from '../../src/storage/db/dialect.ts'
import { openDatabase } from '../../src/storage/db/open.ts'
import type { Role } from '../../src/storage/schema/tables.ts'
import { heldFields } from '../../src/records/own/own.filters.ts'
import { readDeclarations } from '../../src/records/own/own.query.ts'
import { importRows } from '../imports/importRows.ts'
import { askedByConnection } from '../support/byConnection.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { createDatabaseWithAccounts } from '../support/accounts.ts'
import { findingAnew } from '../support/context.ts'
import type { TestDatabase } from '../support/database.ts'
import { isLong } from '../support/runs.ts'
import { audience } from './own.fixture.ts'
import { another, type Change, waysOf } from './following.ways.ts'
import { answersOf, type Held } from './questions.ts'

/** When everything here is asked. */
const now = Temporal.Instant.from('2031-02-01T12:00:00Z')

/** Two nodes on one database, one that reads it anew for each change, and somebody who writes to it beside them. */
let folder: string
let database: TestDatabase
let credentials: Record<Role, string>
let node: TestApp
/** The first, asked by a connection, as answers are kept for those who come by one. */
let keeping: TestApp
let other: TestApp
let fresh: TestApp
let beside: Database

/** By what one finds lists who has read everything anew. */
let anew: ReturnType<typeof findingAnew>

/** The fields of its own by which it is narrowed. */
let fields: ReturnType<typeof heldFields> = []

/** What the calendar consists of, by name. */
const ids: Record<string, number> = {}
const idOf = (name: string): number => ids[name] ?? 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kalends-'))
  ;({ database, credentials } = await createDatabaseWithAccounts(folder))
  node = await anyNode()
  keeping = await askedByConnection(node)
  other = await anyNode()
  beside = await openDatabase(database.url)
  anew = findingAnew(beside, () => fields)
  fresh = await anyNode(anew)
  const make = async (name: string, path: string, json: object, as?: Role) => {
    ids[name] = (await node.create(path, json, as)).id
  }
  ids['writer'] = node.ids.author
  await make('for', 'fields', { ...audience, filter: true }, 'administrator')
  await make('age', 'fields', { name: 'age', type: 'number', label: 'Age', filter: true }, 'administrator')
  await make('hall', 'venues', { venue: 'Hall', geo_lat: 48, geo_lng: 11 })
  await make('barn', 'venues', { venue: 'Barn' })
  await make('club', 'organizers', { organizer: 'Club' })
  await make('crew', 'organizers', { organizer: 'Crew' })
  await make('music', 'categories', { name: 'Music' })
  await make('jazz', 'categories', { name: 'Jazz', parent: idOf('music') })
  await make('talks', 'categories', { name: 'Talks' })
  await make('late', 'tags', { name: 'Late' })
  await make('early', 'tags', { name: 'Early' })
  await make('fair', 'events', { title: 'Fair', ...days('2031-03-01', '2031-03-09') })
  const links = { venue: idOf('hall'), organizer: [idOf('club')], tags: [idOf('late')] }
  for (const [at, name] of ['first', 'second', 'third', 'fourth'].entries()) {
    const start = `2031-03-0${at + 2}`
    await make(name, 'events', {
      title: `Evening ${at}`,
      ...days(start, start),
      ...links,
      categories: [idOf('jazz')],
      description: 'Trumpets.',
    })
  }
  await make(
    'draft',
    'events',
    { title: 'Draft', ...days('2031-03-05', '2031-03-05'), status: 'draft' },
    'author',
  )
})
afterAll(async () => {
  await node.close()
  await other.close()
  await fresh.close()
  await beside.close()
  await database.remove()
  await rm(folder, { recursive: true })
})

/** What their addresses begin with, however they are asked. */
const home = 'https://calendar.example'

async function anyNode(finding?: Finding): Promise<TestApp> {
  const at = { database: { ...database, remove: async () => {} }, credentials, finding }
  const made = await createTestApp({ SITE_URL: home, ...(finding ? { ANSWER_CACHE: '0' } : {}) }, at)
  made.setNow(now)
  return made
}

function days(start_date: string, end_date: string) {
  return { start_date: `${start_date} 10:00`, end_date: `${end_date} 12:00` }
}

const { send, put, wpPut, row } = waysOf(idOf, () => ({ node, beside }))

const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds / 1000

/** For everything by which events are chosen, counted and put in order: how it changes. One without a change does not compile. */
const changes: Readonly<Record<Held, readonly Change[]>> = {
  id: [
    another('a new event', async () => {
      ids['new'] = (await node.create('events', { title: 'New', ...days('2031-03-06', '2031-03-06') })).id
    }),
    send('DELETE', () => `events/${idOf('new')}?force=true`),
  ],
  day: [put('first', { all_day: true }), put('first', { all_day: false })],
  starts: [
    put('first', days('2031-03-04', '2031-03-04')),
    row('first', { starts_at: at('2031-03-02T10:00Z') }),
  ],
  ends: [put('first', days('2031-03-02', '2031-03-07')), row('first', { ends_at: at('2031-03-04T10:00Z') })],
  date: [
    put('first', { date: '2020-01-01 00:00:00' }),
    wpPut('first', { date: '2021-01-01T00:00:00' }),
    row('first', { date_at: 5 }),
  ],
  modified: [row('first', { modified_at: at('2031-01-01T00:00Z') }), row('first', { modified_at: 7 })],
  author: [
    put('draft', () => ({ author: node.ids.editor })),
    another('another process that gives it back', async () =>
      row('draft', { author_id: node.ids.author }).make(),
    ),
  ],
  state: [
    put('second', { status: 'private' }),
    wpPut('second', { status: 'publish' }),
    row('second', { status: 'draft' }),
    row('second', { status: 'publish' }),
    put('second', { status: 'future', date: '2031-02-01 13:00:00' }),
    another('scheduled publication', async () => {
      node.setNow(now.add({ hours: 2 }))
      await node.app.publishDue()
      node.setNow(now)
    }),
  ],
  featured: [put('first', { featured: true }), row('first', { featured: 0 })],
  hidden: [put('first', { hide_from_listings: true }), row('first', { hide_from_listings: 0 })],
  ticketed: [
    another('a ticket', async () => {
      ids['ticket'] = (
        await node.create(`events/${idOf('first')}/tickets`, { name: 'Seat', kind: 'rsvp' })
      ).id
    }),
  ],
  cost: [
    send('PUT', () => `tickets/${idOf('ticket')}`, { kind: 'paid', price: '12' }),
    send('DELETE', () => `tickets/${idOf('ticket')}`),
    put('first', { cost: '0' }),
    row('first', { cost_kind: 0 }),
  ],
  imported: [
    another('what another system sends', async () => {
      const json = { title: 'Sent', ...days('2031-03-07', '2031-03-07') }
      const path = 'events/by-source/desk/one'
      expect((await node.ask({ as: 'administrator', method: 'PUT', path, json })).status).toBe(201)
    }),
    ...([1, 0] as const).map((gone) =>
      another(`another process that finds it ${gone ? 'gone' : 'back'} at its source`, () =>
        beside.write((tx) => tx.updateTable('import_keys').set({ gone }).execute()),
      ),
    ),
    another('another process that forgets it', () =>
      beside.write((tx) => tx.deleteFrom('import_sources').execute()),
    ),
  ],
  registration: [
    put('first', { registration: { capacity: 1, waiting_list: false } }),
    another('a guest', async () => {
      const path = `events/${idOf('first')}/guests`
      await node.ask({ method: 'POST', path, json: { name: 'Ada', email: 'ada@example.org' } })
    }),
    put('first', { registration: { opens_before: 0, capacity: 2 } }),
    row('first', { registration: '', registration_shown: 0 }),
  ],
  happening: [put('first', { event_status: 'canceled' }), put('first', { event_status: 'scheduled' })],
  attendance: [row('first', { attendance_mode: 'mixed' }), put('first', { attendance_mode: 'in_person' })],
  hour: [
    put('first', { start_date: '2031-03-02 06:00' }),
    row('first', { start_wall: '2031-03-02 18:00:00' }),
    put('first', { ...days('2031-03-02', '2031-03-02') }),
  ],
  occurrence: [
    another('a series', async () => {
      ids['date'] = (
        await node.create('events', {
          title: 'Weekly',
          ...days('2031-03-06', '2031-03-06'),
          recurrence: 'RRULE:FREQ=WEEKLY;COUNT=2',
        })
      ).id
    }),
    send('PUT', () => `events/${idOf('date')}?scope=all`, { recurrence: null }),
    send('DELETE', () => `events/${idOf('date')}?force=true`),
  ],
  shelf: [
    put('first', { title: 'Zither evening' }),
    wpPut('first', { title: 'Able' }),
    row('first', { title_folded: 'm' }),
  ],
  parent: [put('first', () => ({ post_parent: idOf('fair') })), row('first', { post_parent: null })],
  password: [
    put('third', { password: 'sesame' }),
    put('third', { password: 'other' }),
    row('third', { password_digest: null }),
  ],
  cancelled: [
    send('DELETE', () => `events/${idOf('fourth')}`),
    row('fourth', { trashed_at: at('2020-01-01T00:00Z') }),
    put('fourth', { status: 'publish' }),
  ],
  terms: [
    put('first', () => ({ categories: [idOf('talks')], tags: [idOf('early')] })),
    wpPut('first', () => ({ tribe_events_cat: [idOf('jazz')], tags: [idOf('late')] })),
    another('another process that takes one away', async () =>
      beside.write((tx) => tx.deleteFrom('event_terms').where('event_id', '=', idOf('first')).execute()),
    ),
    send('DELETE', () => `tags/${idOf('late')}?force=true`),
  ],
  venues: [
    put('first', () => ({ venue: idOf('barn') })),
    send('DELETE', () => `venues/${idOf('hall')}`),
    send('PUT', () => `venues/${idOf('hall')}`, { status: 'publish' }),
    another('another process that moves a link', async () =>
      beside.write((tx) =>
        tx
          .updateTable('event_venues')
          .set({ venue_id: idOf('hall') })
          .where('event_id', '=', idOf('first'))
          .execute(),
      ),
    ),
    put('second', () => ({ venue: idOf('barn') })),
    send('DELETE', () => `venues/${idOf('barn')}?force=true`),
  ],
  organizers: [
    put('first', () => ({ organizer: [idOf('crew')] })),
    send('DELETE', () => `organizers/${idOf('club')}?force=true`),
  ],
  places: [
    send('PUT', () => `venues/${idOf('hall')}`, { geo_lat: 10, geo_lng: 10 }),
    row('hall', { geo_lat: 48.01 }, 'venues'),
    row('hall', { geo_lng: 11 }, 'venues'),
    row('hall', { status: 'private' }, 'venues'),
    row('hall', { status: 'publish' }, 'venues'),
  ],
  families: [
    send('PUT', () => `categories/${idOf('jazz')}`, { parent: 0 }),
    send(
      'PUT',
      () => `categories/${idOf('jazz')}`,
      () => ({ parent: idOf('music') }),
    ),
    send('DELETE', () => `categories/${idOf('jazz')}?force=true`),
  ],
  words: [
    put('first', { description: 'Trombones.' }),
    wpPut('first', { content: 'Trumpets, too.' }),
    row('first', { folded: 'nothing' }),
  ],
  said: [
    put('first', { fields: { audience: 'children', age: 6 } }),
    row('first', { own: '{"age":9,"audience":["adults","children"]}' }),
    put('first', { password: 'sesame' }),
    row('first', { password_digest: null }),
    send('PUT', () => 'fields/audience', { filter: false }),
    another('a change while it is no filter, and then it is one again', async () => {
      await row('first', { own: '{"age":9,"audience":["adults"]}' }).make()
      await send('PUT', () => 'fields/audience', { filter: true }).make()
    }),
    send('PUT', () => 'fields/audience', { options: [audience.options[0]], replace: { adults: 'children' } }),
    send('DELETE', () => 'fields/age?force=true'),
  ],
  several: [
    another('an import', () => importTable('Evening 8,2031-03-20,20:00,Trumpets')),
    another('an import that changes what it brought', () =>
      importTable('Evening 9,2031-03-20,21:00,Trombones'),
    ),
    another('more events at once than wait beside the columns', () =>
      importTable(
        ...Array.from(
          { length: 1200 },
          (_, n) => `Bulk ${n},2031-04-02,10:${String(n % 60).padStart(2, '0')},Trumpets`,
        ),
      ),
    ),
    another('another process that removes them at once', async () =>
      beside.write((tx) => tx.deleteFrom('events').where('title', 'like', 'Bulk%').execute()),
    ),
    another('a clearing of the trash', async () => {
      await send('DELETE', () => `events/${idOf('third')}`).make()
      await send('DELETE', () => `events/${idOf('third')}?force=true`).make()
    }),
  ],
}

async function importTable(...rows: readonly string[]): Promise<void> {
  await importRows(beside, ['Title,Start Date,Start Time,Description', ...rows], {
    administrator: node.ids.administrator,
    now,
  })
}

const cases = (Object.entries(changes) as [Held, readonly Change[]][])
  .flatMap(([what, made]) => made.map((change) => [what, change] as const))
  .map(([what, change], turn) => [what, change.by, change.make, turn] as const)

describe('what is asked right after a change is answered as by who has read everything anew', () => {
  test.each(cases)('in %s, by %s', async (held, _by, make, turn) => {
    const before = await answersOf(keeping, idOf, { held })
    await make()
    const told = await answersOf(keeping, idOf, { held, turn, asksAll: isLong })
    const toldElsewhere = await answersOf(other, idOf, { held, turn })
    fields = heldFields({ all: await readDeclarations(beside.read) })
    anew.forget()
    const expected = await answersOf(fresh, idOf, { held, turn, asksAll: isLong })
    expect(told).toEqual(expected)
    expect(expected).toMatchObject(toldElsewhere)
    // Or the change was none that anybody could have missed.
    expect(before).not.toEqual(Object.fromEntries(Object.keys(before).map((asked) => [asked, told[asked]])))
  })
})
