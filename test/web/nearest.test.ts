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
  ['/list?when=tomorow&search=jazz', ['tomorow'], ['/list?q=jazz&when=tomorrow'], '/list?q=jazz'],
  ['/list?from=2031-02-30', ['2031-02-30'], ['/list?from=2031-02-28'], '/list'],
  ['/list?from=soon&categories=music', ['soon'], [], '/list?categories=music'],
  ['/map?near=Norwhich&within=5', ['Norwhich'], ['/map?near=Norwich&within=5'], '/map'],
  [
    '/list?near=Norwhich&within=5&free=false',
    ['Norwhich'],
    ['/list?free=false&near=Norwich&within=5'],
    '/list?free=false',
  ],
  ['/list?near=Atlantis', ['Atlantis'], [], '/list'],
  ['/list?free=perhaps&featured=true', ['perhaps'], [], '/list?featured=true'],
  ['/list?page=nonsense&search=a', [], [], '/list?q=a'],
  ['/list?per_page=abc', [], [], '/list'],
  ['/month/2031-03?categories=nosuch', ['nosuch'], [], '/month/2031-03'],
  ['/list?categories=music,nosuch,music', ['nosuch'], [], '/list?categories=music,music'],
  ['/list?geoloc_bbox=1,2,3', ['1,2,3'], [], '/list'],
  ['/list?geoloc_lat=1&free=false', ['1'], [], '/list?free=false'],
  ['/list?venue=999', ['999'], [], '/list'],
  ['/list?time_of_day=noonish&access=wings', ['wings', 'noonish'], [], '/list'],
  ['/list?from=2031-03-20&until=2031-03-01', [], [], '/list?from=2031-03-01&until=2031-03-20'],
  ['/day/2031-03-11?near=x', ['x'], [], '/day/2031-03-11'],
  ['/week/2031-03-10?free=x', ['x'], [], '/week/2031-03-10'],
])('%s is the list without what was not understood, which it says', async (path, said, meant, canonical) => {
  const page = await visit(app, path)
  expect([path, page.status]).toEqual([path, 200])
  const values = [...page.text.matchAll(/“([^”]*)” is not known here/g)].map(([, value]) => value)
  expect(values).toEqual(said)
  expect(page.text).not.toContain('That does not work')
  expect(await ways(path, 200)).toEqual(expect.arrayContaining(meant))
  const [, at = ''] = /<link rel="canonical" href="([^"]*)"/.exec(page.text) ?? []
  expect(at.replace(origin, '').replaceAll('&amp;', '&')).toBe(canonical)
})

test('the field that was not understood is marked, with what was typed and why, in the language of the reader', async () => {
  const { text } = await visit(app, '/list?near=Atlantis&from=soon&lang=de')
  const near = /<input\s+id="near"[^>]*>/.exec(text)?.[0] ?? ''
  expect(near).toContain('value="Atlantis"')
  expect(near).toContain('aria-invalid="true" aria-describedby="near-wrong"')
  expect(text).toContain('id="near-wrong">Dieser Ort ist hier nicht bekannt')
  expect(text).toMatch(/name="from"[^>]*aria-invalid="true"/)
  expect(text).toContain('id="dates-wrong">Das ist kein Datum')
  expect(text).toContain('„Atlantis“ ist hier nicht bekannt')
})

test('a page past the last one leads to the last', async () => {
  for (const path of ['/list', '/map', '/day/2031-03-11', '/venues', '/organizers']) {
    const { status, headers } = await visit(app, `${path}?page=99&lang=fr`)
    expect([path, status]).toEqual([path, 302])
    expect(headers['location']).toBe(`${origin}${path}?lang=fr`)
  }
})

test('an empty list with nothing to choose has no column of filters; one with a choice keeps it', async () => {
  const column = async (path: string) => (await visit(app, path)).text.includes('class="filters column"')
  expect(await column('/list')).toBe(true)
  expect(await column('/list?search=unicorns')).toBe(false)
  expect(await column('/list?search=unicorns&categories=music')).toBe(true)
})
