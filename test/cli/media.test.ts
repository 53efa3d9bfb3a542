import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { appIn, type FolderApp } from './folderApp.ts'
import { kalends, temporaryFolder } from './sandbox.ts'

interface Size {
  readonly url: string
  readonly width: number
  readonly height: number
  readonly filesize: number
}

interface Media extends Size {
  readonly id: number
  readonly sizes?: Readonly<Record<string, Size>>
}

test('the sizes of all images are made anew, while the service runs', async () => {
  const service = await appIn()
  const wide = await upload(service, 'wide.png', await png(1200, 800))
  const huge = await upload(service, 'huge.jpg', await jpeg(2600, 400))
  const small = await upload(service, 'small.png', await png(100, 80))
  const before = await list(service)
  rmSync(fileOf(service, wide.sizes?.['medium']))
  truncate(fileOf(service, wide.sizes?.['thumbnail']))
  rmSync(fileOf(service, huge))
  writeFileSync(fileOf(service, huge.sizes?.['large']), 'no image')
  const untouched = readFileSync(fileOf(service, small))

  const month = new URL(wide.url).pathname.slice('/media/'.length, -'wide.png'.length)
  expect(await kalends(service.folder, ['media', 'regenerate'])).toEqual({
    status: 0,
    stdout: '3\n',
    stderr: `1/3 ${month}wide.png\n2/3 ${month}huge-scaled.jpg\n3/3 ${month}small.png\n`,
  })
  expect(await list(service)).toEqual(before)
  for (const image of before) await expectWhole(service, image)
  expect(readFileSync(fileOf(service, small))).toEqual(untouched)
  expect(service.logged()).toBe('')
})

test('an image that cannot be read is told of and left as it was, and the others are done', async () => {
  const service = await appIn()
  const broken = await upload(service, 'broken.png', await png(600, 400))
  const missing = await upload(service, 'missing.jpg', await jpeg(600, 400))
  const sound = await upload(service, 'sound.png', await png(600, 400))
  const before = await list(service)
  truncate(fileOf(service, broken))
  rmSync(fileOf(service, missing))
  rmSync(fileOf(service, sound.sizes?.['medium']))
  const kept = [broken, missing].map(({ sizes }) => readFileSync(fileOf(service, sizes?.['medium'])))

  const { status, stdout, stderr } = await kalends(service.folder, ['media', 'regenerate'])
  expect({ status, stdout }).toEqual({ status: 1, stdout: '1\n' })
  const [first, second, third, last] = stderr.split('\n')
  expect(first).toMatch(new RegExp(`^1/3 \\S+/broken\\.png: image ${broken.id} \\w.+`))
  expect(second).toMatch(
    new RegExp(`^2/3 \\S+/missing\\.jpg: image ${missing.id} the file \\S+/missing\\.jpg is missing$`),
  )
  expect(third).toMatch(/^3\/3 \S+\/sound\.png$/)
  expect(last).toMatch(/\b2 images could not be read/)
  expect(await list(service)).toEqual(before)
  await expectWhole(service, sound)
  expect([broken, missing].map(({ sizes }) => readFileSync(fileOf(service, sizes?.['medium'])))).toEqual(kept)
})

test('images that come and go meanwhile are whole or gone', async () => {
  const service = await appIn()
  const bytes = await jpeg(1200, 800)
  for (let number = 0; number < 4; number += 1) await upload(service, 'first.jpg', bytes)
  const done = new AbortController()
  const regenerated = kalends(service.folder, ['media', 'regenerate']).finally(() => done.abort())
  const oldest = (await list(service)).toReversed()
  while (!done.signal.aborted) {
    await upload(service, 'later.jpg', bytes)
    const last = oldest.pop()
    if (last) await service.remove(`media/${last.id}`)
  }
  expect(await regenerated).toMatchObject({ status: 0, stdout: expect.stringMatching(/^[1-9]\d*\n$/) })
  const left = await list(service)
  expect(left.length).toBeGreaterThan(0)
  for (const image of left) await expectWhole(service, image)
  expect(service.logged()).toBe('')
})

test('where there are no images there is nothing to do', async () => {
  const folder = temporaryFolder()
  expect(await kalends(folder, ['media', 'regenerate'])).toEqual({ status: 0, stdout: '0\n', stderr: '' })
})

async function upload({ ask }: FolderApp, name: string, raw: Buffer): Promise<Media> {
  const headers = {
    'content-type': name.endsWith('png') ? 'image/png' : 'image/jpeg',
    'content-disposition': `attachment; filename="${name}"`,
  }
  const { status, body } = await ask({ as: 'editor', method: 'POST', path: 'media', headers, raw })
  expect(status).toBe(201)
  return body
}

async function list({ read }: FolderApp): Promise<Media[]> {
  return (await read('media', { per_page: 50 }, 'editor')).media
}

/** Every file of the image is served and is what the record says. */
async function expectWhole({ app }: FolderApp, image: Media): Promise<void> {
  for (const { url, width, height, filesize } of [image, ...Object.values(image.sizes ?? {})]) {
    const answer = await app.server.inject(new URL(url).pathname)
    expect(answer.statusCode, url).toBe(200)
    const bytes = answer.rawPayload
    expect(bytes.length, url).toBe(filesize)
    const { info } = await sharp(bytes, { failOn: 'warning' }).raw().toBuffer({ resolveWithObject: true })
    expect(info, url).toMatchObject({ width, height })
  }
}

function fileOf({ folder }: FolderApp, size: Size | undefined): string {
  return join(folder, new URL(size?.url ?? '').pathname)
}

function truncate(path: string): void {
  const bytes = readFileSync(path)
  writeFileSync(path, bytes.subarray(0, bytes.length / 2))
}

/** A slope: half of its file is no picture, as half a file of one colour may be. */
function slope(width: number, height: number): Sharp {
  const pixels = Buffer.alloc(width * height * 3)
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = (at * 7 + at / width) & 255
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

const png = async (width: number, height: number) => slope(width, height).png().toBuffer()
const jpeg = async (width: number, height: number) => slope(width, height).jpeg().toBuffer()
