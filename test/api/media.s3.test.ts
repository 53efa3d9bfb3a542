import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createS3Store } from '../../src/storage/files/s3.ts'
import type { FileStore } from '../../src/storage/files/store.ts'
import { type S3Server, startS3Server } from '../files/s3Server.ts'
import { type Answered, createTestApp, type TestApp } from '../support/app.ts'

const prefix = 'kalends/media'
const times = { start_date: '2031-03-10 10:00', end_date: '2031-03-10 12:00' }

let server: S3Server
let calendar: TestApp
/** The bucket as it is, beside the app. */
let bucket: FileStore

beforeAll(async () => {
  server = await startS3Server()
  const { credentials, region, endpoint = '', bucket: name } = server.settings
  vi.stubEnv('AWS_ACCESS_KEY_ID', credentials?.accessKeyId)
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', credentials?.secretAccessKey)
  const reached = new URLSearchParams({ region, endpoint, path_style: 'true' })
  calendar = await createTestApp({
    MEDIA_STORE: `s3://${name}/${prefix}?${reached.toString()}`,
    IMAGE_FETCH: 'false',
  })
  bucket = createS3Store({ ...server.settings, prefix })
})

afterAll(async () => {
  await calendar.close()
  await server.close()
  vi.unstubAllEnvs()
})

