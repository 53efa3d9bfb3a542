import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { createTown, origin, pathOf, visit, when } from './town.ts'

let app: TestApp
let filters: URLSearchParams
beforeAll(async () => {
  app = await createTown()
  const { id: category } = await app.create('categories', { name: 'Music' })
  const place = { geo_lat: 52.5, geo_lng: 13.4 }
  const { id: venue } = await app.create('venues', { venue: 'Hall', ...place })
  const { id: other } = await app.create('venues', { venue: 'Barn', geo_lat: 52.6, geo_lng: 13.5 })
  const { id: organizer } = await app.create('organizers', { organizer: 'Choir' })
  const all = { categories: [category], tags: ['open air'], venue, organizer, featured: true, cost: '0' }
  for (let at = 0; at < 60; at += 1) await app.create('events', { title: `Concert ${at}`, ...when, ...all })
  const running = { start_date: '2031-02-20', end_date: '2031-03-20', all_day: true }
  await app.create('events', { title: 'Concert Photographs', ...running, ...all })
  await app.create('events', { title: 'Silent Concert', ...when, ...all, featured: false })
  await app.create('events', { title: 'Gala Concert', ...when, ...all, cost: '50' })
  await app.create('events', { title: 'Barn Concert', ...when, ...all, venue: other })
  filters = new URLSearchParams({
    q: 'concert',
    categories: 'music',
    tags: 'open-air',
    venue: String(venue),
    organizer: String(organizer),
    featured: 'true',
    free: 'true',
  })
})
afterAll(() => app.close())

/** Addresses of views, and of what lists of events are read from elsewhere. */
const carrying =
  /^(?:webcal|https?):\/\/localhost(?:\/(?:list|map|month|week|day|filters)\b|\/vendor\/events\/v1\/events\.)/

/** The links of a page below its header to views, other pages of it and feeds; those that remove a filter stand apart. */
async function linksOf(path: string): Promise<{ page: string; links: URL[] }> {
  const { text, status } = await visit(app, path)
  expect(status, path).toBe(200)
  const page = text.slice(text.indexOf('<main')).replaceAll(/<div class="active"[^]*?<\/div>/g, '')
  const links = [...page.matchAll(/href="([^"]*)"/g)]
    .map(([, href = '']) => href.replaceAll('&amp;', '&'))
    .filter((href) => carrying.test(href))
    .map((href) => new URL(href))
  return { page, links }
}

test.each([
  '/list',
  '/list?page=2',
  '/month/2031-03',
  '/week/2031-03-10',
  '/day/2031-03-11',
  '/day/2031-03-11?page=2',
  '/map',
])('every link and form of %s keeps all seven filters', async (path) => {
  const { page, links } = await linksOf(`${path}${path.includes('?') ? '&' : '?'}${filters.toString()}`)
  // The five views and the feeds at least.
  expect(links.length).toBeGreaterThan(10)
  for (const link of links)
    expect(Object.fromEntries(link.searchParams), link.href).toMatchObject(Object.fromEntries(filters))
  for (const [form] of page.matchAll(/<form[^]*?<\/form>/g)) {
    const sent = new Set([...form.matchAll(/\sname="([^"]*)"/g)].map(([, name]) => name))
    expect(sent, form).toEqual(new Set([...sent, ...filters.keys()]))
  }
})

test.each([
  ['/events/category/music/', 'categories'],
  ['/tag/open-air/', 'tags'],
  ['/venue/hall/', 'venue'],
  ['/organizer/choir/', 'organizer'],
])('so does every link of %s, and those to views name what the page is about too', async (path, own) => {
  const others = new URLSearchParams([...filters].filter(([name]) => name !== own))
  const { links } = await linksOf(`${path}?${others.toString()}`)
  const views = links.filter(({ pathname }) => /^\/(?:list|map|month|week|day)\b/.test(pathname))
  expect(views.length).toBeGreaterThanOrEqual(5)
  for (const link of links)
    expect([...link.searchParams.keys()], link.href).toEqual(expect.arrayContaining([...filters.keys()]))
})

test('each filter is removed by itself, and what is left keeps the others', async () => {
  const { text } = await visit(app, `/list?${filters.toString()}`)
  const chips = [...text.matchAll(/<a class="chip gone" href="([^"]*)"/g)].map(
    ([, href = '']) => new URL(href.replaceAll('&amp;', '&')).searchParams,
  )
  const all = [...filters.keys()]
  expect(chips.map((left) => all.filter((name) => !left.has(name)))).toEqual(
    expect.arrayContaining(all.map((name) => [name])),
  )
  expect(chips).toHaveLength(all.length)
  for (const left of chips) expect((await visit(app, `/list?${left.toString()}`)).status).toBe(200)
})

test.each([
  '',
  'search=photographs',
  'when=month',
  'from=2031-03-12',
  'featured=false',
  'free=false',
  'categories=music&venue=1',
])('the list of “%s”, the feed that its menu offers and the map show the same events', async (query) => {
  const read = async (path: string) => (await visit(app, path)).text
  const titles = new Set<string>()
  let page = await read(`/list?${query}`)
  const [, feed = ''] = /<link rel="alternate" type="text\/calendar"[^>]*href="([^"]*)"/.exec(page) ?? []
  const calendar = await read(pathOf(feed.replaceAll('&amp;', '&')))
  const map = await read(`/map?${query}`)
  for (;;) {
    for (const [, slug = ''] of page.matchAll(/href="http:\/\/localhost\/event\/([^/"]*)/g)) titles.add(slug)
    const [, next] = /<link rel="next" href="([^"]*)"/.exec(page) ?? []
    if (next === undefined) break
    page = await read(pathOf(next.replaceAll('&amp;', '&')))
  }
  const inFeed = [...calendar.replaceAll('\r\n ', '').matchAll(/^URL[^:]*:.*\/event\/([^/\r]*)/gm)].map(
    ([, slug]) => slug,
  )
  const onMap = [...map.matchAll(/<h3><a href="[^"]*\/event\/([^/"]*)/g)].map(([, slug]) => slug)
  expect(titles.size).toBeGreaterThan(0)
  expect(new Set(inFeed)).toEqual(titles)
  expect(new Set(onMap)).toEqual(titles)
  expect(feed.startsWith(origin)).toBe(true)
})
