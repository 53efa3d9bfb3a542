import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { createTown, origin, visit } from './town.ts'

let app: TestApp
let style: string
beforeAll(async () => {
  app = await createTown()
  const { text } = await visit(app, '/')
  style = (/href="([^"]*\/assets\/style\.[^"]*)"/.exec(text)?.[1] ?? '').replace(origin, '')
})
afterAll(() => app.close())

const fetched = (path: string, headers: Record<string, string> = {}) =>
  app.app.server.inject({ url: path, headers })

describe('a file that pages need', () => {
  test('is at an address that names what is in it, and is kept forever', async () => {
    const { statusCode, headers, body } = await fetched(style)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    })
    expect(body).toContain('--accent')
  })

  test.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ])('comes as %s to who takes that', async (coding, accepted, decompress) => {
    const plain = await fetched(style)
    const coded = await fetched(style, { 'accept-encoding': accepted })
    expect(coded.headers['content-encoding']).toBe(coding)
    expect(decompress(coded.rawPayload).equals(plain.rawPayload)).toBe(true)
    expect(plain.headers['content-encoding']).toBeUndefined()
  })

  test('draws what it says: no later rule of a frame takes the ground of the posters in it', async () => {
    const { body } = await fetched(style)
    const rules = [...body.matchAll(/([^{}]+){([^{}]*)}/g)].map(([, of = '', says = '']) => ({ of, says }))
    const isFrame = ({ of }: { of: string }) =>
      of.split(',').some((one) => /(?:^|[\s>])\.pic$/.test(one.trim()))
    const first = rules.findIndex(({ of }) => of.trim() === '.poster')
    expect(first).toBeGreaterThan(0)
    // A shorthand would take the drawing along, wherever it stands; a colour must stand before that of posters.
    for (const [at, rule] of rules.entries())
      if (isFrame(rule)) {
        expect(rule.says).not.toMatch(/(?:^|;)background:/)
        if (at > first) expect(rule.says).not.toContain('background')
      }
    expect(
      rules.filter(({ of, says }) => /^\.m-[1-6]$/.test(of.trim()) && says.includes('gradient')),
    ).toHaveLength(6)
  })

  test('the face of headings comes with the first page, from here, and not where no heading is set in it', async () => {
    const of = async (lang: string) =>
      /<link rel="preload" as="font"[^>]* href="([^"]*)" crossorigin/.exec(
        (await visit(app, `/?lang=${lang}`)).text,
      )?.[1]
    const url = (await of('de')) ?? ''
    const { statusCode, headers, rawPayload } = await fetched(url)
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('font/woff2')
    expect(headers['cache-control']).toContain('immutable')
    expect(rawPayload.length).toBeGreaterThan(20_000)
    expect(rawPayload.length).toBeLessThan(30_000)
    // One face, at one address, for the pages and where they are edited.
    expect(
      new URL(/url\('(book[^']*)'\)/.exec((await fetched(style)).body)?.[1] ?? '', origin + style).pathname,
    ).toBe(url)
    expect((await visit(app, '/')).headers['content-security-policy']).toContain("font-src 'self'")
    expect(await of('ar')).toBeUndefined()
    expect(await of('ja')).toBeUndefined()
  })

  test('is not sent again to who has it', async () => {
    const { headers } = await fetched(style)
    const again = await fetched(style, { 'if-none-match': String(headers['etag']) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test('is the present one for pages of another version, and not to be kept', async () => {
    for (const other of ['/assets/style.AAAAAAAAAAAAAAAA.css', '/assets/style.css']) {
      const { statusCode, headers, body } = await fetched(other)
      expect([statusCode, headers['cache-control']]).toEqual([200, 'public, no-cache'])
      expect(body).toContain('--accent')
    }
  })

  test.each(['/assets/nothing.css', '/assets/..%2f..%2fpackage.json', '/assets/page.ts'])(
    '%s is none',
    async (path) => {
      expect((await fetched(path)).statusCode).toBe(404)
    },
  )
})
