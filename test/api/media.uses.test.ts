import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { picture, uploadTo } from './upload.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const day = { start_date: '2031-03-10 10:00', end_date: '2031-03-10 12:00' }
const upload = async (): Promise<number> => (await uploadTo(app, picture)).body.id
const idsOf = async (query: object, as?: 'editor'): Promise<number[]> =>
  (await app.read('media', { ...query, per_page: 50 }, as)).media.map(({ id }: { id: number }) => id)

describe('what features an image', () => {
  test('is told with its titles, counted in lists, and no more than the reader may see', async () => {
    const [used, unused] = [await upload(), await upload()]
    const event = await app.create('events', { title: 'Fair &amp; square', ...day, image: used })
    const draft = await app.create('events', { title: 'Draft', ...day, image: used, status: 'draft' })
    await app.create('events', { title: 'Secret', ...day, image: used, password: 'sesame' })
    const venue = await app.create('venues', { venue: 'Hall', image: used })
    const seen = await app.read(`media/${used}/uses`)
    expect(seen).toMatchObject({ total: 2, venues: [{ id: venue.id }], organizers: [] })
    expect(seen.events).toEqual([
      { id: event.id, title: 'Fair &amp; square', rest_url: expect.stringMatching(/events\/\d+$/) },
    ])
    const toEditors = await app.read(`media/${used}/uses`, {}, 'editor')
    expect(toEditors.total).toBe(4)
    expect(toEditors.events.map(({ id }: { id: number }) => id)).toContain(draft.id)
    const counts = async (as?: 'editor') =>
      (await app.read('media', { include: `${used},${unused}`, orderby: 'id', order: 'asc' }, as)).media.map(
        ({ used_by }: { used_by: number }) => used_by,
      )
    expect(await counts()).toEqual([2, 0])
    expect(await counts('editor')).toEqual([4, 0])
    expect(await idsOf({ used: true }, 'editor')).toContain(used)
    expect(await idsOf({ used: false }, 'editor')).toContain(unused)
    expect(await idsOf({ used: false }, 'editor')).not.toContain(used)
    expect((await app.ask({ path: 'media/999999/uses' })).status).toBe(400)
  })

  test('counts what is in the trash, which features it again once it is back', async () => {
    const id = await upload()
    const event = await app.create('events', { title: 'Gone', ...day, image: id })
    await app.ask({ as: 'editor', method: 'DELETE', path: `events/${event.id}` })
    expect((await app.read(`media/${id}/uses`, {}, 'editor')).total).toBe(1)
    expect((await app.read(`media/${id}/uses`)).total).toBe(0)
  })
})

describe('what is said of an image', () => {
  test('has a place that stays in sight, by which pages crop it', async () => {
    const id = await upload()
    expect(await app.read(`media/${id}`)).toMatchObject({ focus: null, decorative: false })
    const set = async (json: object) => app.ask({ as: 'author', method: 'POST', path: `media/${id}`, json })
    expect((await set({ focus: { x: 0.68, y: 0.4 } })).body.focus).toEqual({ x: 0.68, y: 0.4 })
    const event = await app.create('events', { title: 'Cropped', ...day, image: id })
    const html = async () =>
      (await app.ask({ path: new URL(event.url).pathname, absolute: true, headers: { accept: 'text/html' } }))
        .text
    expect(await html()).toContain('class="fx-7 fy-4"')
    // Other programs crop by it too: the widget, and the frame of an event.
    expect(await app.read(`events/${event.id}`)).toMatchObject({ image: { id, focus: { x: 0.68, y: 0.4 } } })
    const frame = await app.ask({
      path: `/embed/event/${event.slug}`,
      absolute: true,
      headers: { accept: 'text/html' },
    })
    expect(frame.text).toMatch(/<img\s[^>]*class="fx-7 fy-4"/)
    expect((await set({ title: 'Still there' })).body.focus).toEqual({ x: 0.68, y: 0.4 })
    expect((await set({ focus: null })).body.focus).toBeNull()
    expect(await html()).not.toContain('fx-')
    expect((await app.read(`events/${event.id}`)).image).not.toHaveProperty('focus')
    for (const focus of [{ x: 2, y: 0 }, { x: 0.5 }, 'left', { x: -1, y: 0.5 }, '0.1,0.2,0.3', {}])
      expect([focus, (await set({ focus })).status]).toEqual([focus, 400])
    expect((await set({ focus: '0.1,0.2' })).body.focus).toEqual({ x: 0.1, y: 0.2 })
  })

  test('is that it needs no words, which is as good as a description', async () => {
    const [bare, described, decorative] = [await upload(), await upload(), await upload()]
    const set = async (id: number, json: object) =>
      app.ask({ as: 'author', method: 'POST', path: `media/${id}`, json })
    await set(described, { alt_text: 'A bridge' })
    expect((await set(decorative, { decorative: true })).body.decorative).toBe(true)
    const without = await idsOf({ described: false })
    expect(without).toContain(bare)
    expect(without).not.toContain(described)
    expect(without).not.toContain(decorative)
    expect(await idsOf({ described: true })).toEqual(expect.arrayContaining([described, decorative]))
  })
})

