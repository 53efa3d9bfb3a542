import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { createReader, type Reader } from '../web/reader.ts'
import { type Desk, now, sitDown } from './desk.ts'

let app: TestApp
let reader: Reader
const desks: Desk[] = []

beforeAll(async () => {
  app = await createTestApp({ SITE_NAME: 'Exampleton', SITE_TIMEZONE: 'Europe/Berlin' })
  app.setNow(now)
  const family = await app.create('categories', { name: 'Family' })
  await app.create('categories', { name: 'Puppets', parent: family.id })
  await app.create('venues', { venue: 'Town Hall', address: '1 Square', city: 'Exampleton' })
  reader = await createReader(app)
})
afterAll(async () => {
  await reader.close()
  await app.close()
})
afterEach(async () => {
  for (const desk of desks.splice(0)) {
    expect(desk.errors).toEqual([])
    await desk.close()
  }
})

const sit = async (...[role, options]: [Parameters<typeof sitDown>[2], Parameters<typeof sitDown>[3]?]) => {
  const desk = await sitDown(reader, app, role, options)
  desks.push(desk)
  return desk.page
}

const read = (path: string) => app.read(path, {}, 'administrator')

test('a librarian publishes a story hour that repeats, with a picture and a new place, by the keyboard', async () => {
  const page = await sit('editor')
  await page.goto('/admin/')
  await page.getByRole('heading', { name: 'Events' }).waitFor()
  await page.keyboard.press('n')
  const title = page.getByRole('textbox', { name: 'Title' })
  await page.locator('textarea#e-title:focus').waitFor()
  await page.keyboard.type('Tuesday Story Hour')
  await page.getByLabel('Starts', { exact: true }).fill('2031-03-18')
  await page.getByLabel('Starts at').fill('10:30')
  await page.getByLabel('Ends at').fill('11:15')
  await page.getByLabel('How often').selectOption('WEEKLY')
  await page.getByLabel('How it ends').selectOption('until')
  await page.getByLabel('Last day').fill('2031-04-15')
  const dates = page.getByRole('region', { name: 'The dates this makes' })
  await dates.getByText('5 dates').waitFor()
  await dates.getByRole('button', { name: /1 April 2031: leave it out/ }).click()
  await dates.getByText('4 dates').waitFor()
  // A place that is not there yet, made with the event.
  await page.getByLabel('Place', { exact: true }).focus()
  await page.keyboard.type('Reading Room')
  await page.getByRole('option', { name: 'New place' }).waitFor()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.getByLabel('Street and number (optional)').fill('2 College Green')
  await page.keyboard.press('Enter')
  // The text: the second word bold.
  await page.getByRole('textbox', { name: 'Text' }).focus()
  await page.keyboard.type('Bring ')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('somebody')
  await page.keyboard.press('Control+b')
  await page.keyboard.type(' small')
  const buffer = await sharp({ create: { width: 800, height: 450, channels: 3, background: '#a03050' } })
    .png()
    .toBuffer()
  await page
    .getByLabel('choose a file')
    .and(page.locator('input'))
    .setInputFiles({ name: 'flags.png', mimeType: 'image/png', buffer })
  await page.getByLabel('What is to be seen?').fill('Paper flags above a market')
  await page.keyboard.press('Tab')
  await page.getByText('Kept with the picture.').waitFor()
  await page.getByLabel('Free of charge').check()
  await page.getByLabel('Puppets').check()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('It is public now.').waitFor()

  const { events } = await app.read('events', { search: 'Story Hour' })
  expect(events.map((one: { start_date: string }) => one.start_date)).toEqual([
    '2031-03-18 10:30:00',
    '2031-03-25 10:30:00',
    '2031-04-08 10:30:00',
    '2031-04-15 10:30:00',
  ])
  expect(events[0]).toMatchObject({
    end_date: '2031-03-18 11:15:00',
    status: 'publish',
    description: '<p>Bring <strong>somebody</strong> small</p>',
    cost: 'Free',
    venue: { venue: 'Reading Room', address: '2 College Green' },
    categories: [{ name: 'Puppets' }],
    image: { width: 800 },
  })
  expect(await read(`media/${events[0].image.id}`)).toMatchObject({ alt_text: 'Paper flags above a market' })
  // The address is that of the event now: loaded anew, it is the same.
  expect(new URL(page.url()).pathname).toMatch(/^\/admin\/events\/\d+$/)
  await page.reload()
  await expect.poll(() => title.inputValue()).toBe('Tuesday Story Hour')
})
