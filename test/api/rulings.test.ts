import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEventParams } from '../../src/records/events/events.params.ts'
import { createOrganizerParams } from '../../src/records/organizers/organizers.params.ts'
import { createCategoryParams, createTagParams } from '../../src/records/terms/terms.params.ts'
import { createTicketParams } from '../../src/records/tickets/tickets.params.ts'
import { createVenueParams } from '../../src/records/venues/venues.params.ts'
import { createTestApp, type TestApp } from '../support/app.ts'

const moment = Temporal.Instant.from('2030-05-05T12:00:00Z')
const dates = { start_date: '2031-03-10 10:00', end_date: '2031-03-10 12:00' }

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  app.setNow(moment)
})
afterAll(() => app.close())

describe('what is empty on create is not given (D51)', () => {
  const kinds = [
    ['events', createEventParams, { title: 'Jazz', ...dates }],
    ['venues', createVenueParams, { venue: 'Hall' }],
    ['organizers', createOrganizerParams, { organizer: 'Ann' }],
    ['categories', createCategoryParams, { name: 'Music' }],
    ['tags', createTagParams, { name: 'free' }],
  ] as const

  /** Each record has a name, and with it a slug, of its own. */
  let count = 0
  function named(kind: string, sent: object): { fields: object; slug: string } {
    const name = `Plain ${(count += 1)}`
    const key = { events: 'title', venues: 'venue', organizers: 'organizer' }[kind] ?? 'name'
    return { fields: { ...sent, [key]: name }, slug: `plain-${count}` }
  }

  /** What does not follow from the name or the id. */
  function itself(record: object): object {
    const follow =
      /^(?:id|global_id|global_id_lineage|slug|title|venue|organizer|name|color|website|\w*urls?)$/
    return Object.fromEntries(Object.entries(record).filter(([key]) => !follow.test(key)))
  }

  test.each(kinds)('of %s, one field at a time and all at once', async (kind, declared, sent) => {
    const usual = itself(await app.create(kind, named(kind, sent).fields))
    const optional = Object.keys(declared.properties).filter(
      (name) => !(declared.required as readonly string[]).includes(name),
    )
    expect(optional.length).toBeGreaterThan(2)
    const cases = optional.flatMap((name) => [{ [name]: '' }, { [name]: null }])
    const all = (value: unknown) => Object.fromEntries(optional.map((name) => [name, value]))
    for (const empty of [...cases, all(''), all(null)]) {
      const { fields, slug } = named(kind, sent)
      const record = await app.create(kind, { ...fields, ...empty })
      expect(record.slug, JSON.stringify(empty)).toBe(slug)
      expect(itself(record), JSON.stringify(empty)).toEqual(usual)
    }
  })

  test('of a form, which has no other way to send nothing', async () => {
    const optional = Object.keys(createEventParams.properties).filter(
      (name) => !createEventParams.required.includes(name as 'title'),
    )
    const form = { title: 'Form', ...dates, ...Object.fromEntries(optional.map((name) => [name, ''])) }
    const { status, body } = await app.ask({ as: 'editor', method: 'POST', path: 'events', form })
    expect(status).toBe(201)
    expect(body).toMatchObject({ slug: 'form', status: 'publish', featured: false, venue: [], cost: '' })
  })

  test('of venues and organizers nested in an event', async () => {
    const nested = (declared: typeof createVenueParams | typeof createOrganizerParams, name: string) => ({
      ...Object.fromEntries(Object.keys(declared.properties).map((field) => [field, ''])),
      [name]: 'Nested',
    })
    const body = await app.create('events', {
      title: 'Nest',
      ...dates,
      venue: nested(createVenueParams, 'venue'),
      organizer: [nested(createOrganizerParams, 'organizer')],
    })
    expect(body.venue).toMatchObject({ venue: 'Nested', slug: 'nested', status: 'publish', show_map: true })
    expect(body.organizer).toMatchObject([{ organizer: 'Nested', slug: 'nested', status: 'publish' }])
  })

  test('of tickets', async () => {
    const { id } = await app.create('events', { title: 'Ticketed', ...dates })
    const optional = Object.keys(createTicketParams.properties).filter((name) => name !== 'name')
    for (const value of ['', null]) {
      const empty = Object.fromEntries(optional.map((name) => [name, value]))
      const body = await app.create(`events/${id}/tickets`, { name: 'Entry', ...empty })
      expect(body).toMatchObject({ name: 'Entry', kind: 'rsvp' })
    }
  })

  test('but not where the field is required, nor on update, where it clears or is refused', async () => {
    const { id } = await app.create('events', { title: 'Kept', slug: 'kept', ...dates })
    for (const [path, json, name] of [
      ['events', { title: '', ...dates }, 'title'],
      ['events', { title: 'T', start_date: '', end_date: dates.end_date }, 'start_date'],
      [`events/${id}`, { slug: '' }, 'slug'],
      [`events/${id}`, { status: '' }, 'status'],
      [`events/${id}`, { featured: '' }, 'featured'],
    ] as const) {
      const { status, body } = await app.ask({ as: 'editor', method: 'POST', path, json })
      expect([status, Object.keys(body.data.params)], path).toEqual([400, [name]])
    }
  })
})

