import fc from 'fast-check'
import { expect } from 'vitest'
import type { Database } from '../../src/storage/db/dialect.ts'
import type { Role } from '../../src/storage/schema/tables.ts'
import { type GuestState, isLive } from '../../src/pure/params/guests.ts'
import { importRows } from '../imports/importRows.ts'

/** One service among several on the same database, each with connections of its own, as processes have them. */
export interface Peer {
  readonly origin: string
  close(): Promise<void>
}

export const root = '/vendor/events/v1'

/** Lists, records and documents; what follows from the clock, from a password, or from nothing. */
const asked =
  `events events?starts_after=now events?start_date=tomorrow events?start_date=2031-01-01 events/facets
  events?per_page=1&_pretty events?_jsonp=call events?search=changed events.ics events?page=99 events?password=Open+Sesame
  events?categories=music events?starts_after=2031-03-01&starts_before=2031-03-31 events/facets?facets=categories
  events?starts_after=2031-05-01&starts_before=2031-05-31&per_page=1 events?featured=true&per_page=1 events?geoloc=true events?starts_after=2031-05-01&starts_before=2031-05-31&free=false
  events/facets?facets=venues,cost&starts_after=2031-05-01 events?orderby=title&per_page=2&page=2 venues venues?only_with_upcoming=true venues?has_upcoming=false organizers tags categories doc
  events?starts_after=2031-06-01&starts_before=2031-06-30 events?starts_after=2031-06-01&registration=any events/facets?starts_after=2031-03-01&starts_before=2031-03-31
  events/facets?facets=registration&starts_after=2031-06-01 events?fields[for_whom]=children events/facets?facets=fields`.split(
    /\s+/,
  )

/** What readers may send with it. */
export const headersOf = fc.record(
  {
    accept: fc.constantFrom('text/calendar', 'application/json', 'text/html'),
    'accept-encoding': fc.constantFrom('gzip', 'br', 'identity', 'br;q=0, gzip'),
    'accept-language': fc.constantFrom('de', 'en'),
    origin: fc.constantFrom('https://a.example', 'https://b.example'),
    authorization: fc.constantFrom('contributor', 'wrong'),
  },
  { requiredKeys: [] },
)

/** What is asked of a calendar with these events, below the root of its interface. */
export const pathsOf = (ids: readonly number[]) => [
  ...asked,
  ...ids.flatMap((id) => [
    `events/${id}`,
    `events/${id}?password=Open+Sesame`,
    `events/${id}?password=wrong`,
  ]),
]

/** What the writes are about, as an event shows it. */
export interface Shown {
  readonly venue: { readonly id: number }
  readonly organizer: readonly [{ readonly id: number }]
  readonly categories: readonly [{ readonly id: number }]
}

/** A way of writing, of the so-many-th time. */
export type Write = (peer: Peer, count: number) => Promise<unknown>

/** Sends a write, and fails where it is refused. */
export type Send = (peer: Peer, method: string, path: string, json?: unknown, as?: Role) => Promise<Response>

/** By whom and when it is written. */
interface Writing {
  readonly peer: Peer
  /** Who writes beside them, as a command does. */
  readonly beside: Database
  readonly write: Send
  readonly now: () => Temporal.Instant
}

/** Who signs in as these accounts. */
export const writerBy =
  (credentials: Readonly<Record<Role, string>>): Send =>
  async (peer, method, path, json, as = 'editor') => {
    const authorization = `Basic ${Buffer.from(credentials[as]).toString('base64')}`
    const headers = { authorization, ...(json ? { 'content-type': 'application/json' } : {}) }
    const body = json ? { body: JSON.stringify(json) } : {}
    const answer = await fetch(`${peer.origin}${root}/${path}`, { method, headers, ...body })
    expect(answer.status, `${method} ${path}: ${await answer.clone().text()}`).toBeLessThan(300)
    return answer
  }

