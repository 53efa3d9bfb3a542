import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import type { Role } from '../../src/storage/schema/tables.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
  app.setNow(Temporal.Instant.from('2031-02-01T12:00:00Z'))
  const town = await app.create('venues', {
    venue: 'Exchange Square',
    city: 'Köln',
    zip: '50667',
    address: 'Lindenstraße 1',
    description: 'Under the chestnut trees.',
  })
  const draft = await app.create('venues', { venue: 'Secret Cellar', status: 'draft' })
  const club = await app.create('organizers', { organizer: 'Chamber Society', phone: '0221 77' })
  const children = await app.create('categories', { name: 'For kids' })
  const puppets = await app.create('categories', { name: 'Puppets', parent: children.id })
  const tag = await app.create('tags', { name: 'open-air' })
  const make = async (day: number, title: string, more: object = {}) =>
    app.create('events', {
      title,
      start_date: `2031-03-0${day} 10:00:00`,
      end_date: `2031-03-0${day} 12:00:00`,
      ...more,
    })
  await make(1, 'Market', { venue: town.id, categories: [children.id], tags: [tag.id] })
  await make(2, 'Quartet', { venue: town.id, organizer: club.id })
  await make(3, 'Exchange of stamps', { description: 'A quartet plays, too.' })
  await make(4, 'Kasper', { categories: [puppets.id] })
  await make(5, 'Hidden', { venue: town.id, password: 'sesame' })
  await make(6, 'Rehearsal', { venue: draft.id })
})
afterAll(() => app.close())

const found = async (query: object, as?: Role) => {
  const { events } = await app.read('events', { ...query }, as)
  return events.map(({ title }: { title: string }) => title)
}

describe('q', () => {
  test.each([
    ['the name of the venue', 'exchange square', ['Market', 'Quartet']],
    [
      'words in any text and in any name, each somewhere',
      'exchange',
      ['Market', 'Quartet', 'Exchange of stamps'],
    ],
    ['the city, without its accents', 'koln market', ['Market']],
    ['the postcode', '50667', ['Market', 'Quartet']],
    ['the organizer', 'CHAMBER', ['Quartet']],
    ['a category by its own name alone', 'kids', ['Market']],
    ['a tag', 'open-air', ['Market']],
    ['a phrase within one name', '"exchange square"', ['Market', 'Quartet']],
    ['no phrase across two names', '"square köln"', []],
    ['titles and texts as search does', 'quartet', ['Quartet', 'Exchange of stamps']],
    ['what lacks a word anywhere', 'exchange -square', ['Exchange of stamps']],
    ['what lacks a word in its names', 'exchange -chamber', ['Market', 'Exchange of stamps']],
    ['nothing by the text, street or phone of what it is linked to', 'chestnut', []],
    ['nothing by the street', 'lindenstraße', []],
    ['nothing by the phone', '0221', []],
    ['nothing by the name of a place that the reader does not see', 'cellar', []],
  ])('finds %s', async (_, q, titles) => {
    expect(await found({ q })).toEqual(titles)
  })

  test('tells nobody without the password where a protected event is', async () => {
    expect(await found({ q: 'square', password: 'sesame' })).toEqual(['Market', 'Quartet', 'Hidden'])
    expect((await app.read('events/facets', { q: 'square' })).total).toBe(2)
  })

  test('finds by the names of places that only editors see for these', async () => {
    expect(await found({ q: 'cellar' }, 'editor')).toEqual(['Rehearsal'])
  })

  test('has hits in titles first where the order is relevance', async () => {
    expect(await found({ q: 'exchange', orderby: 'relevance' })).toEqual([
      'Exchange of stamps',
      'Market',
      'Quartet',
    ])
  })

  test('narrows together with search, which stays what it is', async () => {
    expect(await found({ search: 'square' })).toEqual([])
    expect(await found({ search: 'quartet', q: 'square' })).toEqual(['Quartet'])
  })

  test('follows what is renamed', async () => {
    const { venues } = await app.read('venues', { search: 'exchange square' })
    const path = `venues/${venues[0].id}`
    await app.ask({ as: 'editor', method: 'POST', path, json: { venue: 'Corn Hall' } })
    expect(await found({ q: 'corn' })).toEqual(['Market', 'Quartet'])
    expect(await found({ q: 'square' })).toEqual([])
  })
})

describe('access, and the time of day', () => {
  beforeAll(async () => {
    const open = await app.create('venues', { venue: 'Open House', step_free: true, hearing_loop: true })
    const half = await app.create('venues', { venue: 'Half House', step_free: true, hearing_loop: false })
    const secret = await app.create('venues', { venue: 'Draft House', step_free: true, status: 'draft' })
    const make = async (title: string, hours: string, more: object) => {
      const [start, end] = hours.split('-')
      await app.create('events', {
        title,
        start_date: `2031-05-06 ${start}`,
        end_date: `2031-05-06 ${end}`,
        ...more,
      })
    }
    await make('Breakfast', '05:00-06:00', { venue: open.id })
    await make('Lunch', '12:00-13:00', { venue: half.id })
    await make('Dinner', '17:00-18:00', { venue: open.id, timezone: 'Asia/Tokyo' })
    await make('Party', '22:00-23:00', { venue: half.id, attendance_mode: 'mixed' })
    await make('Vigil', '04:59-05:30', { venue: secret.id })
    await make('Stream', '13:00-14:00', { venue: open.id, attendance_mode: 'online' })
    await make('Moved', '16:59-18:00', { venue: open.id, event_status: 'moved_online' })
    await make('Locked', '18:00-19:00', { venue: open.id, password: 'sesame' })
    await make('Exhibition', '00:00-00:00', { venue: open.id, all_day: true })
  })
  const day = { start_date: '2031-05-05', end_date: '2031-05-08', orderby: 'title' }

  test.each([
    [{ access: 'step_free' }, ['Breakfast', 'Dinner', 'Exhibition', 'Lunch', 'Party']],
    [{ access: 'hearing_loop,step_free' }, ['Breakfast', 'Dinner', 'Exhibition']],
    [{ access: 'accessible_toilet' }, []],
    [{ time_of_day: 'morning' }, ['Breakfast']],
    [{ time_of_day: 'afternoon' }, ['Lunch', 'Moved', 'Stream']],
    [{ time_of_day: 'evening' }, ['Dinner', 'Locked']],
    [{ time_of_day: 'night' }, ['Party', 'Vigil']],
    [{ time_of_day: 'morning,night', access: 'step_free' }, ['Breakfast', 'Party']],
    [{ access: 'step_free', attendance_mode: 'online,mixed' }, ['Party']],
  ])('%o finds %o', async (query, titles) => {
    expect(await found({ ...day, ...query })).toEqual(titles)
    expect((await app.read('events/facets', { ...day, orderby: undefined, ...query })).total).toBe(
      titles.length,
    )
  })

  test.each([{ access: 'wings' }, { time_of_day: 'noon' }, { access: '' }])(
    '%o is refused with what would be right',
    async (query) => {
      const { status, text } = await app.ask({ path: 'events', query })
      expect(status).toBe(400)
      expect(text).toContain(Object.keys(query)[0] ?? '')
    },
  )
})
