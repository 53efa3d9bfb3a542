import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { createTown, origin, visit, when } from './town.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTown()
  const square = await app.create('venues', { venue: 'Exchange Square & Co', city: 'Köln', zip: '50667' })
  const cellar = await app.create('venues', { venue: 'Secret Cellar', status: 'draft' })
  await app.create('venues', { venue: 'Exchange Yard' })
  const club = await app.create('organizers', { organizer: 'Chamber Exchange Society' })
  const music = await app.create('categories', { name: 'Jazz & More' })
  await app.create('categories', { name: 'Exchange of nothing' })
  const make = (title: string, more: object = {}) => app.create('events', { title, ...when, ...more })
  await make('Stamp Exchange', { venue: square.id, categories: [music.id] })
  await make('Market', { venue: square.id, organizer: club.id })
  await make('Exchange of drafts', { status: 'draft' })
  await make('Exchange of secrets', { password: 'sesame', venue: square.id })
  await make('Exchange out of sight', { hide_from_listings: true })
  await make('Exchange long ago', { start_date: '2031-01-01 10:00', end_date: '2031-01-01 12:00' })
  await make('Rehearsal', { venue: cellar.id })
  for (const day of [4, 11, 18])
    await make('Exchange Choir', { start_date: `2031-03-${day} 18:00`, end_date: `2031-03-${day} 19:00` })
  await app.app.prepareSearch()
})
afterAll(() => app.close())

interface Suggested {
  readonly url: string
  readonly name: string
  readonly says: string
  readonly own?: string
}

const suggested = async (q: string, more = ''): Promise<Suggested[]> => {
  const { status, text } = await visit(app, `/suggest?q=${encodeURIComponent(q)}${more}`)
  expect(status).toBe(200)
  return (JSON.parse(text) as { items: Suggested[] }).items
}
const names = async (q: string) => (await suggested(q)).map(({ name }) => name)

test('names of events to come, places, organizers and categories are suggested while they are typed', async () => {
  expect(await suggested('stamp ex')).toEqual([
    {
      url: `${origin}/event/stamp-exchange/`,
      name: 'Stamp Exchange',
      says: expect.stringContaining('Köln'),
      own: expect.stringContaining('Köln'),
    },
  ])
  const found = await suggested('exchange')
  expect(found.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'Stamp Exchange',
      'Exchange Square & Co',
      'Exchange Yard',
      'Chamber Exchange Society',
    ]),
  )
  expect(found.find(({ name }) => name === 'Exchange Square & Co')).toEqual({
    url: `${origin}/venue/exchange-square-co/`,
    name: 'Exchange Square & Co',
    says: 'Venue · Köln · 2 events',
    own: 'Köln',
  })
  expect(await names('jazz')).toEqual(['Jazz & More'])
  expect(await suggested('jazz', '&lang=de')).toMatchObject([{ says: 'Kategorie · 1 Veranstaltung' }])
})

test('names say in which language they are where the page is in another', async () => {
  const langOf = async (lang: string) =>
    (JSON.parse((await visit(app, `/suggest?q=stamp&lang=${lang}`)).text) as { lang?: string }).lang
  expect(await langOf('ar')).toMatch(/^en/)
  expect(await langOf('en')).toBeUndefined()
})

test.each([
  ['drafts', 'drafts'],
  ['events with a password', 'secrets'],
  ['events that lists leave out', 'sight'],
  ['what is over', 'long ago'],
  ['places that are not public', 'cellar'],
  ['categories without events', 'nothing'],
  ['a letter', 'e'],
  ['nothing typed', ' '],
  ['what has an excluded word', 'stamp -exchange'],
])('it never suggests %s', async (_, q) => {
  expect(await names(q)).toEqual([])
  // Nor does it to those who may see it: the answer is everybody's, and kept.
  const { text, headers } = await app.ask({
    path: `/suggest?q=${encodeURIComponent(q)}`,
    absolute: true,
    as: 'editor',
  })
  expect(text).toContain('"items":[]')
  expect(String(headers['cache-control'])).toContain('public')
})

test('it is short, and says what would be right where it is asked too much', async () => {
  const all = await names('exchange')
  expect(all.length).toBeLessThanOrEqual(10)
  expect(all.filter((name) => name === 'Exchange Choir')).toHaveLength(1)
  const { status, text } = await visit(app, `/suggest?q=${'a'.repeat(3000)}`)
  expect(status).toBe(400)
  expect(text).toContain('at most')
})

test('what has the words in its name stands above the events that have them anywhere', async () => {
  const { text } = await visit(app, '/list?q=exchange+square')
  const above = /<section class="named"[^]*?<\/section>/.exec(text)?.[0] ?? ''
  expect(above).toContain(`href="${origin}/venue/exchange-square-co/"`)
  expect(above).toContain('Venue · <bdi>Köln</bdi> · 2 events')
  expect(text).toContain('class="found" role="status">2 events<')
  expect(text).toContain('<mark>Exchange</mark> <mark>Square</mark> &amp; Co, Köln')
  for (const path of ['/list?q=market', '/list', '/list?q=cellar'])
    expect((await visit(app, path)).text).not.toContain('class="named"')
})

test('old links with “search” find the same', async () => {
  const found = async (path: string) => /class="found"[^<]*</.exec((await visit(app, path)).text)?.[0]
  expect(await found('/list?search=exchange+square')).toBe(await found('/list?q=exchange+square'))
})

test('who misspells the name of a place is asked whether they meant it', async () => {
  expect((await visit(app, '/list?q=chmaber')).text).toContain('Did you mean “chamber”')
})
