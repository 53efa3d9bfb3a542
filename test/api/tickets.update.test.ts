import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dump } from './dump.ts'
import { html, title } from './generated.ts'
import { type Fields, now, openDesk } from './tickets.ts'
import { runs } from '../support/runs.ts'

const { app, desk } = await openDesk()

describe('an update', () => {
  test('changes what is sent and nothing else', async () => {
    const id = await desk.ticket(await desk.event(), {
      capacity: 5,
      description: 'Good',
      sale_end_date: '2031-03-01',
    })
    const before = (await desk.read(id)).body
    app.setNow(now.add({ hours: 1 }))
    const news = { modified: '2031-02-01 08:00:00', modified_utc: '2031-02-01 13:00:00' }
    const changes: [Fields, Fields][] = [
      [{ price: '12' }, { price: '12', cost: '$12' }],
      [{ currency: 'EUR' }, { currency: 'EUR', cost: '€12' }],
      [{ capacity: null }, { capacity: null }],
      [{ sale_end_date: '' }, { sale_end_date: null, sale_end_date_utc: null }],
      [{ description: '' }, { description: '' }],
      [{ currency: '' }, { currency: 'USD', cost: '$12' }],
      [
        { name: 'Balcony', id: 999, event_id: 999, position: 3 },
        { name: 'Balcony', position: 3 },
      ],
      [{ url: 'https://t.example/' }, { url: 'https://t.example/' }],
      [
        { kind: 'external', price: '' },
        { kind: 'external', price: null, cost: '' },
      ],
      [
        { kind: 'paid', price: 3 },
        { kind: 'paid', price: '3', cost: '$3' },
      ],
      [{ kind: 'rsvp' }, { kind: 'rsvp', price: null, cost: 'Free' }],
      [{}, {}],
    ]
    const expected = { ...before, ...news }
    for (const [sent, change] of changes) {
      Object.assign(expected, change)
      const { status, body } = await desk.patch(id, sent)
      expect({ status, body }).toEqual({ status: 200, body: expected })
    }
  })

  test.each<[string, Fields, string]>([
    ['a paid ticket without its price', { price: '' }, 'price'],
    ['an external ticket without address', { kind: 'external' }, 'url'],
    ['an end before the start that is stored', { sale_end_date: '2031-02-09' }, 'sale_end_date'],
    ['a price that the other currency does not have', { currency: 'JPY' }, 'currency'],
    ['no name', { name: '' }, 'name'],
    ['an unknown status', { status: 'draft' }, 'status'],
  ])('to %s is refused', async (_what, sent, param) => {
    const id = await desk.ticket(await desk.event(), { price: '12.50', sale_start_date: '2031-02-10' })
    const before = await dump(app.db)
    const { status, body } = await desk.patch(id, { ...sent, position: 9 })
    expect(status).toBe(400)
    expect(Object.keys(body.data.params)).toEqual([param])
    expect(await dump(app.db)).toEqual(before)
  })

  test('is held against If-Match', async () => {
    const id = await desk.ticket(await desk.event())
    const { headers } = await desk.read(id)
    const match = (etag: string, method: 'PATCH' | 'DELETE') =>
      app.ask({
        as: 'author',
        method,
        path: `tickets/${id}`,
        json: { capacity: 3 },
        headers: { 'if-match': etag },
      })
    expect((await match('"old"', 'PATCH')).status).toBe(412)
    expect((await match(headers['etag'] ?? '', 'PATCH')).status).toBe(200)
    expect((await match(headers['etag'] ?? '', 'DELETE')).status).toBe(412)
    expect((await desk.read(id)).body.capacity).toBe(3)
  })

  test('with a record as it was read changes nothing, by any method, read singly or in the list', async () => {
    const price = fc.constantFrom('0', '10', '12.50', '1000000', '0.05')
    const moment = fc.constantFrom(
      '2031-10-26T00:30:00Z',
      '2031-10-26T01:30:00Z',
      '2031-03-30 02:30',
      'now',
      undefined,
    )
    const fields = fc.record({
      name: title,
      description: html,
      kind: fc.constantFrom('rsvp', 'paid', 'external'),
      price,
      currency: fc.constantFrom('EUR', 'USD', 'CHF', undefined),
      capacity: fc.constantFrom(null, 0, 12),
      sale_start_date: moment,
      sale_end_date: fc.constantFrom(undefined, '2032-01-01'),
      url: fc.constantFrom('https://t.example/?a=1&amp;b=2', "https://t.example/it's"),
      position: fc.constantFrom(undefined, 0, 7),
    })
    const id = await desk.event({ start_date: '2032-03-10', end_date: '2032-03-10' })
    const ways = fc.tuple(fc.constantFrom('POST', 'PUT', 'PATCH'), fc.boolean())
    await fc.assert(
      fc.asyncProperty(fields, ways, async (sent, [method, listed]) => {
        const made = await desk.post(id, { ...sent, ...(sent.kind === 'rsvp' ? { price: '' } : {}) })
        expect(made.status, made.text).toBe(201)
        const list = await app.ask({ path: `events/${id}/tickets` })
        const json = listed ? list.body.tickets.at(-1) : made.body
        const rows = () => app.db.read.selectFrom('tickets').selectAll().orderBy('id').execute()
        const before = await rows()
        const back = async () => app.ask({ as: 'author', method, path: `tickets/${made.body.id}`, json })
        const [first, second] = [await back(), await back()]
        const after = await rows()
        await desk.remove(made.body.id, { force: true })
        expect(json).toEqual(made.body)
        for (const { status, body } of [first, second])
          expect({ status, body }).toEqual({ status: 200, body: made.body })
        expect(after).toEqual(before)
      }),
      { numRuns: runs(150) },
    )
  })
})

