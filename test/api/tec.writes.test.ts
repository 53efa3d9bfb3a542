import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '../../src/storage/schema/tables.ts'
import type { Asked } from '../support/app.ts'
import { acknowledged, admin, createTecCalendar, tec, type TecCalendar } from './tec.ts'

let calendar: TecCalendar
beforeAll(async () => {
  calendar = await createTecCalendar()
})
afterAll(() => calendar.app.close())

const ask: TecCalendar['ask'] = (asked) => calendar.ask(asked)

describe('refusals', () => {
  test('come in the recorded order: credentials, route, parameters, rights, acknowledgement, work', async () => {
    const unsaid = { absolute: true, path: `${tec}/events` } as const
    const login = (login: string) => ({ authorization: `Basic ${Buffer.from(login).toString('base64')}` })
    const code = async (asked: Asked) => {
      const { status, body } = await calendar.app.ask(asked)
      return [status, body.code]
    }
    expect(await code({ ...unsaid, path: `${tec}/docs`, headers: login('nobody:x') })).toEqual([
      401,
      'invalid_username',
    ])
    expect(await code({ ...unsaid, path: `${tec}/tickets`, query: { page: 'x' } })).toEqual([
      404,
      'rest_no_route',
    ])
    expect(await code({ ...unsaid, query: { page: 'x' } })).toEqual([400, 'rest_invalid_param'])
    const post = {
      ...unsaid,
      method: 'POST',
      json: { title: 'A', start_date: '2031-05-01 10:00:00', duration: 1 },
    } as const
    expect(await code(post)).toEqual([401, 'rest_forbidden'])
    expect(await code({ ...post, as: 'subscriber' })).toEqual([403, 'rest_forbidden'])
    expect(await code({ ...post, ...admin })).toEqual([400, 'missing_experimental_endpoint_acknowledgement'])
    const { status } = await calendar.app.ask({
      ...unsaid,
      headers: { 'x-tec-eea': ` ${Object.values(acknowledged)[0]?.toUpperCase()} ` },
    })
    expect(status).toBe(200)
  })

  test('of a body that lacks something come after the rights', async () => {
    for (const path of ['/events', '/venues', '/organizers'])
      for (const json of [undefined, {}, { title: 'A' }].slice(0, path === '/events' ? 3 : 2)) {
        const asked = { method: 'POST', path, ...(json ? { json } : {}) } as const
        expect([path, (await ask(asked)).status]).toEqual([path, 401])
        expect((await ask({ ...asked, as: 'subscriber' })).status).toBe(403)
        expect((await ask({ ...asked, ...admin })).body.code).toBe('rest_missing_callback_param')
      }
  })

  test('the excerpt of venues and organizers is kept, and stays where it is not sent', async () => {
    for (const path of ['/venues', '/organizers']) {
      const made = await calendar.make(path, {
        title: 'With excerpt',
        content: 'Long.',
        excerpt: 'Short <b>one</b>.',
      })
      expect(made.excerpt.rendered).toBe('<p>Short <b>one</b>.</p>')
      const put = async (json: object) =>
        (await ask({ ...admin, method: 'PUT', path: `${path}/${made.id}`, json })).body
      expect((await put({ title: 'Other' })).excerpt.rendered).toBe('<p>Short <b>one</b>.</p>')
      expect((await put({ excerpt: 'New' })).excerpt.rendered).toBe('<p>New</p>')
      expect((await ask({ path: `${path}/${made.id}` })).body.excerpt.rendered).toBe('<p>New</p>')
      expect((await put({ excerpt: '' })).excerpt.rendered).toBe('<p>Long.</p>')
    }
  })

  test('titles have no tags, and an all-day event of one day says so', async () => {
    const day = { start_date: '2031-05-01 00:00:00', end_date: '2031-05-01 23:59:59', all_day: true }
    const event = await calendar.make('/events', { title: 'An <em>open</em> <b>day</b>', ...day })
    expect(event).toMatchObject({
      title: { rendered: 'An open day' },
      short_schedule_details: 'All day',
      schedule_details: '<span class="tribe-event-date-start">May 1</span>',
    })
    const changed = await ask({
      ...admin,
      method: 'PUT',
      path: `/events/${event.id}`,
      json: { title: '<i>Open</i> day' },
    })
    expect(changed.body.title.rendered).toBe('Open day')
    for (const path of ['/venues', '/organizers'])
      expect((await calendar.make(path, { title: '<b>Mill</b>' })).title.rendered).toBe('Mill')
  })

  test('an answer that was kept for those who acknowledge is not given to others', async () => {
    for (let times = 0; times < 3; times += 1) expect((await ask({ path: '/organizers' })).status).toBe(200)
    const { status, headers } = await calendar.app.ask({ absolute: true, path: `${tec}/organizers` })
    expect(status).toBe(400)
    expect(headers['vary']).toContain('x-tec-eea')
  })

  test.for<[string, string, object, string, unknown]>([
    ['a date with a T', '/events', { start_date: '2031-05-01T10:00:00' }, 'start_date', 'date_time'],
    ['a bare date', '/events', { start_date: '2031-05-01' }, 'start_date', 'date_time'],
    ['a number for a cost', '/events', { cost: 5 }, 'cost', undefined],
    ['one bare ID', '/events', { venues: 5 }, 'venues', undefined],
    ['a venue to be made', '/events', { venues: [{ title: 'New' }] }, 'venues', undefined],
    ['an unknown zone', '/events', { timezone: 'Mars/Base' }, 'timezone', undefined],
    ['an end before the start', '/events', { end_date: '2031-04-01 10:00:00' }, 'end_date', 'date_time'],
    ['no length', '/events', { duration: 0 }, 'duration', 'positive_integer'],
    ['the trash as a status', '/events', { status: 'trash' }, 'status', undefined],
    ['an empty website', '/venues', { website: '' }, 'website', 'uri'],
    ['no address', '/organizers', { email: 'nobody' }, 'email', 'email'],
    ['a number for a text', '/venues', { phone: 5 }, 'phone', undefined],
    ['an unknown word', '/venues', { comment_status: 'maybe' }, 'comment_status', undefined],
  ])('%s is refused, naming the field', async ([, path, json, field, detail]) => {
    const whole = {
      title: 'A',
      ...(path === '/events' ? { start_date: '2031-05-01 10:00:00', end_date: '2031-05-01 11:00:00' } : {}),
    }
    const { status, body } = await ask({ ...admin, method: 'POST', path, json: { ...whole, ...json } })
    expect([status, body.code]).toEqual([400, 'rest_invalid_param'])
    expect(Object.keys(body.data.params)).toEqual([field])
    const code = `tec_rest_invalid_${String(detail)}_argument`
    expect(body.data.details[field]).toEqual(
      detail === undefined
        ? []
        : { code, message: expect.any(String), data: { status: 400, argument: field, details: [] } },
    )
  })

  test('of a new record without what it must have name it; broken JSON is told', async () => {
    const post = (path: string, json: object) => ask({ ...admin, method: 'POST', path, json })
    expect((await post('/events', { title: 'A', end_date: '2031-05-01 10:00:00' })).body.data.params).toEqual(
      ['start_date'],
    )
    expect((await post('/events', { title: 'A' })).body.data.params).toEqual(['start_date', 'end_date'])
    expect((await post('/venues', { phone: '1' })).body.data.params).toEqual(['title'])
    const headers = { 'content-type': 'application/json' }
    const broken = await ask({ ...admin, method: 'POST', path: '/venues', raw: '{', headers })
    expect(broken.body).toMatchObject({
      code: 'rest_invalid_json',
      data: { status: 400, json_error_code: 4 },
    })
  })

  test.for<[string, 'GET' | 'PUT' | 'POST' | 'DELETE', string, Role | undefined, number, boolean]>([
    ['a record that is not there', 'GET', '/events/999999', undefined, 401, false],
    ['a record that is not there', 'GET', '/events/999999', 'administrator', 403, false],
    ['a venue', 'GET', '/events/{venue}', 'administrator', 403, false],
    ['a draft', 'GET', '/events/{draft}', undefined, 401, false],
    ['a draft', 'GET', '/events/{draft}', 'subscriber', 403, false],
    ['a draft', 'GET', '/events/{draft}', 'administrator', 200, false],
    ['a venue', 'PUT', '/events/{venue}', 'administrator', 404, true],
    ['a venue', 'DELETE', '/organizers/{venue}', 'administrator', 404, true],
    ['the ID 0', 'GET', '/events/0', undefined, 404, true],
    ['a record', 'POST', '/events/{event}', 'administrator', 404, false],
    ['letters', 'GET', '/events/abc', undefined, 404, false],
    ['categories', 'GET', '/tribe_events_cat', undefined, 404, false],
  ])('%s: %s %s as %s is answered %i', async ([, method, path, as, expected, isError]) => {
    const { status, body } = await ask({
      ...(as ? { as } : {}),
      method,
      path: path.replace(/\{(\w+)\}/, (_, name: string) => String(calendar.ids[name])),
      ...(method === 'GET' || method === 'DELETE' ? {} : { json: {} }),
    })
    expect(status).toBe(expected)
    expect('error' in body).toBe(isError)
    if (isError) expect(body).toMatchObject({ error: body.message, data: { status: expected } })
  })

  test('an address says what its reader may do there', async () => {
    const allow = async (path: string, as?: 'administrator') =>
      (await ask({ ...(as ? { as } : {}), path })).headers['allow']
    expect(await allow('/events')).toBe('GET')
    expect(await allow('/events', 'administrator')).toBe('GET, POST')
    expect(await allow(`/events/${calendar.ids['event']}`)).toBe('GET')
    expect(await allow(`/events/${calendar.ids['event']}`, 'administrator')).toBe('GET, PUT, PATCH, DELETE')
  })
})

