import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Role } from '../../src/storage/schema/tables.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { day, deed, list, make, mailingEnvironment, noon, press, register } from './guests.fixture.ts'

let app: TestApp
let event: number
let guests: { id: number; code: string }[]
beforeAll(async () => {
  app = await createTestApp({ REGISTRATION_HOURLY: '1000', TEC_V1: 'on' })
  app.setNow(noon)
  event = await make(app, { capacity: 2, note: 'Bring a mat.' })
  for (const name of ['Ada Byron', 'Ben Stokes', 'Cy Young'])
    await register(app, event, { name, email: `${name.slice(0, 2)}@example.org` })
  guests = await list(app, event)
})
afterAll(() => app.close())
beforeEach(() => app.setNow(noon))

const readers: readonly (Role | undefined)[] = [undefined, 'subscriber', 'contributor', 'author']
const ask = (path: string, as?: Role, query: object = {}) =>
  app.ask({ ...(as ? { as } : {}), path: `/tribe/tickets/v1/${path}`, absolute: true, query: { ...query } })

test('who may edit the event reads who has a place, in the form that programs at doors know', async () => {
  const { body, status, headers } = await ask('attendees', 'editor')
  expect(status).toBe(200)
  expect([headers['x-et-total'], headers['x-et-total-pages']].map(Number)).toEqual([2, 1])
  expect(headers['cache-control']).toContain('no-store')
  expect(Object.keys(body)).toEqual(['rest_url', 'total', 'total_pages', 'attendees'])
  const [ada] = body.attendees
  expect(Object.keys(ada)).toEqual(
    'id post_id ticket_id global_id global_id_lineage author status date date_utc modified modified_utc rest_url ticket provider order sku title email checked_in checkin_details rsvp_going'.split(
      ' ',
    ),
  )
  expect(ada).toMatchObject({
    id: guests[0]?.id,
    post_id: event,
    ticket_id: event,
    order: guests[0]?.id,
    sku: guests[0]?.code,
    title: 'Ada Byron',
    email: 'Ad@example.org',
    provider: 'rsvp',
    checked_in: false,
    checkin_details: false,
    rsvp_going: true,
    ticket: { id: event, provider: 'rsvp', capacity: 2 },
  })
  const single = await app.ask({ as: 'editor', path: new URL(ada.rest_url).pathname, absolute: true })
  expect(single.body).toEqual(ada)
  const titles = async (query: object) =>
    (await ask('attendees', 'editor', query)).body.attendees.map(({ title }: { title: string }) => title)
  expect(await titles({ per_page: 1, page: 2 })).toEqual(['Ben Stokes'])
  expect(await titles({ search: 'byron' })).toEqual(['Ada Byron'])
  expect(await titles({ search: guests[1]?.code })).toEqual(['Ben Stokes'])
  expect(await titles({ include: guests[1]?.id })).toEqual(['Ben Stokes'])
  expect(await titles({ exclude: guests[1]?.id })).toEqual(['Ada Byron'])
  expect(await titles({ post_id: event, ticket_id: event })).toHaveLength(2)
  expect(await titles({ post_id: event + 1 })).toEqual([])
  await app.ask({
    as: 'editor',
    method: 'POST',
    path: `events/${event}/guests/arrivals`,
    json: { device: 'door', arrivals: [{ guest: guests[0]?.id, arrived: 1, at: '2031-03-01T11:59:00Z' }] },
  })
  expect(await titles({ checkedin: true })).toEqual(['Ada Byron'])
  expect(await titles({ checkedin: false })).toEqual(['Ben Stokes'])
  const here = (await ask(`attendees/${guests[0]?.id}`, 'editor')).body
  expect(here).toMatchObject({ checked_in: true, checkin_details: { date: '2031-03-01 11:59:00' } })
  const past = await ask('attendees', 'editor', { page: 2 })
  expect([past.status, past.body.code]).toEqual([400, 'invalid-page-number'])
})

test.each(readers)('for %s the list is empty, and nobody is told by their ID', async (as) => {
  expect((await ask('attendees', as)).body).toMatchObject({ total: 0, total_pages: 0, attendees: [] })
  expect((await ask('attendees', as, { include: guests[0]?.id })).body.attendees).toEqual([])
  const single = await ask(`attendees/${guests[0]?.id}`, as)
  expect([single.status, single.body.code]).toEqual([401, 'attendee-not-accessible'])
  const unknown = await ask('attendees/99999', as)
  expect([unknown.status, unknown.body.code]).toEqual([404, 'attendee-not-found'])
})

