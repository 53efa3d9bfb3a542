import { describe, expect, test } from 'vitest'
import { dump } from './dump.ts'
import { type Fields, openDesk } from './tickets.ts'

const { app, desk } = await openDesk()

describe('a ticket', () => {
  test('with everything is answered as it is read, and told where it is', async () => {
    const id = await desk.event()
    const made = await desk.post(id, {
      name: 'Stalls & "more"',
      description: 'One\n\ntwo <script>alert(1)</script>',
      kind: 'paid',
      price: '12.5',
      currency: 'eur',
      capacity: '100',
      sale_start_date: '2031-02-01 09:00',
      sale_end_date: '2031-03-09',
      url: 'https://tickets.example/?a=1&b=2',
      position: 4,
    })
    expect(made.status).toBe(201)
    expect(made.headers['location']).toBe(made.body.rest_url)
    expect(made.body.rest_url).toMatch(/\/vendor\/events\/v1\/tickets\/\d+$/)
    expect(Object.entries(made.body)).toEqual(
      Object.entries({
        id: expect.any(Number),
        event_id: id,
        status: 'publish',
        created: '2031-02-01 07:00:00',
        created_utc: '2031-02-01 12:00:00',
        modified: '2031-02-01 07:00:00',
        modified_utc: '2031-02-01 12:00:00',
        rest_url: made.body.rest_url,
        name: 'Stalls &#038; &#8220;more&#8221;',
        description: '<p>One</p>\n<p>two alert(1)</p>',
        kind: 'paid',
        price: '12.50',
        currency: 'EUR',
        cost: '€12.50',
        capacity: 100,
        sale_start_date: '2031-02-01 09:00:00',
        sale_start_date_utc: '2031-02-01 08:00:00',
        sale_end_date: '2031-03-09 23:59:59',
        sale_end_date_utc: '2031-03-09 22:59:59',
        is_on_sale: true,
        url: 'https://tickets.example/?a=1&b=2',
        position: 4,
      }),
    )
    expect((await desk.read(made.body.id)).text).toBe(made.text)
  })

  test('with a name alone is an RSVP without limits', async () => {
    const { status, body } = await desk.post(await desk.event(), { name: 'Come' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      kind: 'rsvp',
      price: null,
      currency: 'USD',
      cost: 'Free',
      capacity: null,
      sale_start_date: null,
      sale_end_date: null,
      url: '',
      is_on_sale: true,
      position: 0,
    })
  })

  test.each([
    ['paid with a price', { price: 5 }, 'paid', '$5'],
    ['paid with a price of nothing', { price: 0 }, 'paid', 'Free'],
    ['external with an address', { url: 'https://t.example/', price: 5 }, 'external', '$5'],
    ['external without a price', { url: 'https://t.example/' }, 'external', ''],
    ['what it says it is', { kind: 'RSVP', url: 'https://t.example/' }, 'rsvp', 'Free'],
    [
      'an RSVP when everything is empty',
      { kind: null, price: '', url: '', capacity: '', position: null },
      'rsvp',
      'Free',
    ],
  ])('is %s', async (_what, fields, kind, cost) => {
    const { status, body } = await desk.post(await desk.event(), { name: 'x', ...fields })
    expect({ status, kind: body.kind, cost: body.cost }).toEqual({ status: 201, kind, cost })
  })

  test.each([
    [0, 0, false],
    ['7', 7, true],
    [-1, null, true],
    ['', null, true],
  ])('of a capacity of %j has %j', async (capacity, shown, is_on_sale) => {
    const { body } = await desk.post(await desk.event(), { name: 'x', capacity })
    expect(body).toMatchObject({ capacity: shown, is_on_sale })
  })

  test.each<[string, Fields, Fields]>([
    ['no name', { price: 5 }, {}],
    ['a blank name', { name: ' ' }, { name: expect.any(String) }],
    [
      'an unknown kind',
      { name: 'x', kind: 'gift' },
      { kind: expect.stringContaining('rsvp, paid, external') },
    ],
    ['a negative price', { name: 'x', price: -1 }, { price: expect.stringContaining('negative') }],
    ['a price in words', { name: 'x', price: 'much' }, { price: expect.any(String) }],
    ['a price with its currency', { name: 'x', price: '$5' }, { price: expect.stringContaining('currency') }],
    ['too many decimals', { name: 'x', price: '1.234' }, { price: expect.stringContaining('2 decimals') }],
    [
      'decimals of yen',
      { name: 'x', price: '1.5', currency: 'JPY' },
      { price: expect.stringContaining('0 decimals') },
    ],
    ['no currency', { name: 'x', price: 1, currency: 'Euro' }, { currency: expect.any(String) }],
    ['an unknown currency', { name: 'x', price: 1, currency: 'ZZZ' }, { currency: expect.any(String) }],
    [
      'a paid ticket without a price',
      { name: 'x', kind: 'paid' },
      { price: expect.stringContaining('missing') },
    ],
    [
      'an RSVP with a price',
      { name: 'x', kind: 'rsvp', price: 1 },
      { price: expect.stringContaining('RSVP') },
    ],
    [
      'an external ticket without address',
      { name: 'x', kind: 'external' },
      { url: expect.stringContaining('missing') },
    ],
    [
      'another kind of address',
      { name: 'x', url: 'javascript:alert(1)' },
      { url: expect.stringContaining('http') },
    ],
    ['a capacity below none', { name: 'x', capacity: -2 }, { capacity: expect.any(String) }],
    ['half a place', { name: 'x', capacity: 1.5 }, { capacity: expect.any(String) }],
    [
      'a sale that ends as it starts',
      { name: 'x', sale_start_date: '2031-03-01', sale_end_date: '2031-03-01 00:00' },
      { sale_end_date: expect.stringContaining('after') },
    ],
    [
      'no dates',
      { name: 'x', sale_start_date: 'soon', sale_end_date: '2031-02-30' },
      { sale_start_date: expect.any(String), sale_end_date: expect.any(String) },
    ],
    [
      'everything wrong at once',
      {
        name: 'x',
        kind: 'paid',
        currency: '?',
        capacity: 'many',
        sale_start_date: '2031-03-02',
        sale_end_date: '2031-03-01',
        position: -1,
      },
      {
        price: expect.any(String),
        currency: expect.any(String),
        capacity: expect.any(String),
        sale_end_date: expect.any(String),
        position: expect.any(String),
      },
    ],
  ])('with %s is refused, and nothing is written', async (_what, json, params) => {
    const id = await desk.event()
    const before = await dump(app.db)
    const { status, body } = await desk.post(id, json)
    expect(status).toBe(400)
    if ('name' in json) expect(body).toMatchObject({ code: 'rest_invalid_param', data: { status: 400 } })
    else expect(body).toMatchObject({ code: 'rest_missing_callback_param', data: { params: ['name'] } })
    if ('name' in json) expect(body.data.params).toEqual(params)
    expect(await dump(app.db)).toEqual(before)
  })

  test('reads dates in the zone of the event, or with an offset of their own, or as a phrase', async () => {
    const id = await desk.event()
    const at = async (sale_start_date: unknown) => (await desk.post(id, { name: 'x', sale_start_date })).body
    expect(await at('2031-03-01 10:00')).toMatchObject({ sale_start_date_utc: '2031-03-01 09:00:00' })
    expect(await at('2031-03-01T10:00:00Z')).toMatchObject({ sale_start_date: '2031-03-01 11:00:00' })
    expect(await at('tomorrow 9am')).toMatchObject({ sale_start_date: '2031-02-02 09:00:00' })
    expect(await at(1_930_000_000)).toMatchObject({ sale_start_date_utc: '2031-02-27 23:06:40' })
  })

  test('is on sale from its start to its end, and no longer than the event', async () => {
    const id = await desk.event()
    const timed = await desk.ticket(id, { sale_start_date: '2031-02-10', sale_end_date: '2031-02-20' })
    const untimed = await desk.ticket(id)
    const onSale = async (at: string) => {
      app.setNow(Temporal.Instant.from(at))
      return [(await desk.read(timed)).body.is_on_sale, (await desk.read(untimed)).body.is_on_sale]
    }
    expect(await onSale('2031-02-09T22:59:59Z')).toEqual([false, true])
    expect(await onSale('2031-02-09T23:00:00Z')).toEqual([true, true])
    expect(await onSale('2031-02-20T22:59:59Z')).toEqual([true, true])
    expect(await onSale('2031-02-20T23:00:00Z')).toEqual([false, true])
    expect(await onSale('2031-03-10T11:00:01Z')).toEqual([false, false])
  })
})
