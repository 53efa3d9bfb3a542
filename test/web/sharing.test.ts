import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { createTown, pathOf, visit, when } from './town.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTown()
})
afterAll(() => app.close())

/** The address of the picture that previews of a page show. */
async function pictureOf(path: string): Promise<string> {
  const { text } = await visit(app, path)
  return /<meta property="og:image" content="([^"]*)"/.exec(text)?.[1] ?? ''
}

/** Pictures are asked for over a connection, as their bytes are no text. */
async function get(path: string) {
  const { statusCode: status, headers, rawPayload: bytes } = await app.app.server.inject(path)
  return { status, headers, bytes }
}

test.each([
  ['Spring & <b>Concert</b>', 'Hall'],
  ['مهرجان الربيع للموسيقى والرقص', 'ساحة المدينة'],
  ['A title that goes on and on, '.repeat(12), ''],
])('an event without a picture has a card of its own: %s', async (title, place) => {
  const { url } = await app.create('events', {
    title,
    ...when,
    ...(place === '' ? {} : { venue: { venue: place } }),
  })
  const address = await pictureOf(pathOf(url))
  expect(address).toMatch(/^http:\/\/localhost\/cards\/\d+\.[\w-]{12}\.png$/)
  const { status, headers, bytes } = await get(pathOf(address))
  expect([status, headers['content-type']]).toEqual([200, 'image/png'])
  expect(headers['cache-control']).toContain('immutable')
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630, format: 'png' })
})

test('its address changes with what it says, and the old one has the new card, not to be kept', async () => {
  const { id, url } = await app.create('events', { title: 'Before', ...when })
  const before = await pictureOf(pathOf(url))
  await app.ask({ as: 'administrator', method: 'PATCH', path: `events/${id}`, json: { title: 'After' } })
  const after = await pictureOf(pathOf(url))
  expect(after).not.toBe(before)
  const [old, current] = [await get(pathOf(before)), await get(pathOf(after))]
  expect(old.headers['cache-control']).toContain('no-cache')
  expect(old.bytes.equals(current.bytes)).toBe(true)
})

test('a card that a client has is not sent again, and a new one is', async () => {
  const { id, url } = await app.create('events', { title: 'Known', ...when })
  const path = pathOf(await pictureOf(pathOf(url)))
  const ask = (etag: unknown) =>
    app.app.server.inject({ url: path, headers: { 'if-none-match': String(etag) } })
  const { etag } = (await get(path)).headers
  expect(etag).toMatch(/^"[\w-]+"$/)
  const again = await ask(etag)
  expect([again.statusCode, again.body, again.headers['etag']]).toEqual([304, '', etag])
  await app.ask({ as: 'administrator', method: 'PATCH', path: `events/${id}`, json: { title: 'Other' } })
  const other = await ask(etag)
  expect(other.statusCode).toBe(200)
  expect(other.headers['etag']).not.toBe(etag)
})

test('pages about nothing that has a picture share the card of the site', async () => {
  const ofList = await pictureOf('/list')
  expect(ofList).toMatch(/\/cards\/site\.[\w-]{12}\.png$/)
  expect(await pictureOf('/month/2031-03')).toBe(ofList)
  expect((await get(pathOf(ofList))).status).toBe(200)
})

test.each(['draft', 'private', 'locked'])('what is %s has none', async (kind) => {
  const more = kind === 'locked' ? { password: 'sesame' } : { status: kind }
  const { id } = await app.create('events', { title: 'Secret', ...when, ...more })
  expect((await get(`/cards/${id}.AAAAAAAAAAAA.png`)).status).toBe(404)
})

test.each(['/cards/0.AAAAAAAAAAAA.png', '/cards/x.png', '/cards/9999999.AAAAAAAAAAAA.png', '/cards/1.png'])(
  '%s is nothing',
  async (path) => {
    expect((await get(path)).status).toBe(404)
  },
)