describe('another file for an image', () => {
  const replace = async (id: number, raw: Buffer, as: 'author' | 'contributor' = 'author') =>
    app.ask({
      as,
      method: 'POST',
      path: `media/${id}/file`,
      raw,
      headers: { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="new.png"' },
    })
  const green = () =>
    sharp({ create: { width: 640, height: 480, channels: 3, background: 'green' } })
      .png()
      .toBuffer()

  test('is shown by what features it, keeps its words, and has the former addresses lead to it', async () => {
    const before = (await uploadTo(app, picture, { name: 'old.png' })).body
    await app.ask({ as: 'author', method: 'POST', path: `media/${before.id}`, json: { alt_text: 'A view' } })
    const event = await app.create('events', { title: 'Replaced', ...day, image: before.id })
    const { status, body } = await replace(before.id, await green())
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: before.id, width: 640, height: 480, alt_text: 'A view' })
    expect((await app.read(`events/${event.id}`)).image.url).toBe(body.url)
    const get = async (url: string) =>
      app.ask({ path: new URL(url).pathname, absolute: true, headers: { accept: 'text/html' } })
    expect((await get(body.url)).status).toBe(200)
    const old = await get(before.url)
    expect([old.status, old.headers['location']]).toEqual([
      301,
      expect.stringContaining(new URL(body.url).pathname),
    ])
    expect((await get(before.sizes.medium.url)).headers['location']).toContain('new')
  })

  test('is refused to others, and where it is no image, and then nothing changes', async () => {
    const before = (await uploadTo(app, picture)).body
    expect((await replace(before.id, await green(), 'contributor')).status).toBe(403)
    expect((await replace(before.id, Buffer.from('no image'))).status).toBe(400)
    expect((await replace(999_999, await green())).status).toBe(400)
    expect(
      (await app.ask({ as: 'author', method: 'POST', path: `media/${before.id}/file`, json: {} })).status,
    ).toBe(400)
    expect((await app.read(`media/${before.id}`)).url).toBe(before.url)
  })
})

