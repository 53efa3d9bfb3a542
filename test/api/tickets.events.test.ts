import { describe, expect, test } from 'vitest'
import type { Role } from '../../src/storage/schema/tables.ts'
import { now, openDesk } from './tickets.ts'

const aYear = { start_date: '2031-01-01', end_date: '2031-12-31' }

const { app, desk } = await openDesk()

describe('an event with tickets', () => {
  test('shows their prices as its cost where it has none of its own, and is written back as it was', async () => {
    const id = await desk.event()
    expect(await desk.eventOf(id)).toMatchObject({ cost: '' })
    await desk.ticket(id, { price: 20 })
    const cheap = await desk.ticket(id, { price: '7.50' })
    const whole = await desk.eventOf(id)
    expect(whole).toMatchObject({
      cost: '$7.50 – $20',
      cost_details: { currency_symbol: '$', currency_position: 'prefix', values: ['7.50', '20'] },
    })
    const listed = await app.ask({ path: 'events', query: { include: id } })
    expect(listed.body.events[0].cost).toBe('$7.50 – $20')
    const back = await app.ask({ as: 'author', method: 'PUT', path: `events/${id}`, json: whole })
    expect(back.body.cost).toBe('$7.50 – $20')
    await desk.remove(cheap)
    expect((await desk.eventOf(id)).cost).toBe('$20')
    await desk.patchEvent(id, { cost: '99' })
    expect((await desk.eventOf(id)).cost).toBe('$99')
    await desk.patchEvent(id, { cost: '' })
    expect((await desk.eventOf(id)).cost).toBe('$20')
  })

  test('that cost nothing is free, and stays so when it is written back', async () => {
    const id = await desk.event()
    await desk.post(id, { name: 'Come' })
    const whole = await desk.eventOf(id)
    expect(whole).toMatchObject({ cost: 'Free', json_ld: { offers: { price: '0', priceCurrency: 'USD' } } })
    await app.ask({ as: 'author', method: 'PUT', path: `events/${id}`, json: whole })
    await desk.post(id, { name: 'Sit', price: 5 })
    expect((await desk.eventOf(id)).cost).toBe('Free – $5')
  })

  test.each([
    ['12 €', { '@type': 'Offer', price: '12', priceCurrency: 'EUR' }],
    ['$5 - $7', { '@type': 'AggregateOffer', lowPrice: '5', highPrice: '7', priceCurrency: 'USD' }],
  ])('offers its own cost of %s in the currency that it names', async (cost, offers) => {
    expect((await desk.eventOf(await desk.event({ cost }))).json_ld).toMatchObject({ offers })
  })

  test('has no price in json_ld that is in no currency it could tell', async () => {
    const { offers } = (await desk.eventOf(await desk.event({ cost: '50 kr' }))).json_ld
    expect(Object.keys(offers)).toEqual(['@type', 'url', 'availability', 'validFrom'])
  })

  test('offers them in json_ld', async () => {
    const id = await desk.event()
    await desk.ticket(id, {
      name: 'Early &amp; good',
      price: '7.5',
      currency: 'EUR',
      sale_start_date: '2031-02-10',
      sale_end_date: '2031-02-20',
    })
    await desk.ticket(id, { name: 'Gone', capacity: 0 })
    await desk.ticket(id, { name: 'There', price: '', url: 'https://t.example/' })
    await desk.ticket(id, { name: 'Trashed' }).then((trashed) => desk.remove(trashed))
    const { json_ld, url } = await desk.eventOf(id)
    const common = { '@type': 'Offer', url }
    expect(json_ld.offers).toEqual([
      {
        ...common,
        name: 'Early & good',
        price: '7.50',
        priceCurrency: 'EUR',
        availability: 'https://schema.org/PreOrder',
        validFrom: '2031-02-10T00:00:00+01:00',
        validThrough: '2031-02-20T23:59:59+01:00',
      },
      {
        ...common,
        name: 'Gone',
        price: '10',
        priceCurrency: 'USD',
        availability: 'https://schema.org/SoldOut',
        validFrom: '2031-02-01T13:00:00+01:00',
      },
      {
        ...common,
        name: 'There',
        availability: 'https://schema.org/InStock',
        validFrom: '2031-02-01T13:00:00+01:00',
        url: 'https://t.example/',
      },
    ])
    app.setNow(Temporal.Instant.from('2031-02-15T12:00:00Z'))
    expect((await desk.eventOf(id)).json_ld.offers[0].availability).toBe('https://schema.org/InStock')
    await desk.patchEvent(id, { cost: '5' })
    expect((await desk.eventOf(id)).json_ld.offers).toMatchObject({ '@type': 'Offer', price: '5' })
  })

  test('is modified when one of its tickets is', async () => {
    const id = await desk.event()
    const modified = async () => (await desk.eventOf(id)).modified_utc.slice(11, 16)
    const at = (minutes: number) => app.setNow(now.add({ minutes }))
    at(1)
    const own = await desk.ticket(id)
    expect(await modified()).toBe('12:01')
    at(2)
    await desk.patch(own, { price: 5 })
    expect(await modified()).toBe('12:02')
    at(3)
    await desk.remove(own)
    expect(await modified()).toBe('12:03')
    at(4)
    await desk.remove(own, { force: true })
    expect(await modified()).toBe('12:04')
  })

  test('is ticketed, and one without or with trashed ones alone is not', async () => {
    const [none, one, trashed, hidden] = [
      await desk.event(),
      await desk.event(),
      await desk.event(),
      await desk.event({ status: 'draft' }),
    ]
    await desk.ticket(one)
    await desk.post(one, { name: 'Come' })
    await desk.remove(await desk.ticket(trashed))
    await desk.ticket(hidden)
    const listed = async (ticketed: unknown, as?: Role) => {
      const query = { ...aYear, ticketed, include: [none, one, trashed, hidden].join(',') }
      const { body } = await app.ask({ ...(as ? { as } : {}), path: 'events', query })
      expect(body.total).toBe(body.events.length)
      expect(body.rest_url).toContain(`ticketed=${String(ticketed)}`)
      return body.events.map(({ id }: { id: number }) => id)
    }
    expect(await listed(true)).toEqual([one])
    expect(await listed(true, 'editor')).toEqual([one, hidden])
    expect(await listed(false)).toEqual([none, trashed])
    await app.ask({
      as: 'author',
      method: 'PATCH',
      path: `tickets/${(await ticketIds(trashed))[0]}`,
      json: { status: 'publish' },
    })
    expect(await listed(true)).toEqual([one, trashed])
  })

  test('tells nothing of them to those who lack its password', async () => {
    const id = await desk.event({ password: 'sesame' })
    await desk.ticket(id, { price: 77 })
    expect((await app.ask({ path: 'events', query: { include: id } })).text).not.toContain('77')
    const open = await app.ask({ path: 'events', query: { include: id, password: 'sesame' } })
    expect(open.body.events[0].cost).toBe('$77')
  })
})

async function ticketIds(eventId: number): Promise<number[]> {
  const rows = await app.db.read.selectFrom('tickets').select('id').where('event_id', '=', eventId).execute()
  return rows.map(({ id }) => id)
}
