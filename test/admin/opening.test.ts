import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { createReader, type Reader } from '../web/reader.ts'
import { now, sitDown } from './desk.ts'

let app: TestApp
let reader: Reader
beforeAll(async () => {
  app = await createTestApp()
  app.setNow(now)
  reader = await createReader(app)
})
afterAll(async () => {
  await reader.close()
  await app.close()
})

test('an editor opens the list, writes an event that saves itself, and its policy forbids nothing of it', async () => {
  const desk = await sitDown(reader, app, 'editor')
  const { page, errors } = desk
  await page.goto('/admin/events')
  await page.getByText('Nothing is planned yet.').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'New event' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Lantern walk')
  await page.getByRole('textbox', { name: 'Text' }).fill('Bring a lantern')
  await expect
    .poll(() => app.read('events', { status: 'draft', starts_after: '2031-01-01' }, 'editor'))
    .toMatchObject({
      events: [{ title: 'Lantern walk', status: 'draft', description: '<p>Bring a lantern</p>' }],
    })
  expect(errors).toEqual([])
  await desk.close()
})
