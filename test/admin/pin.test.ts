import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { faultsOf } from '../web/axe.ts'
import { createReader, type Reader } from '../web/reader.ts'
import { type Desk, now, sitDown } from './desk.ts'

let app: TestApp
let reader: Reader
let desk: Desk

/** The smallest picture there is. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

beforeAll(async () => {
  app = await createTestApp({
    MAP_TILES: 'https://tiles.example/{z}/{x}/{y}.png',
    MAP_ATTRIBUTION: '© <b>Mappers</b>',
  })
  app.setNow(now)
  reader = await createReader(app)
  desk = await sitDown(reader, app, 'editor')
  await desk.page.route('https://tiles.example/**', (route) =>
    route.fulfill({ contentType: 'image/png', body: dot }),
  )
})
afterAll(async () => {
  await desk.close()
  await reader.close()
  await app.close()
})

test('a place is put on the map by a press, and by keys; what is typed moves the pin', async () => {
  const { page, errors } = desk
  const { id } = await app.create('venues', { venue: 'Hall', geo_lat: 52.5, geo_lng: 13.4 })
  await page.goto(`/admin/venues/${id}`)
  const map = page.getByRole('group', { name: 'Map' })
  const pin = map.getByTitle('Where it is')
  await pin.waitFor()
  await page.getByText('© <b>Mappers</b>').waitFor()
  await map.locator('img').first().waitFor({ state: 'attached' })
  expect(await faultsOf(page)).toEqual([])
  const [latitude, longitude] = [page.getByLabel('Latitude'), page.getByLabel('Longitude')]
  // The pin is in the middle: to the right of it is east, above it is north.
  const box = await map.boundingBox()
  if (!box) throw new Error('There is no map.')
  await map.click({ position: { x: box.width / 2 + 100, y: box.height / 2 - 50 } })
  await expect.poll(async () => Number(await longitude.inputValue())).toBeGreaterThan(13.4)
  expect(Number(await latitude.inputValue())).toBeGreaterThan(52.5)
  // With keys it moves by five metres, and is told with where it is; the map stays.
  const before = Number(await latitude.inputValue())
  const movable = map.getByRole('button', { name: /^Where it is: 52\.5\d{4}, 13\.4/ })
  await movable.focus()
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowLeft']) await page.keyboard.press(key)
  await expect.poll(async () => Number(await latitude.inputValue()) - before).toBeCloseTo(10 / 111_320, 5)
  expect(await movable.evaluate('document.activeElement.className')).toContain('pin-here')
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('“Hall” is saved.').waitFor()
  const { geo_lat: lat, geo_lng: lng } = await app.read(`venues/${id}`)
  expect([lat, lng].map((each) => each.toFixed(6))).toEqual([
    await latitude.inputValue().then((typed) => Number(typed).toFixed(6)),
    await longitude.inputValue().then((typed) => Number(typed).toFixed(6)),
  ])

  // A new one begins where the others are, and the pin is put by a button as well.
  await page.goto('/admin/venues/new')
  await map.locator('img[src*="/14/"]').first().waitFor({ state: 'attached' })
  expect(await pin.count()).toBe(0)
  await page.getByRole('button', { name: 'Pin in the middle' }).press('Enter')
  await expect.poll(() => latitude.inputValue()).toMatch(/^52\.5\d{5}$/)
  await pin.waitFor()
  await latitude.fill('')
  await pin.waitFor({ state: 'detached' })
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await faultsOf(page)).toEqual([])
  expect(errors).toEqual([])
})