/** Adds an image, which the event shows; answers its id. */
async function addImage(beside: Database, event: number): Promise<number> {
  return beside.write(async (tx) => {
    const { id } = await tx
      .insertInto('items')
      .values({ kind: 'media' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const texts = {
      title: '',
      alt_text: '',
      caption: '',
      credit: '',
      original_file: '',
      sizes: '[]',
      folded: '',
    }
    const file = { file: 'one.png', mime_type: 'image/png', width: 4, height: 4, filesize: 9, digest: 'one' }
    const values = { id, author_id: 1, date_at: 1, modified_at: 1, ...texts, ...file, decorative: 0 as const }
    await tx
      .insertInto('media')
      .values({ ...values, focus_x: null, focus_y: null })
      .execute()
    await tx.updateTable('events').set({ image_id: id }).where('id', '=', event).execute()
    return id
  })
}

async function administratorOf(beside: Database): Promise<number> {
  const users = beside.read.selectFrom('users').select('id').where('role', '=', 'administrator')
  return (await users.executeTakeFirstOrThrow()).id
}

/** Another text in a member. */
const changed = (member: string) => (count: number) => ({ [member]: `changed ${count}` })

/** The id of the record that was made. */
const idOf = async (answer: Promise<Response>) => ((await (await answer).json()) as { id: number }).id

/** An event elsewhere. */
const at = (count: number, more: object) => ({
  title: `Elsewhere ${count}`,
  start_date: `2031-05-${10 + (count % 10)} 10:00`,
  end_date: `2031-05-${10 + (count % 10)} 12:00`,
  ...more,
})

const options = (count: number) => [
  { value: 'children', label: { en: `Children ${count}` } },
  { value: 'adults', label: 'Adults' },
]

/** What a calendar declares of its own, by which lists are narrowed, and what an event says of it. */
async function waysToChoose(one: Peer, write: Send, event: number): Promise<readonly Write[]> {
  const field = { name: 'for_whom', type: 'choices', label: 'For whom', options: options(0), filter: true }
  await write(one, 'POST', 'fields', field, 'administrator')
  const declare =
    (of: (count: number) => object): Write =>
    (peer, count) =>
      write(peer, 'PATCH', 'fields/for_whom', of(count), 'administrator')
  return [
    declare((count) => ({ label: { en: `For ${count}`, de: 'Für wen' } })),
    declare((count) => ({ options: options(count) })),
    declare((count) => ({ filter: count % 3 > 0 })),
    (peer, count) =>
      write(peer, 'PATCH', `events/${event}`, {
        fields: { for_whom: [count % 2 === 0 ? 'children' : 'adults'] },
      }),
  ]
}

/** Who may come to an event that hardly any list has, and who does: the first of all for whom people register is one as well. */
async function waysToRegister(one: Peer, write: Send): Promise<readonly Write[]> {
  const times = { start_date: '2031-06-20 10:00', end_date: '2031-06-20 12:00' }
  const make = (title: string, more: object = {}) =>
    idOf(write(one, 'POST', 'events', { title, ...times, ...more }))
  const [elsewhere, visited] = [await make('Elsewhere'), await make('Visited')]
  const say =
    (id: number, of: (count: number) => object | null): Write =>
    (peer, count) =>
      write(peer, 'PATCH', `events/${id}`, { registration: of(count) })
  const open = say(visited, (count) => ({ capacity: 1 + (count % 2) }))
  const come: Write = async (peer, count) => {
    const { ok } = await fetch(`${peer.origin}${root}/events/${visited}/registration`)
    return ok
      ? write(peer, 'POST', `events/${visited}/guests`, { name: `Guest ${count}` })
      : open(peer, count)
  }
  const cancel = async (peer: Peer, most: number) => {
    const told = await write(peer, 'GET', `events/${visited}/guests?per_page=50`)
    const { guests } = (await told.json()) as { guests: readonly { id: number; state: GuestState }[] }
    for (const { id } of guests.filter(isLive).slice(0, most))
      await write(peer, 'POST', `guests/${id}/cancel`, {})
  }
  const outside = { mode: 'external', url: 'https://tickets.example' }
  return [
    say(elsewhere, (count) => [{}, null, outside][count % 3] ?? null),
    open,
    come,
    come,
    async (peer) => cancel(peer, 1),
    say(visited, (count) => ({ capacity: 2 + (count % 2), closes_before: count % 2 === 0 ? 60 : null })),
    async (peer, count) => {
      await cancel(peer, Infinity)
      await say(visited, () => null)(peer, count)
      await say(elsewhere, () => null)(peer, count)
    },
  ]
}

/** All that a surface writes, and a command: each changes something that some answer shows. */
export async function waysToWrite(
  { peer: one, beside, write, now }: Writing,
  made: readonly number[],
  shown: Shown,
): Promise<readonly Write[]> {
  const patch =
    (path: string, of: (count: number) => object): Write =>
    (peer, count) =>
      write(peer, 'PATCH', path, of(count))
  const [first = 0, , third = 0] = made
  const term = shown.categories[0].id
  const weekly = at(1, { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3' })
  const date = await idOf(write(one, 'POST', 'events', weekly))
  const other = await idOf(write(one, 'POST', 'events', at(2, { categories: [term] })))
  const plain = await idOf(write(one, 'POST', 'events', at(3, {})))
  // What was there before is followed from where it is now.
  const ask = async (peer: Peer) => fetch(`${peer.origin}${root}/events?per_page=1`)
  const text = await (await fetch(`${one.origin}${root}/events/${third}/tickets`)).json()
  const ticket = (text as { tickets: readonly [{ id: number }] }).tickets[0].id
  const image = await addImage(beside, first)
  const row =
    (table: 'events' | 'venues' | 'terms' | 'media', values: (count: number) => object): Write =>
    (_peer, count) =>
      beside.write((tx) =>
        tx
          .updateTable(table as 'events')
          .set(values(count))
          .where('id', '=', { events: first, venues: shown.venue.id, terms: term, media: image }[table])
          .execute(),
      )
  const field = { name: 'audience', type: 'text', label: 'Audience' }
  await write(one, 'POST', 'fields', field, 'administrator')
  return [
    ...(await waysToChoose(one, write, first)),
    ...(await waysToRegister(one, write)),
    (peer, count) => write(peer, 'PATCH', 'fields/audience', { public: count % 3 > 0 }, 'administrator'),
    patch(`events/${first}`, (count) => ({ fields: { audience: `for ${count}` } })),
    ...made.map((id) => patch(`events/${id}`, changed('excerpt'))),
    ...made.map((id) => patch(`events/${id}`, changed('title'))),
    patch(`events/${first}`, (count) => ({
      start_date: `2031-03-${10 + (count % 15)} 09:00`,
      end_date: '2031-03-27 12:00',
    })),
    patch(`events/${first}`, (count) => ({ hide_from_listings: count % 2 === 0 })),
    patch(`events/${first}`, (count) => ({ categories: count % 2 === 0 ? [term] : [] })),
    patch(`tickets/${ticket}`, (count) => ({ price: String(count) })),
    patch(`tickets/${ticket}`, changed('description')),
    // The trap: each event says of its categories how many events they have.
    patch(`events/${other}`, (count) => ({ categories: count % 2 === 0 ? [term] : [] })),
    patch(`events/${other}`, (count) => ({ status: count % 2 === 0 ? 'draft' : 'publish' })),
    (peer, count) =>
      write(peer, 'POST', 'events', at(count, { categories: [term], venue: { venue: 'Town Hall' } })),
    (peer, count) =>
      write(peer, 'POST', 'events', at(count, { venue: { venue: `Hall ${count}` }, tags: [`tag ${count}`] })),
    async (peer, count) => {
      const id = await idOf(write(peer, 'POST', 'events', at(count, { categories: [term] })))
      await write(peer, 'DELETE', `events/${id}${count % 2 === 0 ? '?force=true' : ''}`, {})
    },
    // Those that come, move and go without a venue or a term.
    (peer, count) => write(peer, 'POST', 'events', at(count, {})),
    patch(`events/${plain}`, (count) => ({
      start_date: `2031-0${5 + (count % 2)}-20 10:00`,
      end_date: `2031-0${5 + (count % 2)}-20 12:00`,
    })),
    patch(`events/${plain}`, (count) => ({ featured: count % 2 === 0 })),
    patch(`events/${plain}`, (count) => ({ status: count % 2 === 0 ? 'draft' : 'publish' })),
    async (peer, count) => {
      const id = await idOf(write(peer, 'POST', 'events', at(count, {})))
      await ask(peer)
      await write(peer, 'DELETE', `events/${id}`, {})
    },
    patch(`events/${date}`, changed('excerpt')),
    patch(`events/${date}?scope=all`, changed('title')),
    patch(`venues/${shown.venue.id}`, changed('phone')),
    patch(`venues/${shown.venue.id}`, (count) => ({ geo_lat: count % 80, geo_lng: 11 })),
    patch(`organizers/${shown.organizer[0].id}`, changed('phone')),
    patch(`categories/${term}`, changed('description')),
    patch(`categories/${term}`, changed('name')),
    async (peer, count) => {
      const goes = await idOf(write(peer, 'POST', 'venues', { venue: `Goes ${count}` }))
      await write(peer, 'PATCH', `events/${first}`, { venue: goes })
      await write(peer, 'POST', `venues/${shown.venue.id}/merge`, { from: [goes] })
    },
    async (peer, count) => {
      await write(peer, 'PATCH', `events/${first}`, { excerpt: `undone ${count}` })
      const told = await write(peer, 'GET', `events/${first}/history`)
      const { history } = (await told.json()) as { history: readonly [{ revision: number }] }
      await write(peer, 'POST', `events/${first}/history/${history[0].revision}/undo`, {})
    },
    (peer, count) =>
      write(peer, 'PATCH', 'settings', { currency_symbol: count % 2 === 0 ? '€' : '£' }, 'administrator'),
    async (_peer, count) =>
      importRows(
        beside,
        [
          'Title,Start Date,Start Time,Description,Category',
          `Brought ${count % 3},2031-03-20,1${count % 9}:00,Said ${count},Music`,
        ],
        { administrator: await administratorOf(beside), now: now() },
      ),
    row('events', (count) => ({ description: `written beside ${count}` })),
    row('events', (count) => ({ featured: count % 2 })),
    row('venues', changed('city')),
    row('terms', (count) => ({ count })),
    row('media', changed('alt_text')),
  ]
}