const draw = async (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c03020' } })
    .png()
    .toBuffer()

async function upload(bytes: Buffer, name: string): Promise<Answered> {
  const headers = { 'content-type': 'image/png', 'content-disposition': `attachment; filename="${name}"` }
  return calendar.ask({ as: 'author', method: 'POST', path: 'media', raw: bytes, headers })
}

const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  calendar.app.server.inject({ url: new URL(url).pathname, headers, method })

const urlsOf = ({ url, sizes = {} }: { url: string; sizes?: Record<string, { url: string }> }) => [
  url,
  ...Object.values(sizes).map((size) => size.url),
]

async function keysInBucket(): Promise<string[]> {
  return (await Array.fromAsync(bucket.list(''))).map(({ key }) => key).toSorted()
}

const keyOf = (url: string) => new URL(url).pathname.replace('/media/', '')

describe('with MEDIA_STORE=s3://…', () => {
  test('an upload is in the bucket with its sizes, and is served from there', async () => {
    const { status, body } = await upload(await draw(2600, 1300), 'Big Picture.png')
    expect(status).toBe(201)
    expect(body).toMatchObject({ width: 2560, height: 1280, original_image: 'big-picture.png' })
    const original = body.url.replace('-scaled', '')
    expect(await keysInBucket()).toEqual([...urlsOf(body), original].map(keyOf).toSorted())

    for (const { url, width, height, filesize } of [body, ...Object.values<typeof body>(body.sizes)]) {
      const served = await get(url)
      expect(served.statusCode).toBe(200)
      expect(served.headers).toMatchObject({
        'content-type': 'image/png',
        'content-length': String(filesize),
        'x-content-type-options': 'nosniff',
        'cache-control': expect.stringContaining('immutable'),
      })
      expect(await sharp(served.rawPayload).metadata()).toMatchObject({ width, height })
    }
  })

  test('a file is served in part, and not again to whom has it', async () => {
    const { body } = await upload(await draw(640, 400), 'in-part.png')
    const whole = await get(body.url)
    const part = await get(body.url, { range: 'bytes=10-19' })
    expect(part.statusCode).toBe(206)
    expect(part.headers['content-range']).toBe(`bytes 10-19/${body.filesize}`)
    expect(part.rawPayload).toEqual(whole.rawPayload.subarray(10, 20))
    const first = await get(body.url, { range: 'bytes=0-0' })
    expect(first.rawPayload).toEqual(whole.rawPayload.subarray(0, 1))
    expect(await get(body.url, { range: `bytes=${body.filesize}-` })).toMatchObject({ statusCode: 416 })
    const etag = String(whole.headers['etag'])
    expect(await get(body.url, { 'if-none-match': etag })).toMatchObject({ statusCode: 304, payload: '' })
    const head = await get(body.url, {}, 'HEAD')
    expect(head).toMatchObject({ statusCode: 200, payload: '' })
    expect(head.headers).toMatchObject({ etag, 'content-length': String(body.filesize) })
    expect((await get(body.url.replace('in-part', 'never-there'))).statusCode).toBe(404)
  })

  test('an image is featured by its id, and by the address of each of its sizes', async () => {
    const { body: image } = await upload(await draw(2700, 900), 'featured.png')
    const addresses = [...urlsOf(image), image.url.replace('-scaled', '')]
    expect(addresses).toHaveLength(8)
    for (const choice of [image.id, ...addresses]) {
      const json = { title: 'Shown', ...times, image: choice }
      const { status, body } = await calendar.ask({ as: 'author', method: 'POST', path: 'events', json })
      expect({ status, image: body.image?.id, choice }).toEqual({ status: 201, image: image.id, choice })
    }
  })

  test('a removed image is gone from what features it and from the bucket', async () => {
    const before = await keysInBucket()
    const { body: image } = await upload(await draw(2700, 900), 'gone.png')
    const json = { title: 'Loses it', ...times, image: image.id }
    const { body: event } = await calendar.ask({ as: 'author', method: 'POST', path: 'events', json })
    const removed = await calendar.ask({ as: 'author', method: 'DELETE', path: `media/${image.id}` })
    expect(removed.status).toBe(200)
    expect((await calendar.ask({ path: `events/${event.id}` })).body.image).toBe(false)
    for (const url of urlsOf(image)) expect((await get(url)).statusCode).toBe(404)
    expect(await keysInBucket()).toEqual(before)
  })

  test('uploads of one name at once all have names of their own', async () => {
    const bytes = await draw(320, 200)
    const uploads = await Promise.all(Array.from({ length: 6 }, () => upload(bytes, 'same.png')))
    expect(new Set(uploads.map(({ body }) => body.url)).size).toBe(6)
    for (const { body } of uploads) {
      for (const url of urlsOf(body)) expect((await get(url)).statusCode).toBe(200)
    }
  })

  test('a sweep removes what no record knows, once it is old enough, and leaves the rest', async () => {
    const before = await keysInBucket()
    const orphans = ['2031/01/orphan.png', '2031/01/orphan-300x200.png']
    for (const key of orphans) await bucket.put(key, await draw(10, 10), 'image/png')
    expect(await calendar.app.sweepFiles()).toMatchObject({ removed: 0 })
    calendar.setNow(Temporal.Now.instant().add({ hours: 3 }))
    expect(await calendar.app.sweepFiles()).toMatchObject({ removed: 2, files: before.length + 2 })
    calendar.setNow(undefined)
    expect(await keysInBucket()).toEqual(before)
  })

  // The last: the service does not come back.
  test('while the service is away nothing is kept, and what is there says so', async () => {
    const { body: list } = await calendar.ask({ path: 'media' })
    await server.close()
    const { status, body, headers } = await upload(await draw(320, 200), 'lost.png')
    expect([status, body.code, headers['retry-after']]).toEqual([503, 'rest_storage_away', '2'])
    expect((await calendar.ask({ path: 'media' })).body.total).toBe(list.total)
    const picture = await get(list.media[0].url)
    expect(picture.statusCode).toBe(503)
    expect(picture.headers['cache-control']).toContain('no-store')
    // The record is gone, and its files are swept some day: nothing is told to be as it was.
    const removal = { as: 'administrator', method: 'DELETE', path: `media/${list.media[0].id}` } as const
    expect((await calendar.ask(removal)).body.code).toBe('rest_outcome_unknown')
    expect((await calendar.ask({ path: 'media' })).body.total).toBe(list.total - 1)
  })
})