test('an author sees those of their own event', async () => {
  const { id } = await app.create('events', { ...day, title: 'Own', registration: {} }, 'author')
  await register(app, id, { name: 'Di' })
  const titles = (await ask('attendees', 'author')).body.attendees.map(
    ({ title }: { title: string }) => title,
  )
  expect(titles).toEqual(['Di'])
  const [di] = await list(app, id)
  await deed(app, di.id, 'cancel')
  expect((await ask('attendees', 'author')).body.total).toBe(0)
  expect((await ask(`attendees/${di.id}`, 'author')).body.rsvp_going).toBe(false)
})

test('each event for which people register has one ticket there, which readers see as far as the event', async () => {
  const plain = await app.create('events', day)
  const draft = await make(app, {}, { title: 'Draft', status: 'draft' })
  const secret = await make(app, {}, { title: 'Secret', password: 'sesame' })
  const { body, headers } = await ask('tickets')
  expect(Number(headers['x-et-total'])).toBe(body.total)
  const ids = body.tickets.map(({ id }: { id: number }) => id)
  expect(ids).toContain(event)
  for (const unseen of [plain.id, draft, secret]) {
    expect(ids).not.toContain(unseen)
    expect((await ask(`tickets/${unseen}`)).body.code).toBe('ticket-not-found')
  }
  const single = (await ask(`tickets/${event}`)).body
  expect(single).toMatchObject({
    id: event,
    post_id: event,
    title: 'Masks',
    description: 'Bring a mat.',
    provider: 'rsvp',
    capacity: 2,
    capacity_details: { available_percentage: 0, available: 0 },
    is_available: false,
    available_until: '2031-03-20 18:00:00',
    attendees: [],
  })
  expect(single.capacity_details).not.toHaveProperty('sold')
  expect((await ask(`tickets/${event}`, 'editor')).body.capacity_details).toMatchObject({ max: 2, sold: 2 })
  expect((await ask('tickets', undefined, { post_id: event })).body.tickets).toHaveLength(1)
  expect((await ask('tickets', undefined, { exclude: event })).body.tickets).not.toContainEqual(single)
})

test('nothing is written there, and nothing is there where the newer interface is not', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const)
    for (const path of ['attendees', `attendees/${guests[0]?.id}`, `tickets/${event}`])
      expect(
        (
          await app.ask({
            as: 'administrator',
            method,
            path: `/tribe/tickets/v1/${path}`,
            absolute: true,
            json: {},
          })
        ).status,
      ).toBe(404)
  const other = await createTestApp({ TEC_V1: 'off' })
  expect((await other.ask({ path: '/tribe/tickets/v1/tickets', absolute: true })).status).toBe(404)
  await other.close()
})

test('who has yet to confirm has no place for certain: no list has them, and the pages of lists add up', async () => {
  const mailing = await createTestApp({ ...(await mailingEnvironment()), TEC_V1: 'on' })
  mailing.setNow(noon)
  const id = await make(mailing, { capacity: 20 })
  for (const name of ['Ada', 'Ben', 'Cy', 'Di', 'Eli'])
    await register(mailing, id, { name, email: `${name}@example.org` })
  const all = await list(mailing, id)
  for (const { url } of all.slice(0, 4)) await press(mailing, url, 'confirm')
  await deed(mailing, all[3].id, 'cancel')
  const attendees = async (query: object) =>
    (
      await mailing.ask({
        as: 'editor',
        path: '/tribe/tickets/v1/attendees',
        absolute: true,
        query: { ...query },
      })
    ).body
  const titles = async (query: object = {}) => {
    const { total, attendees: found } = await attendees(query)
    return [total, ...found.map(({ title }: { title: string }) => title)]
  }
  expect(await titles()).toEqual([3, 'Ada', 'Ben', 'Cy'])
  expect(await titles({ per_page: 2, page: 2 })).toEqual([3, 'Cy'])
  expect(await titles({ search: 'example.org', per_page: 2, page: 2 })).toEqual([3, 'Cy'])
  expect(await titles({ search: 'eli' })).toEqual([0])
  expect(await titles({ include: `${all[0].id},${all[4].id}` })).toEqual([1, 'Ada'])
  expect(await titles({ exclude: all[0].id })).toEqual([2, 'Ben', 'Cy'])
  const single = await mailing.ask({
    as: 'editor',
    path: `/tribe/tickets/v1/attendees/${all[4].id}`,
    absolute: true,
  })
  expect(single.body).toMatchObject({ title: 'Eli', rsvp_going: false })
  await mailing.close()
})
