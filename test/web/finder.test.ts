import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { createTown, origin, pathOf, visit, when } from './town.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTown()
})
afterAll(() => app.close())

/** The categories that the form of filters offers: that of the list, or all of them. */
async function categories(path: string): Promise<string[]> {
  const { text } = await visit(app, path)
  const boxes = text.matchAll(/name="categories"[^>]*>(?:<i class="dot[^>]*><\/i>)?<bdi>([^<]*)</g)
  return [...boxes].map(([, name = '']) => name)
}

/** The choices of one of its menus. */
async function choicesOf(path: string, name: string): Promise<string[]> {
  const { text } = await visit(app, path)
  const menu = new RegExp(`<select name="${name}"[^]*?</select>`).exec(text)?.[0] ?? ''
  return [...menu.matchAll(/<option[^>]*>([^<]*)</g)].map(([, choice = '']) => choice.trim())
}

test('the tree has what is above a category with many events, however few are in that itself', async () => {
  const { id: parent } = await app.create('categories', { name: 'Music' })
  const { id: jazz } = await app.create('categories', { name: 'Jazz', parent })
  const others = Array.from({ length: 200 }, (_, at) => `Other ${at}`)
  await app.create('events', { title: 'One', ...when, categories: [jazz, ...others] })
  await app.create('events', { title: 'Two', ...when, categories: [jazz] })
  const choices = await categories('/filters/list')
  expect(choices).toEqual(expect.arrayContaining(['Jazz', 'Music']))
  expect(choices.length).toBeLessThan(205)
})

test('the list has the first level of a large tree, and below it what is chosen; the rest is one link away', async () => {
  expect(await categories('/list')).not.toContain('Jazz')
  expect(await categories('/list?categories=jazz')).toContain('Jazz')
  const { text } = await visit(app, '/list?search=o')
  const [, rest = ''] = /<a class="into" href="([^"#]*)#k-/.exec(text) ?? []
  expect(rest).toBe(`${origin}/filters/list?q=o`)
  expect(await categories(pathOf(rest))).toContain('Jazz')
})

test('menus of venues and organizers have those of a city', async () => {
  const names = Array.from({ length: 120 }, (_, at) => `Place ${at}`)
  const venue = names.map((name) => ({ venue: name }))
  const organizer = names.map((name) => ({ organizer: name }))
  await app.create('events', { title: 'Everywhere', ...when, venue, organizer })
  for (const menu of ['venue', 'organizer'])
    expect((await choicesOf('/filters/list', menu)).map((choice) => choice.replace(/ \(\d+\)$/, ''))).toEqual(
      expect.arrayContaining(names),
    )
})

test.each(['/list', '/month/2031-03'])(
  'the menus of %s have the choices with the most events, and what is chosen',
  async (path) => {
    const { venues } = await app.read('venues', { search: 'Place 119' })
    const offered = await choicesOf(`${path}?venue=${venues[0]?.id}`, 'venue')
    expect(offered).toContain('Place 119 (1)')
    expect((await choicesOf(path, 'venue')).length).toBeLessThan(16)
    expect(await choicesOf(path, 'organizer')).not.toContain('Place 119 (1)')
  },
)

test('a page of all choices is one of a view, keeps the other filters, and is not found by search engines', async () => {
  const { text } = await visit(app, '/filters/month/2031-03?search=everywhere&free=false')
  const form = /<form\s+class="filters whole"[^]*?<\/form>/.exec(text)?.[0] ?? ''
  expect(form).toContain(`action="${origin}/month/2031-03"`)
  expect(form).toContain('name="q" value="everywhere"')
  expect(text).toContain('content="noindex, follow"')
  for (const path of ['/filters', '/filters/nothing', '/filters/venue/hall', '/filters/list/more'])
    expect((await visit(app, path)).status, path).toBe(404)
  expect((await visit(app, '/filters/list?from=soon')).status).toBe(200)
})

test('where days are given, none of the quick dates is in force', async () => {
  const chosen = async (query: string) => {
    const { text } = await visit(app, `/list?${query}`)
    return /<a class="chip"[^>]*aria-current="true"\s*>([^<]*)</.exec(text)?.[1]
  }
  expect(await chosen('')).toBe('Any time')
  expect(await chosen('when=today')).toBe('Today')
  expect(await chosen('when=today&from=2031-03-11')).toBeUndefined()
  expect(await chosen('when=today&until=2031-03-11')).toBeUndefined()
})

test.each(['from=2031-03-11&until=2031-03-11', 'when=month', 'from=2031-03-12', 'when=month&search=later'])(
  'the JSON of a list of %s is of the same events',
  async (query) => {
    await app.create('events', {
      title: 'Later',
      start_date: '2031-03-12 09:00',
      end_date: '2031-03-12 10:00',
    })
    const { text } = await visit(app, `/list?${query}`)
    const address = /<link rel="alternate" type="application\/json" href="([^"]*)"/.exec(text)?.[1] ?? ''
    const { body, status } = await visit(app, pathOf(address.replaceAll('&amp;', '&')))
    const titles = body.events?.map(({ title }: { title: string }) => title) ?? []
    expect(status).toBe(200)
    // The words that were searched for are marked.
    const shown = text.replaceAll(/<\/?mark>/g, '').matchAll(/<h3><a [^>]*>([^<]*)</g)
    expect([...shown].map(([, title]) => title)).toEqual(titles)
  },
)

test.each(['/month/2031-03', '/week/2031-03-01'])('%s says which of its days is today', async (path) => {
  await app.create('events', { title: 'Now', start_date: '2031-03-01 14:00', end_date: '2031-03-01 15:00' })
  const { text } = await visit(app, path)
  expect(
    [...text.matchAll(/href="[^"]*\/day\/([^"]*)"\s+aria-current="date"/g)].map(([, day]) => day),
  ).toEqual(['2031-03-01'])
})