describe('writes', () => {
  const put = async (id: number | undefined, json: object, path = '/events') =>
    ask({ ...admin, method: 'PUT', path: `${path}/${id}`, json })

  test('change what is sent and nothing else', async () => {
    const { id } = await calendar.make('/events', {
      title: 'B',
      start_date: '2031-09-01 10:00:00',
      end_date: '2031-09-01 12:00:00',
      status: 'draft',
      sticky: true,
      featured: true,
      tags: [calendar.ids['tag']],
      venues: [calendar.ids['venue']],
      organizers: [calendar.ids['organizer']],
      content: '<p>One</p>\n<p>Two <em>three</em></p>',
    })
    const at = async (json: object) => (await put(id, json)).body
    expect(await at({ title: 'C' })).toMatchObject({
      status: 'draft',
      sticky: true,
      featured: true,
      slug: '',
    })
    expect(await at({ start_date: '2031-09-01 11:00:00' })).toMatchObject({
      end_date: '2031-09-01 12:00:00',
      duration: '3600',
    })
    expect(await at({ timezone: 'UTC' })).toMatchObject({
      start_date: '2031-09-01 11:00:00',
      start_date_utc: '2031-09-01 11:00:00',
    })
    expect(await at({ duration: 60 })).toMatchObject({ end_date: '2031-09-01 11:01:00' })
    expect(await at({ end_date_utc: '2031-09-01 13:00:00' })).toMatchObject({
      end_date: '2031-09-01 13:00:00',
    })
    expect(
      await at({ featured: false, sticky: 'false', venues: [], organizers: [], tags: [] }),
    ).toMatchObject({
      featured: false,
      sticky: false,
      venues: [],
      organizers: [],
      tags: [],
    })
    expect((await at({ all_day: true })).end_date).toBe('2031-09-01 23:59:59')
    expect((await at({ all_day: false })).all_day).toBe(false)
    const before = (await ask({ ...admin, path: `/events/${id}` })).body
    expect((await put(id, { end_date: '2031-08-01 10:00:00' })).body.data.params).toHaveProperty('end_date')
    expect((await ask({ ...admin, path: `/events/${id}` })).body).toEqual(before)
    // The path says which record is meant.
    const other = await ask({
      ...admin,
      method: 'PATCH',
      path: `/events/${id}?id=${calendar.ids['event']}`,
      json: { id: calendar.ids['event'], title: 'D' },
    })
    expect(other.body).toMatchObject({ id, title: { rendered: 'D' } })
    const overridden = await ask({
      ...admin,
      method: 'POST',
      path: `/events/${id}`,
      json: { title: 'E' },
      headers: { 'x-http-method-override': 'PATCH' },
    })
    expect(overridden.body.title.rendered).toBe('E')
    await ask({ ...admin, method: 'DELETE', path: `/events/${id}`, json: { force: true } })
  })

  test('of contributors wait for approval, and name no other author', async () => {
    const { id, status } = await calendar.make(
      '/events',
      { title: 'Mine', start_date: '2031-09-01 10:00:00', duration: 60, status: 'publish' },
      'contributor',
    )
    expect(status).toBe('pending')
    const stolen = await ask({
      as: 'contributor',
      method: 'PUT',
      path: `/events/${id}`,
      json: { author: calendar.app.ids.administrator },
    })
    expect(stolen.status).toBe(403)
    await ask({ ...admin, method: 'DELETE', path: `/events/${id}?force=1` })
  })

  test('are taken as forms, and null clears a website', async () => {
    const made = await ask({
      ...admin,
      method: 'POST',
      path: '/venues',
      form: { title: 'By form', city: 'Ulm', website: 'https://ulm.example.org' },
    })
    expect([made.status, made.body.city]).toEqual([201, 'Ulm'])
    expect(made.headers['location']).toBeUndefined()
    expect((await put(made.body.id, { website: null }, '/venues')).body.website).toBe('')
    await ask({ ...admin, method: 'DELETE', path: `/venues/${made.body.id}?force=true` })
  })

  test.for(['/events', '/venues', '/organizers'])('%s go to the trash, once, and for good', async (path) => {
    const { id } = await calendar.make(path, {
      title: 'Gone',
      ...(path === '/events' ? { start_date: '2031-09-01 10:00:00', duration: 60 } : {}),
    })
    const at = { ...admin, path: `${path}/${id}` }
    const soft = await ask({ ...at, method: 'DELETE', path: `${path}/${id}?force=false` })
    expect([soft.status, soft.body]).toEqual([200, []])
    const again = await ask({ ...at, method: 'DELETE' })
    expect([again.status, again.body.error]).toEqual([410, again.body.message])
    const read = await ask(at)
    expect([read.status, read.body.error]).toEqual([404, read.body.message])
    expect((await ask({ path: at.path })).status).toBe(401)
    expect((await ask({ as: 'subscriber', path: at.path })).status).toBe(403)
    expect((await put(id, { title: 'Back', status: 'publish' }, path)).status).toBe(404)
    const hard = await ask({ ...at, method: 'DELETE', path: `${path}/${id}?force=true` })
    expect([hard.status, hard.body]).toEqual([200, []])
    expect((await ask(at)).status).toBe(403)
  })
})
