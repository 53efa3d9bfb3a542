import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** As the block editor of the original saves two paragraphs. */
const blocks = [
  '<!-- wp:paragraph {"align":"left"} -->\n<p>Doors at "eight".\nSharp.</p>\n<!-- /wp:paragraph -->',
  '<!-- wp:paragraph -->\n<p>Bring <b>chairs</b>.</p>\n<!-- /wp:paragraph -->',
].join('\n\n')
const shown = '<p>Doors at &#8220;eight&#8221;.\nSharp.</p>\n\n\n\n<p>Bring <b>chairs</b>.</p>'

const required = {
  events: { title: 'Blocks', start_date: '2031-05-01 10:00', end_date: '2031-05-01 24:00' },
  venues: { venue: 'Blocks' },
  organizers: { organizer: 'Blocks' },
}

describe.each(['events', 'venues', 'organizers'] as const)(
  'a description of %s from a block editor',
  (kind) => {
    test('keeps its own paragraphs, without the marks, and can be written back as read', async () => {
      const made = await app.ask({
        as: 'editor',
        method: 'POST',
        path: kind,
        json: { ...required[kind], description: blocks },
      })
      expect(made).toMatchObject({ status: 201, body: { description: shown } })
      const path = `${kind}/${made.body.id}`
      const back = await app.ask({ as: 'editor', method: 'PUT', path, json: { description: shown } })
      expect(back).toMatchObject({ status: 200, body: { description: shown } })
      const [stored] = await app.db.read
        .selectFrom(kind)
        .select('description')
        .where('id', '=', made.body.id)
        .execute()
      expect(stored?.description).toBe(blocks)
    })
  },
)

test('24:00 is the midnight that the day ends with', async () => {
  const { body } = await app.ask({ as: 'editor', method: 'POST', path: 'events', json: required.events })
  expect(body).toMatchObject({ start_date: '2031-05-01 10:00:00', end_date: '2031-05-02 00:00:00' })
})

test('marks of blocks are none in titles and excerpts', async () => {
  const { body } = await app.ask({
    as: 'editor',
    method: 'POST',
    path: 'events',
    json: { ...required.events, title: '<!-- wp:a -->T', excerpt: '<!-- wp:a -->x\ny<!-- /wp:a -->' },
  })
  expect(body).toMatchObject({ title: 'T', excerpt: '<p>x<br />\ny</p>' })
})
