import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '../../src/db/tables.ts'
import { type Answered, createTestApp, type TestApp } from '../support/app.ts'

/** What clients of the original expect of images at `wp/v2/media`, beyond uploading them. */
let calendar: TestApp
let png: Buffer

beforeAll(async () => {
  calendar = await createTestApp()
  png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#0a7' } })
    .png()
    .toBuffer()
})
afterAll(() => calendar.close())

const wp = (path: string) => ({ path: `/wp/v2/${path}`, absolute: true }) as const

async function upload(name: string, { as = 'author' as Role, bytes = png } = {}): Promise<Answered['body']> {
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

describe('the record of an image', () => {
  test('has the members of the original, in its order', async () => {
    const image = await upload('Town hall.png')
    expect(Object.keys(image)).toEqual(
      'id date date_gmt guid modified modified_gmt slug status type link title author meta description caption alt_text media_type mime_type media_details post source_url'.split(
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
