import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import type { TestApp } from '../support/app.ts'
import { faultsOf } from '../web/axe.ts'
import { openOffice } from './desk.ts'

let app: TestApp

const sit = openOffice({}, async (made) => {
  app = made
})

const declared = async () =>
  (await app.read('fields', { context: 'edit' }, 'administrator')).fields as readonly {
    name: string
    options: readonly { value: string; label: object }[]
  }[]
const names = async () => (await declared()).map(({ name }) => name)

const choose = async (page: Page, title: string, deed: string) => {
  await page.getByRole('button', { name: `More for ${title}` }).click()
  await page.locator('#row-menu').getByRole('button', { name: deed, exact: true }).click()
}

test('fields are made, translated, put in order by keys and menu, changed, and removed with their values', async () => {
  const page = await sit('administrator')
  await page.goto('/admin/fields')
  await page.getByText('No fields yet.').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Add Ages' }).click()
  await page.getByRole('status').getByText('Added: Ages').waitFor()
  expect(await names()).toEqual(['age_from', 'age_to'])

  await page.getByRole('button', { name: 'New field' }).click()
  const dialog = page.getByRole('dialog', { name: 'New field' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('What is it called?').waitFor()
  await dialog.getByLabel('Label', { exact: true }).and(page.locator(':focus')).waitFor()
  await dialog.getByLabel('Label', { exact: true }).fill('Quiet hour')
  await dialog.getByText('In other languages (1 of 9)').first().click()
  await dialog.getByLabel('Label (Deutsch)').fill('Stille Stunde')
  await dialog.getByLabel('One of several').check()
  await dialog.getByRole('button', { name: 'Add an option' }).click()
  await dialog.getByLabel('Label of option 1').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('In the morning')
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Label of option 2').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('At night')
  await page.keyboard.press('Alt+ArrowUp')
  expect(await dialog.getByLabel('Value of option 1').inputValue()).toBe('at_night')
  const sample = dialog.locator('.own-sample')
  expect(await sample.locator('label').allTextContents()).toEqual(['At night', 'In the morning', 'Not said'])
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Go on' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('status').getByText('Saved').waitFor()
  expect((await declared())[2]).toMatchObject({
    name: 'quiet_hour',
    type: 'choice',
    label: { en: 'Quiet hour', de: 'Stille Stunde' },
    options: [
      { value: 'at_night', label: { en: 'At night' } },
      { value: 'in_the_morning', label: { en: 'In the morning' } },
    ],
  })

  const more = page.getByRole('button', { name: 'More for Quiet hour' })
  await more.focus()
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('Alt+ArrowUp')
  await page.getByRole('status').getByText('Quiet hour: now 1 of 3').waitFor()
  expect(await names()).toEqual(['quiet_hour', 'age_from', 'age_to'])
  await more.and(page.locator(':focus')).waitFor()
  await choose(page, 'Quiet hour', 'Move down')
  await page.getByRole('status').getByText('Quiet hour: now 2 of 3').waitFor()
  expect(await names()).toEqual(['age_from', 'quiet_hour', 'age_to'])
  await page
    .locator('tr', { hasText: 'age_to' })
    .locator('.handle')
    .dragTo(page.locator('tr', { hasText: 'age_from' }))
  await page
    .getByRole('status')
    .getByText(/now 1 of 3/)
    .waitFor()
  expect(await names()).toEqual(['age_to', 'age_from', 'quiet_hour'])

  const event = await app.create('events', {
    title: 'Concert',
    start_date: '2031-05-01 20:00:00',
    end_date: '2031-05-01 22:00:00',
    fields: { quiet_hour: 'at_night' },
  })
  await page.reload()
  await choose(page, 'Quiet hour', 'Edit')
  const change = page.getByRole('dialog', { name: 'Change the field' })
  await change.getByText('Cannot be changed, as 1 record has it.').waitFor()
  await change.getByRole('button', { name: 'Remove option 1' }).click()
  await change.getByRole('button', { name: 'Save' }).click()
  await change.locator('.fault').first().waitFor()
  await change.getByLabel('Instead of “At night”').selectOption('In the morning')
  await change.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('status').getByText('Saved').waitFor()
  expect((await app.read(`events/${event.id}`)).fields).toEqual({ quiet_hour: 'in_the_morning' })

  await choose(page, 'Quiet hour', 'Remove')
  await page.getByRole('dialog').getByText('1 record has it.').waitFor()
  await page.getByRole('button', { name: 'Remove with values' }).click()
  await page.getByRole('status').getByText('Removed: Quiet hour').waitFor()
  expect((await app.read(`events/${event.id}`)).fields).toBeUndefined()
})

test('what somebody else has changed meanwhile is not written over before one says so', async () => {
  const page = await sit('administrator')
  await app.create('fields', { name: 'district', type: 'text', label: 'District' })
  await page.goto('/admin/fields')
  await choose(page, 'District', 'Edit')
  await app.ask({ path: 'fields/district', method: 'POST', json: { required: true }, as: 'administrator' })
  const dialog = page.getByRole('dialog', { name: 'Change the field' })
  await dialog.getByLabel('Label', { exact: true }).fill('Quarter')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Somebody has changed this field meanwhile.').waitFor()
  expect((await app.read('fields/district')).label).toBe('District')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('status').getByText('Saved').waitFor()
  expect(await app.read('fields/district')).toMatchObject({ label: 'Quarter', required: true })
})
