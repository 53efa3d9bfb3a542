import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { crowd, days } from './crowd.ts'
import { createHost, type Host } from './host.ts'
import { createReader, type Reader } from './reader.ts'

/** More in all than a widget asks for at once, and one day with more than a page of a list. */
const fullest = '2031-06-28'
const perDay = (day: string) => (day === fullest ? 70 : 20)

let app: TestApp
let reader: Reader
let host: Host
beforeAll(async () => {
  app = await createTestApp({ SITE_TIMEZONE: 'Europe/Berlin' })
  app.setNow(Temporal.Instant.from('2031-06-10T10:00:00Z'))
  await crowd(app, perDay)
  reader = await createReader(app)
  host = await createHost(reader.origin)
})
afterAll(async () => {
  await reader.close()
  await host.close()
  await app.close()
})

test('a month with too many events has some on each day, and a day with more than it shows leads to all of them', async () => {
  const context = await reader.open({ locale: 'en-GB', viewport: { width: 900, height: 800 } })
  const page = await context.newPage()
  await page.clock.setFixedTime(Date.parse('2031-06-10T10:00:00Z'))
  const widget = `<kalends-calendar src="${reader.origin}/" view="month"></kalends-calendar>`
  await page.goto(host.page(`<script async src="${reader.origin}/widget.js"></script>${widget}`))
  const cell = (day: string) => page.locator(`kalends-calendar [data-day="${day}"]`)
  for (const day of days)
    await expect
      .poll(() => cell(day).textContent())
      .toMatch(new RegExp(`${perDay(day)} events.*${perDay(day) - 3} more`))
  expect(await page.locator('kalends-calendar [role=status]').textContent()).toContain(
    String(days.reduce((sum, day) => sum + perDay(day), 0)),
  )
  await cell(fullest).click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.locator('.title').count()).toBe(50)
  const rest = dialog.getByRole('link', { name: '20 more' })
  expect(await rest.getAttribute('href')).toBe(`${reader.origin}/day/${fullest}`)
  await page.keyboard.press('Escape')
  await cell('2031-06-27').click()
  expect(await page.getByRole('dialog').getByRole('link', { name: 'more' }).count()).toBe(0)
  await context.close()
})
