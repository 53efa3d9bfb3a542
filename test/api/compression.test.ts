import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'

const ns = '/vendor/events/v1'
const decompress = { br: promisify(brotliDecompress), gzip: promisify(gunzip) }

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ REST_ROOT: '', SITE_URL: 'https://town.example' })
  for (let at = 0; at < 12; at += 1)
    await app.create('events', {
      title: `Event ${at}`,
      description: 'A long evening of music. '.repeat(20),
      start_date: 'tomorrow',
      end_date: 'tomorrow',
    })
})
afterAll(() => app.close())

/** What this address answers, as the bytes that were sent. */
async function sent(url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  const reply = await app.app.server.inject({ method, url, headers })
  return { status: reply.statusCode, headers: reply.headers, bytes: reply.rawPayload }
}

/** Each address is asked for the first time with its own query, so that no answer is kept yet. */
let turn = 0
const fresh = (url: string) => `${url}${url.includes('?') ? '&' : '?'}_=${(turn += 1)}`
const basic = () => ({ authorization: `Basic ${Buffer.from(app.credentials.editor).toString('base64')}` })

describe.each(['br', 'gzip'] as const)(
  'what is made for the first time comes as %s to who takes it',
  (coding) => {
    test.each([
      ['a list', `${ns}/events`],
      ['a record', `${ns}/events/by-slug/event-1`],
      ['posts of a kind', `${ns}/events?per_page=5`],
      ['the document', `${ns}/doc`],
      ['a page', '/month/2026-11'],
      ['the home page', '/'],
      ['a calendar', `${ns}/events.ics`],
      ['a table', `${ns}/events.csv`],
      ['a feed of JSON', `${ns}/events.json`],
      ['a feed of XML', `${ns}/events.rss`],
      ['posts of the original', '/wp/v2/tribe_events'],
    ])('%s', async (_, url) => {
      for (const who of [{}, basic()]) {
        const plain = await sent(fresh(url), who)
        const coded = await sent(fresh(url), { ...who, 'accept-encoding': coding })
        expect([plain.status, coded.status]).toEqual([200, 200])
        expect(plain.headers['content-encoding']).toBeUndefined()
        expect(coded.headers['content-encoding']).toBe(coding)
        expect(coded.headers['vary']).toMatch(/Accept-Encoding/)
        expect(plain.headers['vary']).toBe(coded.headers['vary'])
        expect(coded.bytes.length).toBeLessThan(plain.bytes.length / 2)
        const read = (await decompress[coding](coded.bytes)).toString()
        const withoutNumber = (text: string) => text.replaceAll(/_(=|%3D)\d+/g, '')
        expect(withoutNumber(read)).toBe(withoutNumber(plain.bytes.toString()))
        if (coded.headers['content-length'] !== undefined)
          expect(Number(coded.headers['content-length'])).toBe(coded.bytes.length)
      }
    })

    test('with an ETag of its own, that is known however it is asked for again', async () => {
      const url = fresh(`${ns}/events`)
      const { headers } = await sent(url, { 'accept-encoding': coding })
      const etag = String(headers['etag'])
      expect(etag).toMatch(new RegExp(`^"[\\w-]+\\.${coding}"$`))
      for (const accepted of [coding, 'identity']) {
        const again = await sent(url, { 'accept-encoding': accepted, 'if-none-match': etag })
        expect([again.status, again.bytes.length]).toEqual([304, 0])
        expect(again.headers['content-encoding']).toBeUndefined()
      }
    })
  },
)

test('who takes none, or refuses them, gets it as it is', async () => {
  for (const accepted of ['identity', 'br;q=0, gzip;q=0.0', 'zstd, deflate', '']) {
    const { headers, bytes } = await sent(fresh(`${ns}/events`), { 'accept-encoding': accepted })
    expect(headers['content-encoding'], accepted).toBeUndefined()
    expect(JSON.parse(bytes.toString()).total).toBe(12)
  }
})

test('what is small, or compressed already, stays as it is', async () => {
  const png = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#456' } })
    .png()
    .toBuffer()
  const { body } = await app.ask({
    as: 'editor',
    method: 'POST',
    path: 'media',
    raw: Buffer.concat([png, Buffer.alloc(5000)]),
    headers: { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="a.png"' },
  })
  const image = new URL(body.source_url ?? body.url).pathname
  for (const url of [`${ns}/tags`, '/robots.txt', image]) {
    const { status, headers } = await sent(url, { 'accept-encoding': 'br' })
    expect([status, headers['content-encoding']], url).toEqual([200, undefined])
  }
})

test.each(['events', 'events.ics', 'doc'])(
  'who asks for the head of %s alone is told the same as with the body, also once it is kept',
  async (path) => {
    for (const who of [{}, basic()]) {
      for (const accepted of ['br', 'gzip', 'identity']) {
        const url = fresh(`${ns}/${path}`)
        const headers = { ...who, 'accept-encoding': accepted }
        for (let time = 0; time < 4; time += 1) {
          const get = await sent(url, headers)
          const head = await sent(url, headers, 'HEAD')
          expect([head.status, head.bytes.length]).toEqual([200, 0])
          for (const name of ['content-encoding', 'etag', 'vary', 'content-type'])
            expect(head.headers[name], name).toBe(get.headers[name])
          if (get.headers['content-length'] !== undefined)
            expect(head.headers['content-length']).toBe(get.headers['content-length'])
          const again = await sent(url, { ...headers, 'if-none-match': String(get.headers['etag']) })
          expect([again.status, again.headers['vary']]).toEqual([304, get.headers['vary']])
          expect(again.headers['content-encoding']).toBeUndefined()
        }
      }
    }
  },
)

test('the same ETag stands for the same bytes, whoever asks and however often', async () => {
  const bytes = new Map<unknown, string>()
  for (const who of [{}, basic()])
    for (let time = 0; time < 4; time += 1)
      for (const accepted of ['br', 'gzip', 'identity', '*']) {
        const answer = await sent(`${ns}/events?per_page=7`, { ...who, 'accept-encoding': accepted })
        const { etag } = answer.headers
        const told = answer.bytes.toString('base64')
        expect(told === (bytes.get(etag) ?? told), `${etag}`).toBe(true)
        bytes.set(etag, told)
      }
})
