import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openOffice } from './desk.ts'

const sit = openOffice({ SITE_NAME: 'Exampleton', SITE_TIMEZONE: 'Europe/Berlin' }, async (app) => {
  const exchange = await app.create('venues', { venue: 'Exchange Square' })
  await app.create('venues', { venue: 'Annex', description: 'Beside Exchange Square' })
  const on = (title: string, day: string, fields: object = {}) =>
    app.create('events', { title, start_date: `${day} 18:00:00`, end_date: `${day} 20:00:00`, ...fields })
  await on('Spring concert', '2031-03-20', { venue: exchange.id })
  await on('Summer concert', '2031-06-20')
  await on('March for trees', '2031-06-21')
})

const titles = (page: Page) =>
  page.locator('table.list p.what a').evaluateAll((links) => links.map(({ textContent }) => textContent))

test('a list is narrowed from one day to another, the wrong way round too, and by the name of a place', async () => {
  const page = await sit('editor')
  await page.goto('/admin/events')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('First day').fill('2031-06-30')
  await page.getByLabel('Last day').fill('2031-06-01')
  await expect.poll(() => titles(page)).toEqual(['Summer concert', 'March for trees'])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /Remove.*1 Jun.*30 Jun/ }).click()
  await expect.poll(async () => (await titles(page)).length).toBe(3)
  await page.getByRole('searchbox', { name: 'Search events' }).fill('exchange')
  await expect.poll(() => titles(page)).toEqual(['Spring concert'])
})

test('what is looked for in a month is found in it, also by the names of it elsewhere', async () => {
  const page = await sit('editor')
  await page.goto('/admin/events')
  await page.getByRole('heading', { name: 'Events' }).waitFor()
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: /^Find an event/ }).fill('concert in march')
  const options = page.locator('li[role=option]')
  await options.filter({ hasText: 'Spring concert' }).waitFor()
  expect(await options.filter({ hasText: 'Summer concert' }).count()).toBe(0)
  await options.filter({ hasText: 'All events with “concert” in March 2031' }).click()
  await expect.poll(() => titles(page)).toEqual(['Spring concert'])
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: /^Find an event/ }).fill('march')
  await options.filter({ hasText: 'March for trees' }).waitFor()
})

test('names come before texts where a place is chosen', async () => {
  const page = await sit('editor')
  await page.goto('/admin/events/new')
  await page.getByLabel('Place', { exact: true }).fill('exchange')
  const options = page.locator('li[role=option]')
  await options.filter({ hasText: 'Annex' }).waitFor()
  expect(await options.first().textContent()).toContain('Exchange Square')
})
