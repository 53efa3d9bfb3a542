import { expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { faultsOf } from '../web/axe.ts'
import { openOffice } from './desk.ts'

let app: TestApp

const sit = openOffice({}, async (made) => {
  app = made
})

const declare = (field: object) => app.create('fields', field)

test('what the calendar has declared is entered in the editor, refused where it stands, and never more than was changed', async () => {
  await declare({
    name: 'shelf',
    type: 'choice',
    label: 'Shelf',
    required: true,
    options: [
      { value: 'left', label: 'Left' },
      { value: 'right', label: 'Right' },
    ],
  })
  await declare({
    name: 'needs',
    type: 'choices',
    label: 'Needs',
    help: 'What people bring.',
    options: [
      { value: 'mat', label: 'A mat' },
      { value: 'shoes', label: 'Shoes' },
    ],
  })
  await declare({ name: 'seats', type: 'number', label: 'Seats', max: 100 })
  await declare({ name: 'caretaker', type: 'text', label: 'Caretaker', public: false })
  const { id } = await app.create('events', {
    title: 'Yoga',
    start_date: '2031-05-06 15:00',
    end_date: '2031-05-06 16:00',
    fields: { shelf: 'left' },
  })

  const page = await sit('editor')
  await page.goto(`/admin/events/${id}`)
  const part = page.getByRole('region', { name: 'More', exact: true })
  expect(await part.getByLabel('Shelf').inputValue()).toBe('left')
  await part.getByText('What people bring.').waitFor()
  await part.getByText('Only those who edit see this.').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await part.getByLabel('Shoes').check()
  await part.getByLabel('Seats').fill('200')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await part.getByText('“seats” must be 100 or less.').waitFor()
  await part.getByLabel('Seats').fill('20')
  // A colleague says something of another one meanwhile.
  await app.ask({
    path: `events/${id}`,
    method: 'POST',
    json: { fields: { shelf: 'right' } },
    as: 'administrator',
  })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('dialog').getByText('Shelf: Right').waitFor()
}, 120_000)
