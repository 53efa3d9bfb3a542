import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ SITE_URL: 'https://town.example', REST_ROOT: '/wp-json' })
  app.setNow(Temporal.Instant.from('2031-03-10T12:00:00Z'))
  for (const [title, start, end] of [
    ['Long ago', '2029-01-05 10:00:00', '2029-01-05 11:00:00'],
    ['Exhibition that ended yesterday', '2031-02-01 10:00:00', '2031-03-09 18:00:00'],
    ['Yesterday', '2031-03-09 20:00:00', '2031-03-09 22:00:00'],
    ['This morning', '2031-03-10 08:00:00', '2031-03-10 09:00:00'],
    ['Running', '2031-03-01 10:00:00', '2031-03-20 18:00:00'],
    ['Tomorrow', '2031-03-11 10:00:00', '2031-03-11 11:00:00'],
  ])
    await app.create('events', {
      title,
      start_date: start,
      end_date: end,
      categories: title === 'Yesterday' ? ['Music'] : ['Art'],
    })
})
afterAll(() => app.close())

async function get(path: string) {
  return app.ask({ absolute: true, path, headers: { accept: 'text/html' } })
}

/** The titles of events in the order in which the page has them. */
async function titlesOn(path: string): Promise<string[]> {
  const { status, text } = await get(path)
  expect(status).toBe(200)
  const main = text.slice(text.indexOf('<main'), text.indexOf('</main>'))
  return [...main.matchAll(/href="[^"]*\/event\/[^"]*"[^>]*>\s*(?:<[^>]+>\s*)*([^<]+)</g)]
    .map(([, title]) => title?.trim() ?? '')
    .filter((title) => title !== '')
}

test('what was over before today is listed from the latest on, each under the day on which it began', async () => {
  const titles = [...new Set(await titlesOn('/list?when=past'))]
  expect(titles).toEqual(['Yesterday', 'Exhibition that ended yesterday', 'Long ago'])
})

test('filters go along to what is over, and to its list in the service', async () => {
  expect([...new Set(await titlesOn('/list?when=past&categories=music'))]).toEqual(['Yesterday'])
  const { text } = await get('/list?categories=music')
  expect(text).toContain('/list?categories=music&amp;when=past')
  const past = (await get('/list?when=past&categories=music')).text
  const [, json] = /href="([^"]*\/events\/?\?[^"]*ends_before[^"]*)"/.exec(past) ?? []
  const { pathname, search } = new URL((json ?? '').replaceAll('&amp;', '&'))
  const { body } = await app.ask({ absolute: true, path: pathname + search })
  expect(body.events.map(({ title }: { title: string }) => title)).toEqual(['Yesterday'])
})

test('the address by which the original listed it leads there', async () => {
  const { status, headers } = await get('/events/list/?eventDisplay=past')
  expect([status, headers['location']]).toEqual([301, 'https://town.example/list?when=past'])
})

test('a day that is over has its events, a day to come has none of them', async () => {
  expect(await titlesOn('/day/2029-01-05?when=past')).toContain('Long ago')
  expect(await titlesOn('/day/2031-03-11?when=past')).toEqual([])
})
