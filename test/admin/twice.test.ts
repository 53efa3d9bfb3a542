import { expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { faultsOf } from '../web/axe.ts'
import { openOffice } from './desk.ts'

let app: TestApp
let library = 0
const sit = openOffice({ SITE_NAME: 'Exampleton', SITE_TIMEZONE: 'Europe/Berlin' }, async (made) => {
  app = made
  const place = { address: '5 Deanery Road', city: 'Haverbridge' }
  library = (
    await app.create('venues', { venue: 'Central Library', ...place, geo_lat: 51.45, geo_lng: -2.6 })
  ).id
  await app.create('organizers', { organizer: 'The Harbour Choir' })
})

const countOf = async (kind: 'venues' | 'organizers') => (await app.read(kind, {}, 'editor')).total as number

test('who types the name of a place with a slip is offered it; a new one of a name that is there is told before it is made', async () => {
  const page = await sit('author')
  await page.goto('/admin/events/new')
  const place = page.getByRole('combobox', { name: 'Place' })
  await place.fill('The Central Libary')
  const offered = page.getByRole('option', { name: /^Central Library.*perhaps this one/ })
  await offered.waitFor()
  await page.getByRole('option', { name: /^Add .The Central Libary/ }).click()
  await page.getByText('Perhaps it is there already.').waitFor()
  const fields = page.getByRole('group', { name: 'New place' })
  await fields.getByLabel('Name').fill('central library')
  await page.getByText('There is one already.').waitFor()
  expect(await faultsOf(page)).toEqual([])
  // Said first, and only then done.
  await fields.getByRole('button', { name: 'Add it' }).click()
  await fields.getByRole('button', { name: 'Take “Central Library”' }).click()
  await fields.waitFor({ state: 'detached' })
  await page.locator('.chosen').getByText('5 Deanery Road, Haverbridge').waitFor()
  expect(await countOf('venues')).toBe(1)
})

test('what stands in the fields of a new place is not published as a second one without a word', async () => {
  const page = await sit('editor')
  // The fields are on their way when somebody publishes.
  await page.route(/\/new\.[\w-]+\.js$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    await route.continue()
  })
  await page.goto('/admin/events/new')
  await page.getByRole('textbox', { name: 'Title' }).fill('Story hour')
  await page.locator('#e-words').fill('20 March 2031, 15:00')
  const place = page.getByRole('combobox', { name: 'Place' })
  await place.fill('Central Library')
  await page.getByRole('option', { name: /^Add / }).click()
  await page
    .getByRole('button', { name: /^Publish/ })
    .first()
    .click()
  await page
    .getByText('There is one of this name already: take that, or say that this is another one.')
    .first()
    .waitFor()
  expect(await countOf('venues')).toBe(1)
  await page.getByLabel('Street').fill('Quay 1')
  await page.getByRole('button', { name: 'No, this is another one' }).click()
  await page
    .getByRole('button', { name: /^Publish/ })
    .first()
    .click()
  await page.getByText('It is public now').waitFor()
  expect(await countOf('venues')).toBe(2)
})

test('the screens of a new place and a new organizer tell it as well, and lead to the one that is there', async () => {
  const page = await sit('editor')
  await page.goto('/admin/organizers/new')
  await page.getByRole('textbox', { name: 'Name' }).fill('Harbor Choir')
  await page.getByText('Perhaps it is there already.').waitFor()
  await page.getByRole('link', { name: 'Open “The Harbour Choir”' }).waitFor()
  await page.goto('/admin/venues/new')
  await page.getByRole('textbox', { name: 'Name' }).fill('Central Library')
  await page.getByRole('textbox', { name: 'Town' }).fill('Haverbridge')
  await page.getByRole('button', { name: 'Save' }).click()
  await page
    .getByText('There is one of this name already: take that, or say that this is another one.')
    .waitFor()
  expect(await faultsOf(page)).toEqual([])
  expect(await countOf('venues')).toBe(2)
  await page.getByRole('link', { name: 'Open “Central Library”' }).first().click()
  await page.waitForURL(`**/venues/${library}`)
})

test('places whose names differ by a slip stand under “Perhaps twice”, with why', async () => {
  await app.create('venues', { venue: 'Central Libary', city: 'Haverbridge' })
  const page = await sit('editor')
  await page.goto('/admin/venues?tab=twice')
  await page.getByText('The names differ by a letter or an article.').first().waitFor()
  await page.getByRole('link', { name: 'Central Libary' }).first().waitFor()
  expect(await faultsOf(page)).toEqual([])
})

test('what was typed of a public event is looked at without being saved', async () => {
  const times = { start_date: '2031-03-20 18:00', end_date: '2031-03-20 20:00' }
  const { id } = await app.create('events', { title: 'Story hour', ...times, description: 'Owls.' })
  const page = await sit('editor')
  await page.goto(`/admin/events/${id}`)
  await page.getByRole('textbox', { name: 'Title' }).fill('Story hour with owls & foxes')
  await page.getByRole('button', { name: 'Preview' }).click()
  const dialog = page.getByRole('dialog', { name: 'Preview' })
  await dialog.getByText('Story hour with owls & foxes').waitFor()
  await dialog.getByText('It is not saved').waitFor()
  await dialog.getByText('Owls.').waitFor()
  expect(await faultsOf(page)).toEqual([])
  expect((await app.read(`events/${id}`)).title).toBe('Story hour')
  await dialog.getByRole('button', { name: 'Back to editing' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Story hour with owls & foxes')
})
