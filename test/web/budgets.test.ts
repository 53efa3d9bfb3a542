import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { createCity } from './city.ts'

let app: TestApp
beforeAll(async () => {
  app = await createCity()
})
afterAll(() => app.close())

const read = async (path: string) =>
  (await app.ask({ path, absolute: true, headers: { accept: 'text/html' } })).text

/** What pages may weigh in bytes, as HTML and in the stylesheets that they load: what a phone has before it shows anything. */
test.each([
  ['/', 38_000, 41_000],
  ['/list', 36_000, 41_000],
  ['/month/2031-03', 85_000, 47_000],
  ['/week/2031-03-11', 35_000, 45_000],
  ['/event/travelling-quartet/', 20_000, 46_000],
  ['/map', 60_000, 60_000],
])(
  '%s keeps to its budget, and nothing else stands between a reader and its text',
  async (path, html, css) => {
    const page = await read(path)
    expect(Buffer.byteLength(page)).toBeLessThan(html)
    const loaded = (pattern: RegExp) => [...page.matchAll(pattern)].map(([, url = '']) => url)
    const sheets = await Promise.all(loaded(/<link rel="stylesheet" href="([^"]*)"/g).map(read))
    const sizes = sheets.map((sheet) => Buffer.byteLength(sheet))
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(css)
    expect(gzipSync(sheets.join('')).length).toBeLessThan(16_000)
    // Scripts wait until the page is there, and everything is our own.
    const scripts = [...page.matchAll(/<script[^>]*src=[^>]*>/g)].map(([tag]) => tag)
    for (const tag of scripts) expect(tag).toMatch(/ defer | type="module"/)
    for (const url of loaded(/<(?:link rel="stylesheet"|script|img)[^>]*(?:href|src)="([^"]*)"/g))
      expect(url).toMatch(/^\/assets\/|^http:\/\/localhost\//)
  },
)

test('the picture that is the largest of a page is asked for at once, those below later', async () => {
  for (const path of ['/', '/list', '/event/travelling-quartet/']) {
    const [first = '', ...others] = (await read(path)).replace(/^[^]*<main/, '').match(/<img[^>]*>/g) ?? []
    expect(first, path).toContain('<img')
    expect(first, path).not.toContain('loading="lazy"')
    if (path === '/list') expect(others.at(-1)).toContain('loading="lazy"')
    // Their place is held until they are there.
    for (const tag of [first, ...others]) expect(tag).toMatch(/width="\d+"\s+height="\d+"/)
  }
})
