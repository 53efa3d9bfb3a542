import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Role } from '../../src/storage/schema/tables.ts'
import { type Answered, createTestApp, type TestApp } from '../support/app.ts'

/** What clients of the original expect of images at `wp/v2/media`, beyond uploading them. */
let calendar: TestApp
let png: Buffer
let jpeg: Buffer

beforeAll(async () => {
  calendar = await createTestApp()
  const drawn = sharp({ create: { width: 40, height: 30, channels: 3, background: '#0a7' } })
  png = await drawn.clone().png().toBuffer()
  jpeg = await drawn.clone().jpeg().toBuffer()
})
afterAll(() => calendar.close())

const wp = (path: string) => ({ path: `/wp/v2/${path}`, absolute: true }) as const

async function upload(
  name: string,
  { as = 'author', bytes = png }: { as?: Role; bytes?: Buffer } = {},
): Promise<Answered['body']> {
  const headers = { 'content-disposition': `attachment; filename="${name}"` }
  const { status, body, text } = await calendar.ask({
    ...wp('media'),
    method: 'POST',
    as,
    raw: bytes,
    headers,
  })
  expect(status, text).toBe(201)
  return body
}

const idsIn = ({ body }: Answered) => (body as { id: number }[]).map(({ id }) => id)

describe('the record of an image', () => {
  test('has the members of the original, in its order', async () => {
    const image = await upload('Town hall.png')
    expect(Object.keys(image)).toEqual(
      'id date date_gmt guid modified modified_gmt slug status type link title author meta description caption alt_text media_type mime_type media_details post source_url class_list _links'.split(
        ' ',
      ),
    )
    expect(image).toMatchObject({
      guid: { rendered: image.source_url },
      description: { rendered: '' },
      caption: { rendered: '' },
      alt_text: '',
      media_details: { width: 40, height: 30, file: expect.stringMatching(/^\d{4}\/\d\d\/town-hall\.png$/) },
    })
    expect(image.media_details).not.toHaveProperty('original_image')
    const [first] = (await calendar.ask(wp('media'))).body
    expect(first).toEqual(image)
    expect((await calendar.ask(wp(`media/${image.id}`))).body).toEqual(image)
  })

  test('names the upload of which it shows a smaller image', async () => {
    const bytes = await sharp({ create: { width: 2600, height: 20, channels: 3, background: '#333' } })
      .png()
      .toBuffer()
    const image = await upload('Wide.png', { bytes })
    expect(image.source_url).toMatch(/\/wide-scaled\.png$/)
    expect(image).toMatchObject({
      guid: { rendered: image.source_url },
      media_details: { width: 2560, original_image: 'wide.png' },
    })
  })
})

test('an ID that no image has is 404 to everybody, by every method, but for the service’s own addresses', async () => {
  const { id } = await calendar.create('venues', { venue: 'No image' })
  for (const unknown of [id, 987654, '99999999999999999999']) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      for (const as of ['editor', 'subscriber', undefined] as const) {
        const asked = { ...wp(`media/${unknown}`), method, json: {}, ...(as && { as }) }
        const refused = { status: 404, body: { code: 'rest_post_invalid_id', data: { status: 404 } } }
        expect(await calendar.ask(asked), `${method} ${unknown} as ${as}`).toMatchObject(refused)
      }
    }
    expect(await calendar.ask({ path: `media/${unknown}` })).toMatchObject({
      status: 400,
      body: { code: 'rest_invalid_param', data: { params: { id: expect.any(String) } } },
    })
  }
})

