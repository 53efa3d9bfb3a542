import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { openOffice } from './desk.ts'

// Whatever stands in a field when one publishes is taken, asked about, or the field is a fault that stops it.

let app: TestApp

const sit = openOffice({ SITE_NAME: 'Exampleton', SITE_TIMEZONE: 'Europe/Berlin' }, async (made) => {
  app = made
  await app.create('venues', { venue: 'Town Hall', city: 'Exampleton' })
  await app.create('venues', { venue: 'Town Hall Cellar', city: 'Exampleton' })
  await app.create('organizers', { organizer: 'Library' })
  await app.create('tags', { name: 'open air' })
})

const begin = async (title: string, words = 'tomorrow 19:00 to 21:00') => {
  const page = await sit('editor')
  await page.goto('/admin/events/new')
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  if (words !== '') await page.getByLabel('In words').fill(words)
  return page
}
const publish = (page: Page) => page.keyboard.press('Control+Enter')
const isPublic = (page: Page) => page.getByText('It is public now.').waitFor()
const fault = (page: Page, says: string | RegExp) =>
  page.getByRole('alert').getByRole('link', { name: says }).waitFor()
const found = async (search: string) =>
  (await app.read('events', { search, status: 'publish,draft', starts_after: '2030-01-01' }, 'editor')).events

test('a title alone is not published, nor what is not understood of the words; the last words count, however fast one is', async () => {
  const page = await begin('Only a title', '')
  await publish(page)
  await fault(page, 'In words: Say on which day it is.')
  const words = page.getByLabel('In words')
  await words.fill('every Tuesday at seven')
  await publish(page)
  await fault(page, /Not understood: “at seven”/)
  await words.fill('31 December at midnight')
  await publish(page)
  await fault(page, /Which time is “at midnight”/)
  await page.getByText('At 0:00 that day begins, at 24:00 it ends.').waitFor()
  await words.fill('24 December')
  await publish(page)
  await fault(page, /Say at what time, or that it is all day/)
  expect(await found('Only')).toEqual([])
  await page.getByRole('button', { name: 'at 24:00' }).waitFor({ state: 'detached' })
  await words.fill('24 to 26 December')
  // Before it has been read back.
  await publish(page)
  await isPublic(page)
  expect(await found('Only')).toMatchObject([
    { all_day: true, start_date: '2031-12-24 00:00:00', end_date: '2031-12-26 23:59:59' },
  ])
})

test('what is in the past is asked about, and half a date is no date', async () => {
  const page = await begin('Long ago', '3 March 2031, 19:00 to 21:00')
  await page.locator('.sentence .asks').getByText('That is in the past. Is it meant so?').waitFor()
  expect(await page.locator('.reads').count()).toBe(0)
  await page.locator('summary').filter({ hasText: 'By field' }).press('Enter')
  await page.getByLabel('Starts', { exact: true }).focus()
  await page.keyboard.press('Backspace')
  await publish(page)
  await fault(page, /^Starts: This is not whole/)
  expect(await found('Long')).toEqual([])
})

test('a place that is typed is taken where there is one of that name, and else asked about', async () => {
  const page = await begin('Placed')
  const place = page.getByLabel('Place', { exact: true })
  await place.fill('town hal')
  await page.getByLabel('Organizers').fill('library')
  await publish(page)
  await fault(
    page,
    'Place: “town hal” is typed, but not chosen. Choose one of the list, add it as a new one, or clear the field.',
  )
  expect(await place.inputValue()).toBe('town hal')
  expect(await found('Placed')).toEqual([])
  // That what is there saves itself as a draft does not take away what hinders it from being published.
  await page.getByText(/^Saved /).waitFor()
  await fault(page, /^Place: “town hal” is typed/)
  await place.fill('town hall')
  await publish(page)
  await isPublic(page)
  expect(await found('Placed')).toMatchObject([
    { venue: { venue: 'Town Hall' }, organizer: [{ organizer: 'Library' }] },
  ])
})

test('a new place that is filled in is made without “Add it”, and tags that are typed are taken without Enter', async () => {
  const page = await begin('Newly placed')
  await page.getByLabel('Place', { exact: true }).fill('Boathouse')
  await page.getByRole('option', { name: 'Add “Boathouse” as a new place' }).click()
  await page.getByLabel('Street and number (optional)').fill('1 Quay')
  const name = page.getByRole('group', { name: 'New place' }).getByLabel('Name')
  await name.fill('')
  await page.locator('summary').filter({ hasText: 'Categories' }).press('Enter')
  const tag = page.getByLabel('Add a tag')
  await tag.fill('lanterns')
  await publish(page)
  await fault(page, 'Place: Give the new one a name, or close its fields.')
  expect(await found('Newly')).toEqual([])
  await name.fill('Boathouse')
  await tag.fill('Open Air')
  await publish(page)
  await isPublic(page)
  const [event] = await found('Newly')
  expect(event.venue).toMatchObject({ venue: 'Boathouse', address: '1 Quay' })
  expect(event.tags.map((one: { name: string }) => one.name).toSorted()).toEqual(['lanterns', 'open air'])
})

test('a setting that is half a number stops all', async () => {
  const page = await sit('administrator')
  await page.goto('/admin/settings')
  const days = page.getByLabel('Days that cancelled events stay in feeds')
  await days.fill('')
  await page.getByLabel('Sentence on the front page').fill('What is on')
  await page.keyboard.press('Control+s')
  await page.getByText('This is not whole').waitFor()
  expect(await app.read('settings', {}, 'administrator')).not.toMatchObject({ description: 'What is on' })
})

test('a tag that is typed on while one saves is taken as it stands then', async () => {
  const page = await begin('Slow line')
  await page.locator('summary').filter({ hasText: 'Categories' }).press('Enter')
  const tags = page.getByLabel('Add a tag')
  const asked = Promise.withResolvers<void>()
  const goesOn = Promise.withResolvers<void>()
  await tags.fill('open air')
  await page.waitForTimeout(500)
  await page.route(/\/tags\?/, async (route) => {
    asked.resolve()
    await goesOn.promise
    await route.fallback()
  })
  await page.keyboard.press('Control+s')
  await asked.promise
  await tags.fill('open air cinema')
  goesOn.resolve()
  await page.locator('.token').getByText('open air cinema').waitFor()
  await expect
    .poll(async () => (await found('Slow line'))[0]?.tags.map(({ name }: { name: string }) => name))
    .toEqual(['open air cinema'])
})