describe('the trash', () => {
  test('keeps a ticket from readers until a status restores it', async () => {
    const id = await desk.event()
    const gone = await desk.ticket(id)
    const trashed = await desk.remove(gone)
    expect(trashed).toMatchObject({ status: 200, body: { id: gone, status: 'trash', is_on_sale: false } })
    expect(await desk.read(gone)).toMatchObject({ status: 403, body: { code: 'ticket-no-longer-available' } })
    expect(await desk.remove(gone)).toMatchObject({ status: 410, body: { code: 'ticket-is-in-trash' } })
    expect((await app.ask({ path: `events/${id}/tickets` })).body.tickets).toEqual([])
    const query = { status: 'trash' }
    const listed = await app.ask({ as: 'author', path: `events/${id}/tickets`, query })
    expect(listed.body.tickets).toEqual([trashed.body])
    expect(listed.body.rest_url).toContain('status=trash')
    for (const as of ['contributor', 'subscriber'] as const) {
      const refused = await app.ask({ as, path: `events/${id}/tickets`, query })
      expect(refused).toMatchObject({
        status: 400,
        body: { data: { params: { status: expect.any(String) } } },
      })
    }
    expect((await desk.patch(gone, { name: 'Still there' })).body.status).toBe('trash')
    expect((await desk.patch(gone, { status: 'publish' })).body.status).toBe('publish')
    expect((await desk.read(gone)).body.name).toBe('Still there')
  })

  test('is passed by with force', async () => {
    const [one, other] = [await desk.ticket(await desk.event()), await desk.ticket(await desk.event())]
    const last = (await desk.read(one)).body
    expect(await desk.remove(one, { force: true })).toMatchObject({ status: 200, body: last })
    await desk.remove(other)
    expect((await desk.remove(other, { force: true })).status).toBe(200)
    for (const id of [one, other]) {
      expect(await desk.read(id)).toMatchObject({
        status: 400,
        body: { data: { params: { id: expect.any(String) } } },
      })
    }
  })

  test('with an event takes its tickets along, and gives them back with it', async () => {
    const id = await desk.event()
    const own = await desk.ticket(id)
    await app.ask({ as: 'author', method: 'DELETE', path: `events/${id}` })
    for (const path of [`tickets/${own}`, `events/${id}/tickets`])
      expect(await app.ask({ path })).toMatchObject({
        status: 403,
        body: { code: 'event-no-longer-available' },
      })
    await desk.patchEvent(id, { status: 'publish' })
    expect((await desk.read(own)).status).toBe(200)
    await app.ask({ as: 'author', method: 'DELETE', path: `events/${id}`, query: { force: true } })
    expect((await desk.read(own)).status).toBe(400)
    expect(await app.db.read.selectFrom('tickets').select('id').where('id', '=', own).execute()).toEqual([])
  })
})