test.each([
  ['venues', 'venue', 'tribe_venue'],
  ['organizers', 'organizer', 'tribe_organizer'],
])('a slug is accepted when %s are made, nested ones too, and made unique (D52)', async (kind, name) => {
  expect(await app.create(kind, { [name]: 'One', slug: 'own-slug' })).toMatchObject({ slug: 'own-slug' })
  expect(await app.create(kind, { [name]: 'Two', slug: 'Own Slug' })).toMatchObject({ slug: 'own-slug-2' })
  // Equal in every field sent is the record that is there (D16); another slug makes another one.
  expect(await app.create(kind, { [name]: 'One', slug: 'own-slug' })).toMatchObject({ slug: 'own-slug' })
  const body = await app.create('events', {
    title: 'E',
    ...dates,
    [name]: { [name]: 'N', slug: 'nested-own' },
  })
  expect([body[name]].flat()).toMatchObject([{ slug: 'nested-own' }])
})

describe('an order that there is not', () => {
  const below = ['tribe_events', 'tribe_venue', 'tribe_organizer', 'tags', 'tribe_events_cat', 'media']
  test.each([
    ...['events', 'venues', 'organizers', 'categories', 'tags', 'media', 'events.ics', 'events.csv'].map(
      (path) => ({ path, absolute: false }),
    ),
    ...below.map((path) => ({ path: `/wp/v2/${path}`, absolute: true })),
  ])('is refused at $path (D53)', async (address) => {
    for (const [name, value] of [
      ['orderby', 'nonsense'],
      ['orderby', 'constructor'],
      ['order', 'down'],
      ['order', ''],
    ] as const) {
      const { status, body } = await app.ask({ ...address, query: { [name]: value } })
      expect([status, Object.keys(body.data?.params ?? {})], `${name}=${value}`).toEqual([400, [name]])
    }
    expect(await app.ask({ ...address, query: { orderby: 'id', order: 'DESC' } })).toMatchObject({
      status: 200,
    })
  })

  test('is refused where tickets are listed', async () => {
    const { id } = await app.create('events', { title: 'Ordered', ...dates })
    for (const name of ['B', 'A']) await app.create(`events/${id}/tickets`, { name })
    const names = async (query: object) =>
      (await app.read(`events/${id}/tickets`, { ...query })).tickets.map((one: { name: string }) => one.name)
    expect(await names({})).toEqual(['B', 'A'])
    expect(await names({ order: 'desc' })).toEqual(['A', 'B'])
    expect(await app.ask({ path: `events/${id}/tickets`, query: { orderby: 'x' } })).toMatchObject({
      status: 400,
    })
  })
})

