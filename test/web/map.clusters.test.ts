import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { faultsOf } from './axe.ts'
import { createReader, type Reader } from './reader.ts'

let app: TestApp
let reader: Reader
beforeAll(async () => {
  app = await createTestApp({
    MAP_TILES: 'https://tiles.example/{z}/{x}/{y}.png',
    MAP_ATTRIBUTION: '© Mappers',
  })
  reader = await createReader(app)
  const add = async (title: string, at: { geo_lat: number; geo_lng: number }) => {
    const times = { start_date: 'tomorrow 9am', end_date: 'tomorrow 10am' }
    const { venue } = await app.create('events', {
      title,
      ...times,
      venue: { venue: `Hall of ${title}`, ...at },
    })
    return (venue as { id: number }).id
  }
  // Nine halls in one quarter, of which one has four events; two in one house elsewhere; one by itself.
  let hall = 0
  for (let at = 0; at < 9; at += 1)
    hall = await add(`Quarter ${at}`, { geo_lat: 52.5 + at / 2000, geo_lng: 13.4 + (at % 3) / 1000 })
  for (let at = 0; at < 3; at += 1)
    await app.create('events', {
      title: `More ${at}`,
      start_date: 'tomorrow 1pm',
      end_date: 'tomorrow 2pm',
      venue: hall,
    })
  for (const title of ['Upstairs', 'Downstairs']) await add(title, { geo_lat: 52.6, geo_lng: 13.1 })
  await add('Alone', { geo_lat: 52.35, geo_lng: 13.75 })
})
afterAll(async () => {
  await reader.close()
  await app.close()
})

/** Reads the map; whatever it reports as an error fails the test. */
async function reading(locale: string, read: (page: Page) => Promise<void>): Promise<void> {
  const context = await reader.open({ locale, viewport: { width: 1280, height: 900 } })
  const errors: string[] = []
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  page.on('pageerror', ({ message }) => errors.push(message))
  await page.route('https://tiles.example/**', (route) => route.fulfill({ status: 204 }))
  await page.goto('/map')
  await page.locator('.cluster').first().waitFor()
  await read(page)
  await context.close()
  expect(errors).toEqual([])
}

const names = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))

/** Whether the focus is on the map, or on what is in it. */
const hasFocus = (page: Page) =>
  page.evaluate<boolean>(`document.querySelector('.map-ground').contains(document.activeElement)`)

/** How many of its pins and clusters are where they can be seen. */
const seen = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll(
    (all, box) =>
      all.filter((one) => {
        const { left, top } = one.getBoundingClientRect()
        return left >= box.x && left < box.x + box.width && top >= box.y && top < box.y + box.height
      }).length,
    { x: 0, y: 0, width: 1280, height: 900 },
  )

test('what is close is a button with the number of its events in the language of the reader, and nothing is wrong with it', async () => {
  await reading('en-GB', async (page) => {
    expect(await names(page, '.cluster')).toEqual(['12 events', '2 events'])
    expect(await page.locator('.cluster').allTextContents()).toEqual(['12', '2'])
    expect(await names(page, '.marker')).toEqual([expect.stringMatching(/^\d+: Alone, Hall of Alone$/)])
    expect(await page.getByRole('button', { name: '12 events' }).count()).toBe(1)
    expect(await faultsOf(page)).toEqual([])
  })
  await reading('ar-EG', async (page) => {
    expect(await names(page, '.cluster')).toEqual([
      expect.stringMatching(/^(?:12|١٢) فعالية$/),
      expect.stringMatching(/فعالي/),
    ])
  })
})

test.each(['Enter', ' '])('the key “%s” zooms into it, and the focus stays on the map', async (key) => {
  await reading('en-GB', async (page) => {
    await page.getByRole('button', { name: '12 events' }).focus()
    await page.keyboard.press(key)
    await page.getByRole('button', { name: '12 events' }).waitFor({ state: 'detached' })
    expect(await hasFocus(page)).toBe(true)
    // From there the next key reaches the controls and pins of the map.
    await page.keyboard.press('Tab')
    expect(await hasFocus(page)).toBe(true)
    await expect.poll(() => seen(page, '.cluster, .marker')).toBeGreaterThan(1)
  })
})

test('so does a click, until all are pins, and a pin leads to its event', async () => {
  await reading('en-GB', async (page) => {
    const clicked = await page.getByRole('button', { name: '12 events' }).elementHandle()
    await clicked?.click()
    await clicked?.waitForElementState('hidden')
    expect(await hasFocus(page)).toBe(true)
    for (
      let at = 0;
      at < 10 && (await page.getByRole('button', { name: /Quarter 4/ }).count()) === 0;
      at += 1
    ) {
      const cluster = await page.locator('.cluster').first().elementHandle()
      await cluster?.press('Enter')
      await cluster?.waitForElementState('hidden')
    }
    const pin = page.getByRole('button', { name: /Quarter 4/ })
    await pin.focus()
    await page.keyboard.press('Enter')
    await expect
      .poll(() => page.evaluate<string>('document.activeElement.textContent'))
      .toContain('Quarter 4')
  })
})

test('two halls of one house stand beside one another at the deepest zoom, each within reach', async () => {
  await reading('en-GB', async (page) => {
    await page.getByRole('button', { name: '2 events', exact: true }).click()
    const pins = page.getByRole('button', { name: /Upstairs|Downstairs/ })
    await expect.poll(() => pins.count()).toBe(2)
    const boxes = await pins.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
    expect(Math.abs((boxes[0] ?? 0) - (boxes[1] ?? 0))).toBeGreaterThan(32)
    await pins.last().click()
    await expect.poll(() => page.evaluate<string>('document.activeElement.textContent')).toMatch(/stairs$/)
  })
})
