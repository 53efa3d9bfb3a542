import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { createTown, visit } from './town.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTown()
  // A Saturday.
  app.setNow(Temporal.Instant.from('2031-03-15T12:00:00Z'))
  for (const [title, start_date] of [
    ['Ides', '2031-03-15 18:00'],
    ['Spring', '2031-03-20 18:00'],
    ['Fool', '2031-04-01 18:00'],
    ['Easter', '2031-04-13 10:00'],
  ])
    await app.create('events', { title, start_date, end_date: start_date, categories: [title ?? ''] })
})
afterAll(() => app.close())

/** Where the links to the views lead, by their names. */
async function viewsOf(path: string): Promise<Record<string, string>> {
  const { text } = await visit(app, path)
  const nav = /<nav class="views"[^]*?<\/nav>/.exec(text)?.[0] ?? ''
  const links = [...nav.matchAll(/href="http:\/\/localhost([^"]*)"[^>]*>(\w+)</g)]
  return Object.fromEntries(links.map(([, url = '', name = '']) => [name, url.replaceAll('&amp;', '&')]))
}

test('from a month one comes to today, if it is in it', async () => {
  expect(await viewsOf('/month/2031-03')).toEqual({
    List: '/list?when=month',
    Month: '/month/2031-03',
    Week: '/week/2031-03-15',
    Day: '/day/2031-03-15',
    Map: '/map?when=month',
  })
})

test('from another month one comes to its days, or to those that one came from', async () => {
  expect(await viewsOf('/month/2031-04')).toMatchObject({
    List: '/list?from=2031-04-01&until=2031-04-30',
    Week: '/week/2031-04-01',
    Day: '/day/2031-04-01',
    Map: '/map?from=2031-04-01&until=2031-04-30',
  })
  const { Month = '' } = await viewsOf('/day/2031-04-13?categories=easter')
  expect(Month).toBe('/month/2031-04?categories=easter&day=2031-04-13')
  const back = await viewsOf(Month)
  expect(back).toMatchObject({
    Week: '/week/2031-04-13?categories=easter',
    Day: '/day/2031-04-13?categories=easter',
  })
  const list = back['List'] ?? ''
  expect(await viewsOf(list)).toMatchObject({ Day: '/day/2031-04-13?categories=easter', Month })
  // Nothing comes of a day that is elsewhere, or none.
  for (const day of ['2031-05-01', 'x'])
    expect((await viewsOf(`/month/2031-04?day=${day}`))['Day']).toBe('/day/2031-04-01')
})

test('the date of a week and a day goes along to the list and the map, and back', async () => {
  const ofWeek = await viewsOf('/week/2031-04-09')
  expect(ofWeek).toMatchObject({ Month: '/month/2031-04?day=2031-04-09', Day: '/day/2031-04-09' })
  expect(ofWeek['List']).toBe('/list?from=2031-04-07&until=2031-04-13')
  expect(await viewsOf('/day/2031-04-13')).toMatchObject({
    List: '/list?from=2031-04-13&until=2031-04-13',
    Map: '/map?from=2031-04-13&until=2031-04-13',
    Week: '/week/2031-04-13',
  })
  expect(await viewsOf('/list?from=2031-04-13&until=2031-04-13')).toMatchObject({ Day: '/day/2031-04-13' })
  expect(await viewsOf('/day/2031-03-15')).toMatchObject({ List: '/list?when=today' })
})

test('“When” does not go along to the month, which has days of its own; the other filters do', async () => {
  for (const when of ['when=tomorrow', 'from=2031-04-10', 'from=2031-04-10&until=2031-04-20'])
    for (const url of Object.entries(await viewsOf(`/list?categories=easter&${when}&collapse=series`)))
      if (['Month', 'Week', 'Day'].includes(url[0])) {
        expect(url[1]).toContain('categories=easter')
        expect(url[1]).not.toMatch(/when=|from=|until=|collapse=/)
      }
  expect(await viewsOf('/list?when=tomorrow')).toMatchObject({
    Month: '/month/2031-03',
    Week: '/week/2031-03-16',
    Day: '/day/2031-03-16',
    Map: '/map?when=tomorrow',
  })
})

test('filters are counted among the days that are shown', async () => {
  const counts = async (path: string) => {
    const { text } = await visit(app, path)
    return [...text.matchAll(/<bdi>(\w+)<\/bdi> <i class="count">(\d+)/g)].map(
      ([, name, count]) => `${name} ${count}`,
    )
  }
  expect(await counts('/month/2031-03')).toEqual(['Ides 1', 'Spring 1'])
  expect(await counts('/filters/month/2031-03')).toEqual(['Ides 1', 'Spring 1'])
  expect(await counts('/month/2031-04')).toEqual(['Easter 1', 'Fool 1'])
  expect(await counts('/week/2031-04-13')).toEqual(['Easter 1'])
  expect(await counts('/filters/week/2031-04-13')).toEqual(['Easter 1'])
  expect(await counts('/day/2031-03-20')).toEqual(['Spring 1'])
  // What is over is on in its month.
  expect(await counts('/month/2031-02')).toEqual([])
})