describe('the parent of a category', () => {
  const refusal = (details: unknown) => ({
    status: 400,
    body: { code: 'rest_invalid_param', data: { params: { parent: expect.any(String) }, details } },
  })
  const ofType = { parent: expect.objectContaining({ code: 'rest_invalid_type', data: { param: 'parent' } }) }
  const as = 'editor'

  test('that is the slug of one is a fault of type, in every request that takes it (D53)', async () => {
    await app.create('categories', { name: 'Été & Co', slug: 'ete-co' })
    const { id } = await app.create('categories', { name: 'Child' })
    const json = { name: 'X', parent: 'ETE-co' }
    for (const asked of [
      { as, method: 'POST', path: 'categories', json } as const,
      { as, method: 'PUT', path: `categories/${id}`, json } as const,
      { as, path: 'categories', query: { parent: json.parent } } as const,
      { as, method: 'POST', path: '/wp/v2/tribe_events_cat', absolute: true, json } as const,
      { as, path: '/wp/v2/tribe_events_cat', absolute: true, query: { parent: json.parent } } as const,
    ])
      expect(await app.ask(asked)).toMatchObject(refusal(ofType))
    expect((await app.read(`categories/${id}`)).parent).toBe(0)
  })

  test('that is any other word, or an unknown ID, names none', async () => {
    for (const parent of ['never-was', '999999'])
      for (const asked of [
        { as, method: 'POST', path: 'categories', json: { name: 'X', parent } } as const,
        { as, path: 'categories', query: { parent } } as const,
      ])
        expect(await app.ask(asked), parent).toMatchObject(refusal([]))
  })

  test('is told after the values that were refused, as all faults of type are', async () => {
    const json = { name: 'x'.repeat(201), parent: 'ete-co' }
    const { body } = await app.ask({ as, method: 'POST', path: 'categories', json })
    expect(Object.keys(body.data.params)).toEqual(['name'])
  })
})

test('days alone are whole ones, and no time is invented beside one that there is (D70)', async () => {
  const days = { title: 'Fair', start_date: '2031-12-24', end_date: '2031-12-26' }
  const whole = { all_day: true, start_date: '2031-12-24 00:00:00', end_date: '2031-12-26 23:59:59' }
  const { id } = await app.create('events', days)
  expect(await app.read(`events/${id}`)).toMatchObject(whole)
  const said = await app.create('events', { title: 'Said', start_date: 'today', end_date: 'tomorrow' })
  expect(await app.read(`events/${said.id}`)).toMatchObject({ all_day: true })
  // Who says that it is not all day has said the midnights.
  const timed = await app.create('events', { ...days, all_day: false })
  expect(await app.read(`events/${timed.id}`)).toMatchObject({ end_date: '2031-12-26 00:00:00' })
  const put = (json: object, of = timed.id) =>
    app.ask({ as: 'administrator', method: 'PUT', path: `events/${of}`, json })
  const asked = await put({ start_date: '2031-12-20' })
  expect([asked.status, asked.body.data.params.start_date]).toEqual([
    400,
    expect.stringContaining('time of day'),
  ])
  expect((await put({ start_date: '2031-12-20', end_date: '2031-12-21' })).body).toMatchObject({
    all_day: true,
    end_date: '2031-12-21 23:59:59',
  })
  expect((await put({ end_date: '2031-12-27' }, id)).body).toMatchObject({ end_date: '2031-12-27 23:59:59' })
})

