import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { faultsOf } from '../web/axe.ts'
import { openOffice } from './desk.ts'

let app: TestApp
const sit = openOffice({ SITE_NAME: 'Exampleton', SITE_TIMEZONE: 'Europe/Berlin' }, async (made) => {
  app = made
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

test('the list finds by a month in its search, there and back from the weeks of it; and by the same words as words', async () => {
  const page = await sit('editor')
  await page.goto('/admin/events')
  const field = page.getByRole('searchbox', { name: 'Search events' })
  await field.fill('march')
  await expect.poll(() => titles(page)).toEqual(['Spring concert'])
  await page.getByRole('button', { name: 'Remove March 2031' }).waitFor()
  await page.getByRole('link', { name: 'Month', exact: true }).click()
  await page.locator('[data-day="2031-03-20"]').getByText('Spring concert').waitFor()
  await page.getByRole('link', { name: 'List', exact: true }).click()
  await expect.poll(() => titles(page)).toEqual(['Spring concert'])
  await page.goto('/admin/events')
  await field.fill('march')
  await page.getByRole('button', { name: 'Look for “march” as words' }).click()
  await expect.poll(() => titles(page)).toEqual(['March for trees'])
  await page.goto('/admin/events?view=month')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await field.fill('concert June 2031')
  await page.locator('[data-day="2031-06-20"]').getByText('Summer concert').waitFor()
  expect(await page.getByText('March for trees').count()).toBe(0)
  await page.locator('[data-day="2031-06-20"] h2 a').click()
  await page.getByRole('link', { name: 'List', exact: true }).click()
  await page.getByRole('button', { name: /Remove.*20 Jun/ }).waitFor()
  await page.goto('/admin/events')
  await field.fill('March 2030')
  await page.waitForURL('**tab=past**')
})

test('a list in German knows its months', async () => {
  const page = await sit('editor', { locale: 'de-DE' })
  await page.goto('/admin/events')
  await page.getByRole('searchbox').fill('Konzert im März 2031')
  await page.getByRole('button', { name: 'März 2031 entfernen' }).waitFor()
  expect(await titles(page)).toEqual([])
  await page.getByRole('searchbox').fill('März 2031')
  await expect.poll(() => titles(page)).toEqual(['Spring concert'])
})

test('what a list shows is kept as a view by keyboard, and comes back by its name', async () => {
  const page = await sit('editor')
  await page.goto('/admin/events?search=concert&page=1')
  await expect.poll(() => titles(page)).toEqual(['Spring concert', 'Summer concert'])
  await page.getByRole('button', { name: 'Views' }).press('Enter')
  await page.getByLabel('Save what is shown as').fill('All concerts')
  await page.keyboard.press('Enter')
  await page.getByText('“All concerts” is kept among the views').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.goto('/admin/events')
  await expect.poll(async () => (await titles(page)).length).toBe(3)
  await page.getByRole('button', { name: 'Views' }).press('Enter')
  await page.getByText('Choose a tab, a filter or words first').waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => titles(page)).toEqual(['Spring concert', 'Summer concert'])
  await page.getByRole('button', { name: 'Views' }).press('Enter')
  expect(await page.getByRole('link', { name: 'All concerts' }).getAttribute('aria-current')).toBe('true')
  await page.getByRole('button', { name: 'Remove All concerts' }).click()
  await page.getByText('No view is saved yet').waitFor()
  await page.goto('/admin/venues')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByText('No view is saved yet').waitFor()
})

test('a category is made where an event is written, by those who may; one that is there is chosen', async () => {
  const page = await sit('author')
  await page.goto('/admin/events/new')
  await page.getByRole('textbox', { name: 'Title' }).fill('Jam')
  await page.getByText('Categories · Tags').click()
  const make = page.getByRole('button', { name: 'New category' })
  await make.click()
  await page.getByLabel('Name', { exact: true }).fill('Music')
  await page.keyboard.press('Enter')
  expect(await page.getByLabel('Music', { exact: true }).isChecked()).toBe(true)
  await make.click()
  await page.getByLabel('Name', { exact: true }).fill('Jazz')
  await page.getByLabel('Within').selectOption({ label: 'Music' })
  expect(await faultsOf(page)).toEqual([])
  // What is filled in and not added is meant, too.
  await page.keyboard.press('Control+s')
  await page.getByLabel('Jazz', { exact: true }).waitFor()
  await expect
    .poll(async () => (await app.read('categories', { hide_empty: false })).categories)
    .toMatchObject([
      { name: 'Jazz', parent: expect.any(Number) },
      { name: 'Music', parent: 0 },
    ])
  await make.click()
  await page.getByLabel('Name', { exact: true }).fill('MUSIC')
  await page.getByRole('button', { name: 'Add it' }).click()
  await page.getByText('“Music” is there already: it is chosen.').waitFor()
  expect(await app.read('categories', { hide_empty: false })).toMatchObject({ total: 2 })
  await make.click()
  await expect.poll(() => page.evaluate<string>('document.activeElement.id')).toBe('e-new-category-name')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate<string>('document.activeElement.textContent')).toBe('New category')

  const other = await sit('contributor')
  await other.goto('/admin/events/new')
  await other.getByRole('textbox', { name: 'Title' }).waitFor()
  expect(await other.getByRole('button', { name: 'New category' }).count()).toBe(0)
})
