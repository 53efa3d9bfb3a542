import { afterAll, beforeAll, expect, test } from 'vitest'
import { colourNames } from '../../src/outward/admin/terms/colours.ts'
import { colorNames } from '../../src/pure/params/words.ts'
import { createTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  app.setNow(Temporal.Instant.from('2031-04-20T12:00:00Z'))
})
afterAll(() => app.close())

const colorIn = async (id: number) => (await app.read(`categories/${id}`)).color
const put = (id: number, json: object, as: 'editor' | 'contributor' = 'editor', absolute?: string) =>
  app.ask({
    as,
    method: absolute === undefined ? 'PUT' : 'POST',
    path: absolute ?? `categories/${id}`,
    absolute: absolute !== undefined,
    json,
  })

test('the editing interface offers the colours that the service knows, in its order', () => {
  expect(colourNames).toEqual(colorNames)
})

test('a category has a colour of the palette from the beginning, can be given another, and hands it down', async () => {
  const { id, color } = await app.create('categories', { name: 'Music' })
  expect(color).toBe(colorNames[(id - 1) % 12])
  const { id: below } = await app.create('categories', { name: 'Jazz', parent: id })
  const { id: own, color: chosen } = await app.create('categories', {
    name: 'Rock',
    parent: id,
    color: 'OCHRE',
  })
  expect([await colorIn(below), chosen]).toEqual([color, 'ochre'])
  expect((await put(id, { color: 'rose' })).body.color).toBe('rose')
  expect([await colorIn(below), await colorIn(own)]).toEqual(['rose', 'ochre'])
  // What was read is written back, and still follows what is above.
  const read = await app.read(`categories/${below}`)
  expect((await put(below, read)).status).toBe(200)
  await put(id, { color: 'green' })
  expect(await colorIn(below)).toBe('green')
  // Empty: none of its own.
  for (const empty of ['', null]) {
    await put(id, { color: 'teal' })
    expect((await put(id, { color: empty })).body.color).toBe(color)
  }
  // Nothing else is changed by it, nor it by anything else.
  await put(own, { description: 'Loud.' })
  expect(await app.read(`categories/${own}`)).toMatchObject({ name: 'Rock', parent: id, color: 'ochre' })
})

test('below wp/v2 it is the same', async () => {
  const { id } = await app.create('categories', { name: 'Theatre' })
  const path = `/wp/v2/tribe_events_cat/${id}`
  expect((await put(id, { color: 'violet' }, 'editor', path)).body.color).toBe('violet')
  expect(await colorIn(id)).toBe('violet')
})

test('a colour that is none of the palette is refused, and so is who may not change categories; tags have none', async () => {
  const { id, color } = await app.create('categories', { name: 'Sport' })
  for (const wrong of ['#ff0000', 'red', 7, ['rose']]) {
    const { status, body } = await put(id, { color: wrong })
    expect([status, Object.keys(body.data.params)]).toEqual([400, ['color']])
    expect(body.message).toContain('vermilion')
  }
  expect((await put(id, { color: 'rose' }, 'contributor')).status).toBe(403)
  expect(await colorIn(id)).toBe(color)
  expect(await app.create('tags', { name: 'Late' })).not.toHaveProperty('color')
})

test('pages, the map and what the widget asks first show the colour that was chosen', async () => {
  const { id } = await app.create('categories', { name: 'Markets', color: 'orange' })
  const times = { start_date: '2031-05-01 18:00', end_date: '2031-05-01 20:00' }
  const venue = { venue: 'Square', geo_lat: 50, geo_lng: 6 }
  const { url } = await app.create('events', { title: 'Fair', ...times, categories: [id], venue })
  const read = async (path: string) =>
    (await app.ask({ path, absolute: true, headers: { accept: 'text/html' } })).text
  const number = colorNames.indexOf('orange') + 1
  for (const path of [
    '/list',
    '/month/2031-05',
    '/week/2031-05-01',
    '/day/2031-05-01',
    '/map',
    new URL(url).pathname,
  ])
    expect(await read(path), path).toMatch(new RegExp(`\\bc-${number}\\b`))
  const { body } = await app.ask({ path: '/widget.json', absolute: true })
  expect(body.colours[id]).toBe(number)
})
