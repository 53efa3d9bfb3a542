import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { createTown, origin, visit, when } from './town.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTown()
  const venue = { venue: 'City Hall', city: 'Norwich', geo_lat: 52.6, geo_lng: 1.3 }
  await app.create('events', { title: 'Spring Concert', ...when, venue, categories: ['Music'] })
  await app.create('events', { title: 'Secret Supper', ...when, status: 'draft' })
})
afterAll(() => app.close())

/** The ways that a page offers, as addresses below the site. */
async function ways(path: string, status: number): Promise<string[]> {
  const page = await visit(app, path)
  expect([path, page.status]).toEqual([path, status])
  expect(page.text).toContain('<h1')
  const list = /<ul class="ways">[^]*?<\/ul>/.exec(page.text)?.[0] ?? ''
  return [...list.matchAll(/href="([^"]*)"/g)].map(([, href = '']) =>
    href.replace(origin, '').replaceAll('&amp;', '&'),
  )
}

test.each([
  ['/month/2031-13', '/month/2031-12'],
  ['/month/2031-4', '/month/2031-04'],
  ['/month/soon', '/month/2031-03'],
  ['/week/2031-02-30', '/week/2031-02-28'],
  ['/day/20310311', '/day/2031-03-11'],
  ['/day/tomorrow', '/day/2031-03-01'],
  ['/event/sprin-concert/', '/event/spring-concert/'],
  ['/venue/city-hal/', '/venue/city-hall/'],
])('%s is not there, and leads to %s', async (path, nearest) => {
  expect(await ways(path, 404)).toEqual([nearest])
})

test.each(['/event/xylophone/', '/event/secret-suppers/', '/nothing', '/day/0000-00-00/more'])(
  '%s is not there, and nothing that is near is told',
  async (path) => {
    const found = await ways(path, 404)
    expect(found.filter((url) => !url.startsWith('/day/2031-03-01'))).toEqual([])
  },
)

test.each([
  ['/list?when=tomorow&search=jazz', ['/list?search=jazz&when=tomorrow', '/list?search=jazz']],
  ['/list?from=2031-02-30', ['/list?from=2031-02-28', '/list']],
  ['/list?from=soon&categories=music', ['/list?categories=music']],
  ['/map?near=Norwhich&within=5', ['/map?within=5&near=Norwich', '/map?within=5']],
  ['/list?near=Atlantis', ['/list']],
  ['/list?free=perhaps&featured=true', ['/list?featured=true']],
  ['/list?page=nonsense&search=a', ['/list?search=a']],
  ['/month/2031-03?categories=nosuch', ['/month/2031-03']],
  ['/list?geoloc_bbox=1,2,3', ['/list']],
])('%s says what was not understood, with the nearest that was and without it', async (path, expected) => {
  expect(await ways(path, 400)).toEqual(expected)
  for (const way of expected) expect((await visit(app, way)).status, way).toBe(200)
})

test('a page past the last one leads to the first', async () => {
  expect(await ways('/list?page=99&featured=false', 404)).toEqual(['/list?featured=false'])
})

test('an empty list with nothing to choose has no column of filters; one with a choice keeps it', async () => {
  const column = async (path: string) => (await visit(app, path)).text.includes('class="filters column"')
  expect(await column('/list')).toBe(true)
  expect(await column('/list?search=unicorns')).toBe(false)
  expect(await column('/list?search=unicorns&categories=music')).toBe(true)
})