describe('only what is wrong is blamed (D54)', () => {
  const names = async (asked: Parameters<TestApp['ask']>[0]) => {
    const { status, body } = await app.ask({ as: 'administrator', ...asked })
    return [status, Object.keys(body.data?.params ?? {})]
  }

  test('of the dates of an event that is changed', async () => {
    const { id } = await app.create('events', { title: 'Dated', ...dates })
    const put = (json: object) => names({ method: 'PUT', path: `events/${id}`, json })
    expect(await put({ start_date: 'bogus' })).toEqual([400, ['start_date']])
    // Before the stored start, and still not blamed: the new one is not known.
    expect(await put({ start_date: 'bogus', end_date: '2030-01-01' })).toEqual([400, ['start_date']])
    expect(await put({ end_date: 'bogus', start_date: '2032-01-01' })).toEqual([400, ['end_date']])
    expect(await put({ timezone: 'Nowhere', end_date: '2030-01-01' })).toEqual([400, ['timezone']])
    expect(await put({ all_day: 'maybe', end_date: '2030-01-01' })).toEqual([400, ['all_day']])
    expect(await put({ start_date: 'bogus', end_date: 'bogus' })).toEqual([400, ['start_date', 'end_date']])
    // What is read is compared as ever (D9).
    expect(await put({ end_date: '2030-01-01' })).toEqual([400, ['end_date']])
  })

  test('of orders whose parameter could not be read', async () => {
    const list = (query: Record<string, string>) => names({ path: 'events', query })
    const nowhere = { geoloc_lat: 'x', geoloc_lng: 'y' }
    expect(await list({ orderby: 'distance', ...nowhere })).toEqual([400, ['geoloc_lat', 'geoloc_lng']])
    expect(await list({ orderby: 'relevance', search: '' })).toEqual([400, ['search']])
    expect(await list({ orderby: 'relevance' })).toEqual([400, ['orderby']])
  })

  test('of the fields of a ticket', async () => {
    const { id } = await app.create('events', { title: 'Priced', ...dates })
    const post = (json: object) =>
      names({ method: 'POST', path: `events/${id}/tickets`, json: { name: 'T', ...json } })
    expect(await post({ currency: 'XX', price: '12.345' })).toEqual([400, ['currency']])
    expect(await post({ kind: 'paid', price: 'much' })).toEqual([400, ['price']])
    expect(await post({ sale_start_date: 'bogus', sale_end_date: '1999-01-01' })).toEqual([
      400,
      ['sale_start_date'],
    ])
  })
})

test('an update by a slug that nothing has names the slug (D54)', async () => {
  const put = (path: string) => app.ask({ as: 'editor', method: 'PUT', path, json: { description: 'New' } })
  const event = await put('events/by-slug/never-was')
  expect(event).toMatchObject({ status: 404, body: { code: 'rest-event-not-found' } })
  expect(event.body.message).toContain('“never-was”')
  for (const kind of ['venues', 'organizers']) {
    const { status, body } = await put(`${kind}/by-slug/never-was`)
    expect([status, body.data.params.slug]).toEqual([400, expect.stringContaining('“never-was”')])
  }
  const byId = await put('events/999999')
  expect(byId.body.message).toContain('999999')
})

describe('a draft that is changed tells when, in UTC too (D54)', () => {
  const none = '0000-00-00 00:00:00'
  test.each([
    ['events', { title: 'Draft', ...dates }],
    ['venues', { venue: 'Draft' }],
    ['organizers', { organizer: 'Draft' }],
  ])('of %s, within the second of its making and later', async (kind, sent) => {
    for (const status of ['draft', 'pending']) {
      const made = await app.create(kind, { ...sent, status })
      expect(made).toMatchObject({ date_utc: none, modified_utc: none })
      const put = async (description: string) =>
        (
          await app.ask({
            as: 'administrator',
            method: 'PUT',
            path: `${kind}/${made.id}`,
            json: { description },
          })
        ).body
      expect(await put('D')).toMatchObject({ status, date_utc: none, modified_utc: '2030-05-05 12:00:01' })
      app.setNow(moment.add({ hours: 1 }))
      expect(await put('E')).toMatchObject({ status, date_utc: none, modified_utc: '2030-05-05 13:00:00' })
      app.setNow(moment)
      const read = await app.read(`${kind}/${made.id}`, {}, 'administrator')
      expect(read).toMatchObject({ modified_utc: '2030-05-05 13:00:00' })
    }
  })
})