describe('the list of images', () => {
  let stage: Answered['body']
  let hall: Answered['body']
  let foyer: Answered['body']

  beforeAll(async () => {
    stage = await upload('lists-stage.png')
    hall = await upload('lists-hall.jpg', { as: 'editor', bytes: jpeg })
    foyer = await upload('lists-foyer.png', { as: 'editor' })
  })

  const listed = async (asked: string) => calendar.ask(wp(`media?search=lists&${asked}`))

  test.each([
    ['slug=lists-stage', () => [stage]],
    ['slug=lists-stage,lists-hall', () => [hall, stage]],
    ['slug[]=lists-stage', () => [stage]],
    ['slug[]=lists-stage&slug[]=Lists-Foyer&slug[]=nothing', () => [foyer, stage]],
    ['slug=lists', () => []],
    ['slug=lists-stage.png', () => []],
    ['slug=lists-%25,lists_stage', () => []],
    ['media_type=image', () => [foyer, hall, stage]],
    ['media_type=video', () => []],
    ['media_type[]=video&media_type[]=image', () => [foyer, hall, stage]],
    ['mime_type=image/jpeg', () => [hall]],
    ['mime_type=IMAGE/PNG', () => [foyer, stage]],
    ['mime_type=image/jpeg,image/png', () => [foyer, hall, stage]],
    ['mime_type=application/pdf', () => []],
    ['mime_type=image/png&slug=lists-hall', () => []],
  ])('asked for %s has those alone', async (asked, expected) => {
    const answer = await listed(asked)
    expect(answer.status).toBe(200)
    expect(idsIn(answer)).toEqual(expected().map(({ id }) => id))
    expect(answer.headers['x-wp-total']).toBe(String(expected().length))
  })

  test('asked for authors has their images alone', async () => {
    const { author, editor, subscriber } = calendar.ids
    expect(idsIn(await listed(`author=${author}`))).toEqual([stage.id])
    expect(idsIn(await listed(`author=${author},${editor}`))).toEqual([foyer.id, hall.id, stage.id])
    expect(idsIn(await listed(`author[]=${subscriber}`))).toEqual([])
    expect(idsIn(await listed('author=987654'))).toEqual([])
  })

  test('says what is wrong with what it is asked for', async () => {
    const asked = 'slug[]=&media_type=pictures&mime_type=,&author=me'
    const refused = await listed(asked)
    expect(refused).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } })
    expect(Object.keys(refused.body.data.params)).toEqual(['slug', 'author', 'mime_type', 'media_type'])
    expect(refused.body.data.params.media_type).toContain('image, video, audio, text, application')
    expect(await listed('slug=a%00b')).toMatchObject({ status: 400 })
  })

  test('leads on with everything that it was asked for', async () => {
    const asked =
      'slug=lists-stage,lists-hall&author=1,2,3,4,5&mime_type=image/png,image/jpeg&media_type=image'
    const first = await listed(`${asked}&per_page=1`)
    expect(idsIn(first)).toEqual([hall.id])
    const next = /<([^>]*)>; rel="next"/.exec(String(first.headers['link']))?.[1] ?? ''
    const { pathname, search, searchParams } = new URL(next)
    expect(Object.fromEntries(searchParams)).toEqual({
      per_page: '1',
      search: 'lists',
      slug: 'lists-stage,lists-hall',
      author: '1,2,3,4,5',
      mime_type: 'image/png,image/jpeg',
      media_type: 'image',
      page: '2',
    })
    expect(idsIn(await calendar.ask({ path: pathname + search, absolute: true }))).toEqual([stage.id])
  })

  test('refuses a page past its end, but for that of an empty list', async () => {
    expect(await listed('per_page=2&page=2')).toMatchObject({ status: 200, body: [{ id: stage.id }] })
    expect(await listed('per_page=2&page=3')).toMatchObject({
      status: 400,
      body: { code: 'rest_post_invalid_page_number', message: expect.stringContaining('page 3') },
    })
    expect(await listed('slug=nothing&page=3')).toMatchObject({ status: 200, body: [] })
  })

  test('of the service itself filters likewise, and keeps its own refusal of such a page', async () => {
    const query = {
      search: 'lists',
      slug: 'lists-stage,lists-hall',
      mime_type: 'image/jpeg',
      author: calendar.ids.editor,
    }
    const { media, total } = await calendar.read('media', query)
    expect([media[0].id, total]).toEqual([hall.id, 1])
    expect(await calendar.ask({ path: 'media', query: { ...query, page: 2 } })).toMatchObject({
      status: 404,
      body: { code: 'media-archive-page-not-found' },
    })
  })
})

describe('the removal of an image', () => {
  let image: Answered['body']
  beforeEach(async () => {
    image = await upload('goes.png')
  })

  const remove = (as: Role | undefined, query = '?force=true', headers = {}) =>
    calendar.ask({ ...wp(`media/${image.id}${query}`), method: 'DELETE', ...(as && { as }), headers })
  const file = async () => calendar.ask({ path: new URL(image.source_url).pathname, absolute: true })

  test('is for good, and answers the image as it last was; whatever featured it goes on without', async () => {
    const times = { start_date: '2031-03-10 10:00', end_date: '2031-03-10 12:00' }
    const event = await calendar.create('events', { title: 'Loses it', ...times, image: image.id })
    const venue = await calendar.create('venues', { venue: 'Loses it', image: image.id })
    const organizer = await calendar.create('organizers', { organizer: 'Loses it', image: image.id })
    const before = await calendar.ask({ path: `events/${event.id}` })
    expect(before.body.image.id).toBe(image.id)
    expect((await file()).status).toBe(200)

    expect(await remove('author')).toMatchObject({ status: 200, body: { deleted: true, previous: image } })

    const after = await calendar.ask({ path: `events/${event.id}` })
    expect(after.body.image).toBe(false)
    expect(after.headers['etag']).not.toBe(before.headers['etag'])
    expect(await calendar.read(`venues/${venue.id}`)).not.toHaveProperty('image')
    expect(await calendar.read(`organizers/${organizer.id}`)).not.toHaveProperty('image')
    expect((await calendar.ask(wp(`tribe_events/${event.id}`))).body.featured_media).toBe(0)
    expect((await file()).status).toBe(404)
    expect((await calendar.ask(wp(`media?include=${image.id}`))).body).toEqual([])
    expect(await remove('author')).toMatchObject({ status: 404, body: { code: 'rest_post_invalid_id' } })
  })

  test.each(['', '?force=false', '?force=0'])('is refused where it is not for good: %o', async (query) => {
    expect(await remove('author', query)).toMatchObject({
      status: 501,
      body: { code: 'rest_trash_not_supported' },
    })
    expect((await calendar.ask(wp(`media/${image.id}`))).body).toEqual(image)
    expect((await file()).status).toBe(200)
  })

  test('is for its author and for editors, and held against If-Match', async () => {
    const another = await upload('of-an-editor.png', { as: 'editor' })
    const foreign = { ...wp(`media/${another.id}?force=true`), method: 'DELETE' } as const
    expect(await calendar.ask({ ...foreign, as: 'author' })).toMatchObject({ status: 403 })
    for (const as of ['contributor', 'subscriber'] as const)
      expect(await remove(as)).toMatchObject({ status: 403, body: { code: 'rest_forbidden' } })
    expect(await remove(undefined)).toMatchObject({ status: 401, body: { code: 'rest_forbidden' } })
    expect(await remove('editor', '?force=maybe')).toMatchObject({ status: 400 })
    expect(await remove('editor', '?force=true', { 'if-match': '"another"' })).toMatchObject({ status: 412 })
    expect((await calendar.ask(wp(`media/${image.id}`))).body).toEqual(image)
    expect(await remove('editor')).toMatchObject({ status: 200 })
  })
})
