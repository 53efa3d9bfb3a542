import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import type { Role } from '../../src/storage/schema/tables.ts'
import { createTestApp } from '../support/app.ts'
import { picture, uploadTo } from './upload.ts'

const times = { start_date: '2031-03-10 10:00', end_date: '2031-03-10 12:00' }

const calendar = await createTestApp()
afterAll(() => calendar.close())

const upload = (bytes: Buffer, name = 'picture.png', as: Role = 'author') =>
  uploadTo(calendar, bytes, { name, as })

function multipart(parts: Record<string, string | Buffer>) {
  const boundary = 'a-boundary-of-our-own'
  const chunks = Object.entries(parts).flatMap(([name, value]) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${Buffer.isBuffer(value) ? '; filename="Ünï côde.png"\r\nContent-Type: image/png' : ''}\r\n\r\n`,
    ),
    Buffer.isBuffer(value) ? value : Buffer.from(value),
    Buffer.from('\r\n'),
  ])
  return {
    raw: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

const file = (url: string) => calendar.app.server.inject({ url: new URL(url).pathname })

describe('an upload', () => {
  test('as a body with a name is stored with the recorded sizes, which are served', async () => {
    const { status, body, headers } = await upload(picture, 'Big Picture.png')
    expect(status).toBe(201)
    expect(headers['location']).toMatch(/\/media\/\d+$/)
    expect(body).toMatchObject({
      title: 'Big Picture',
      extension: 'png',
      width: 1200,
      height: 800,
      mime_type: 'image/png',
    })
    expect(
      Object.entries(body.sizes).map(([name, size]) => [
        name,
        (size as { width: number }).width,
        (size as { height: number }).height,
      ]),
    ).toEqual([
      ['medium', 300, 200],
      ['large', 1024, 683],
      ['thumbnail', 150, 150],
      ['medium_large', 768, 512],
    ])
    const served = await file(body.sizes.medium.url)
    expect(served.statusCode).toBe(200)
    expect(served.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
    expect(await sharp(served.rawPayload).metadata()).toMatchObject({ width: 300, height: 200 })
  })

  test('as the file of a form takes its texts from the fields beside it', async () => {
    const form = multipart({
      title: 'A <b>title</b>',
      alt_text: 'What it shows',
      caption: 'Two\n\nparagraphs',
      credit: 'Me',
      file: picture,
    })
    const { status, body } = await calendar.ask({ as: 'author', method: 'POST', path: 'media', ...form })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      title: 'A title',
      alt_text: 'What it shows',
      caption: '<p>Two</p>\n<p>paragraphs</p>',
      credit: 'Me',
    })
  })

  test('at wp/v2/media is answered as writers of the original expect', async () => {
    const { status, body } = await calendar.ask({
      as: 'author',
      method: 'POST',
      path: '/wp/v2/media',
      absolute: true,
      ...multipart({ file: picture }),
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      media_type: 'image',
      mime_type: 'image/png',
      alt_text: '',
      title: { rendered: 'Ünï côde' },
      media_details: { width: 1200, height: 800 },
    })
    expect(Object.keys(body.media_details.sizes)).toEqual([
      'medium',
      'large',
      'thumbnail',
      'medium_large',
      'full',
    ])
    const read = await calendar.ask({ path: `/wp/v2/media/${body.id}`, absolute: true })
    expect(read).toMatchObject({ status: 200, body: { id: body.id, source_url: body.source_url } })
    const said = { method: 'POST', path: `/wp/v2/media/${body.id}`, absolute: true } as const
    const json = { alt_text: 'What it shows', post: 1 }
    expect(await calendar.ask({ ...said, as: 'contributor', json })).toMatchObject({ status: 403 })
    expect(await calendar.ask({ ...said, as: 'author', json })).toMatchObject({
      status: 200,
      headers: { allow: 'GET, POST, PUT, PATCH, DELETE' },
      body: { id: body.id, alt_text: 'What it shows', title: { rendered: 'Ünï côde' } },
    })
  })

  test.each([
    ['application/octet-stream', 'attachment'],
    [undefined, 'attachment'],
    // What PHP and curl say of a body that they are not told the type of.
    ['application/x-www-form-urlencoded', 'form-data'],
    ['text/plain', 'inline'],
  ])('of type %s is the file that Content-Disposition names', async (type, disposition) => {
    const headers = {
      'content-disposition': `${disposition}; filename="untyped.png"`,
      ...(type === undefined ? {} : { 'content-type': type }),
    }
    const { status, body } = await calendar.ask({
      as: 'author',
      method: 'POST',
      path: 'media',
      raw: picture,
      headers,
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({ title: 'untyped', mime_type: 'image/png' })
  })

  test('has nothing of the folders that its file was in', async () => {
    const { status, body } = await upload(picture, '../../etc/at home.png')
    expect(status).toBe(201)
    expect(body.title).toBe('at home')
    expect(body.url).toMatch(/\/media\/\d{4}\/\d\d\/at-home[-\d]*\.png$/)
  })

  test('is called as its file is, whose name comes as UTF-8', async () => {
    const name = Buffer.from('Café Konzert.png').toString('latin1')
    const { status, body } = await upload(picture, name)
    expect(status).toBe(201)
    expect(body.title).toBe('Café Konzert')
    expect(body.url).toMatch(/\/cafe-konzert[-\d]*\.png$/)
  })

  test('has a title of one plain line, whatever its file is called', async () => {
    const headers = {
      'content-type': 'image/png',
      'content-disposition': `attachment; filename*=utf-8''a%00b%0a%3Cb%3Ec%3C%3Ed${'e'.repeat(2_000)}.png`,
    }
    const { status, body } = await calendar.ask({
      as: 'author',
      method: 'POST',
      path: 'media',
      raw: picture,
      headers,
    })
    expect(status).toBe(201)
    expect(body.title).toMatch(/^ab c&lt;>de{200,260}$/)
  })

  test('that breaks off anywhere is refused, to strangers as well, and nothing else happens', async () => {
    const { raw, headers } = multipart({ title: 'Half', file: Buffer.from('half of a picture') })
    for (let length = 0; length < raw.length - '--\r\n'.length; length += 1) {
      for (const as of ['author', undefined] as const) {
        const asked = { method: 'POST', path: 'media', raw: raw.subarray(0, length), headers } as const
        const { status } = await calendar.ask({ ...asked, ...(as && { as }) })
        expect([400, 401], `of ${length} bytes`).toContain(status)
      }
    }
    // A file that ended early was an error that nobody heard, some moments later.
    await new Promise((resolve) => setImmediate(resolve))
    expect((await calendar.read('media', { search: 'Half' })).total).toBe(0)
  })

  test('tells nothing of where and with what a photo was taken', async () => {
    const photo = await sharp(picture)
      .jpeg()
      .withExif({ IFD0: { Make: 'A camera' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
      .toBuffer()
    const { body } = await upload(photo, 'photo.jpg')
    const urls = [body.url, ...Object.values<{ url: string }>(body.sizes).map(({ url }) => url)]
    for (const url of urls) {
      const { rawPayload } = await file(url)
      expect((await sharp(rawPayload).metadata()).exif).toBeUndefined()
    }
  })

  test.each([
    ['nothing', { headers: {} }, 400, 'rest_upload_no_data'],
    [
      'a file without a type or a name',
      { raw: picture, headers: { 'content-type': 'application/octet-stream' } },
      400,
      'rest_upload_no_data',
    ],
    [
      'a form with an image in it, without the name of a file',
      { raw: picture, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      400,
      'rest_upload_no_data',
    ],
    [
      'a form called a file',
      {
        raw: 'title=A+title',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'content-disposition': 'attachment; filename="a.png"',
        },
      },
      400,
      'rest_invalid_param',
    ],
    ['an empty body', { raw: '', headers: { 'content-type': 'image/png' } }, 400, 'rest_upload_no_data'],
    [
      'what is no image',
      { raw: 'no image', headers: { 'content-type': 'image/png' } },
      400,
      'rest_invalid_param',
    ],
    [
      'SVG',
      { raw: '<svg xmlns="http://www.w3.org/2000/svg"/>', headers: { 'content-type': 'image/svg+xml' } },
      400,
      'rest_invalid_param',
    ],
    [
      'half an image',
      { raw: picture.subarray(0, 5000), headers: { 'content-type': 'image/png' } },
      400,
      'rest_invalid_param',
    ],
    [
      'more than the limit',
      { raw: Buffer.alloc(21 * 1024 ** 2), headers: { 'content-type': 'image/png' } },
      413,
      'rest_request_too_large',
    ],
  ])('of %s is refused, and nothing is kept', async (_what, sent, status, code) => {
    const before = await calendar.ask({ path: 'media' })
    const refused = await calendar.ask({ as: 'author', method: 'POST', path: 'media', ...sent })
    expect(refused).toMatchObject({ status, body: { code } })
    expect((await calendar.ask({ path: 'media' })).body.total).toBe(before.body.total)
  })

  test('takes the right to upload', async () => {
    expect(await upload(picture, 'x.png', 'contributor')).toMatchObject({
      status: 403,
      body: { code: 'rest_forbidden' },
    })
  })
})

describe('a stored image', () => {
  test('is found by its texts, and they change one by one', async () => {
    const { body: image } = await upload(picture, 'needle-in-the-hay.png')
    const changed = await calendar.ask({
      as: 'author',
      method: 'PATCH',
      path: `media/${image.id}`,
      json: { alt_text: 'A quokka' },
    })
    expect(changed.body).toMatchObject({ title: image.title, alt_text: 'A quokka' })
    for (const search of ['needle', 'QUOKKA']) {
      expect(
        (await calendar.ask({ path: 'media', query: { search } })).body.media.map(
          ({ id }: { id: number }) => id,
        ),
      ).toContain(image.id)
    }
  })

  test('goes for good: from what features it, and its files with it', async () => {
    const { body: image } = await upload(picture)
    const { body: event } = await calendar.ask({
      as: 'author',
      method: 'POST',
      path: 'events',
      json: { title: 'Loses it', ...times, image: image.id },
    })
    expect((await calendar.ask({ as: 'author', method: 'DELETE', path: `media/${image.id}` })).status).toBe(
      200,
    )
    expect((await calendar.ask({ path: `events/${event.id}` })).body.image).toBe(false)
    expect((await calendar.ask({ path: `media/${image.id}` })).status).toBe(400)
    for (const url of [image.url, image.sizes.medium.url]) expect((await file(url)).statusCode).toBe(404)
  })

  test('is changed and removed by its author and by editors only', async () => {
    const { body: image } = await upload(picture, 'mine.png', 'editor')
    for (const method of ['PATCH', 'DELETE'] as const) {
      expect((await calendar.ask({ as: 'author', method, path: `media/${image.id}`, json: {} })).status).toBe(
        403,
      )
    }
    expect((await calendar.ask({ as: 'editor', method: 'DELETE', path: `media/${image.id}` })).status).toBe(
      200,
    )
  })

  test('has a name of its own, whatever others are called', async () => {
    const uploads = await Promise.all(Array.from({ length: 8 }, () => upload(picture, 'same.png')))
    expect(new Set(uploads.map(({ body }) => body.url)).size).toBe(8)
  })
})

test('a sweep removes what no record knows and leaves every other file', async () => {
  const { body: image } = await upload(picture, 'stays.png')
  const digest = createHash('sha256')
    .update((await file(image.url)).rawPayload)
    .digest('hex')
  calendar.setNow(Temporal.Now.instant().add({ hours: 3 }))
  const swept = await calendar.app.sweepFiles()
  calendar.setNow(undefined)
  expect(swept).toMatchObject({ removed: 0, partial: 0 })
  expect(
    createHash('sha256')
      .update((await file(image.url)).rawPayload)
      .digest('hex'),
  ).toBe(digest)
})