describe('venues that are perhaps the same one twice', () => {
  test('are called the same, or alike and close by or at one address', async () => {
    const make = async (json: object): Promise<number> => (await app.create('venues', json)).id
    const here = { geo_lat: 51.45441, geo_lng: -2.60082 }
    const [library, twin] = [
      await make({ venue: 'Central Library', city: 'Haverbridge', ...here }),
      await make({
        venue: 'Haverbridge Central Library',
        city: 'Haverbridge',
        geo_lat: 51.45453,
        geo_lng: -2.60082,
      }),
    ]
    // Beside it, and called something else; far away, and called the same.
    await make({ venue: 'Café Rio', city: 'Haverbridge', ...here })
    await make({ venue: 'Central Library', city: 'Elsewhere', geo_lat: 48, geo_lng: 11 })
    const [mill, millToo] = [
      await make({ venue: 'Mill', address: '1 Baker’s Row', city: 'Bath' }),
      await make({ venue: 'The Mill', address: '1, Baker’s Row', city: 'Bath' }),
    ]
    const hidden = await make({ venue: 'Mill', address: '1 Baker’s Row', city: 'Bath', status: 'draft' })
    await app.ask({ as: 'editor', method: 'DELETE', path: `venues/${await make({ venue: 'Café Rio' })}` })
    const { pairs } = await app.read('venues/duplicates', {}, 'contributor')
    const told = pairs.map(({ records, by }: { records: { id: number }[]; by: string }) => [
      ...records.map(({ id }) => id),
      by,
    ])
    expect(told).toEqual([
      [library, twin, 'place'],
      [mill, millToo, 'address'],
    ])
    expect(pairs[0].distance).toBeGreaterThan(10)
    expect(pairs[0].distance).toBeLessThan(20)
    const toEditors = await app.read('venues/duplicates', {}, 'editor')
    expect(JSON.stringify(toEditors.pairs)).toContain(String(hidden))
    expect((await app.ask({ path: 'venues/duplicates' })).status).toBe(401)
  })

  test('and so is one that is to be made: by its name as it is typed, its street, and where it is', async () => {
    const there = {
      venue: 'Guild &amp; Hall',
      address: '3 Dock Street',
      city: 'Wells',
      geo_lat: 52,
      geo_lng: -2,
    }
    const { id } = await app.create('venues', there)
    const hidden = (await app.create('venues', { ...there, status: 'draft' }, 'editor')).id
    const ask = async (query: object, as: 'contributor' | 'editor' = 'contributor') =>
      (await app.read('venues/similar', { ...query }, as)).records
    expect(await ask({ name: 'guild and hall' })).toEqual([
      { id, name: 'Guild &amp; Hall', address: '3 Dock Street, Wells', by: 'spelling', distance: null },
    ])
    expect(await ask({ name: 'Giuld & Hall', city: 'Wells' })).toMatchObject([{ id, by: 'spelling' }])
    expect(await ask({ name: 'Guild Hall West', geo_lat: 52.0005, geo_lng: -2 })).toMatchObject([
      { id, by: 'place', distance: 56 },
    ])
    expect(await ask({ name: 'Old Guild Hall', address: 'Dock Street 9', city: 'wells' })).toMatchObject([
      { id, by: 'address' },
    ])
    expect(await ask({ name: 'Guild & Hall', city: 'Frome' })).toEqual([])
    expect(await ask({ name: 'Guild & Hall', exclude: id })).toEqual([])
    const all = await ask({ name: 'Guild & Hall' }, 'editor')
    expect(all.map((one: { id: number; by: string }) => [one.id, one.by])).toEqual([
      [id, 'name'],
      [hidden, 'name'],
    ])
    expect((await app.ask({ path: 'venues/similar', query: { name: 'Guild' } })).status).toBe(401)
    expect((await app.ask({ path: 'venues/similar', as: 'editor' })).status).toBe(400)
    const { id: choir } = await app.create('organizers', { organizer: 'The Harbour Choir' })
    expect((await app.read('organizers/similar', { name: 'Harbor Choir' }, 'author')).records).toMatchObject([
      { id: choir, by: 'spelling' },
    ])
  })

  test('and organizers by their names', async () => {
    const [one, other] = [
      (await app.create('organizers', { organizer: 'Chœur' })).id,
      (await app.create('organizers', { organizer: 'CHŒUR', email: 'a@b.example' })).id,
    ]
    const { pairs, total } = await app.read('organizers/duplicates', {}, 'editor')
    expect(total).toBe(1)
    expect(pairs[0]).toMatchObject({ records: [{ id: one }, { id: other }], by: 'name', distance: null })
  })
})
