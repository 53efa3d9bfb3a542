import { expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { faultsOf } from '../web/axe.ts'
import { openOffice } from './desk.ts'

let app: TestApp
const sit = openOffice({ SITE_NAME: 'Exampleton' }, async (made) => {
  app = made
})

test('a place with events to come goes to the trash only after a question, which offers another place', async () => {
  const { id } = await app.create('venues', { venue: 'Old Hall' })
  const empty = await app.create('venues', { venue: 'Empty Hall' })
  await app.create('events', {
    title: 'Dance',
    start_date: '2031-03-20 18:00',
    end_date: '2031-03-20 20:00',
    venue: id,
  })
  const statusOf = async (venue: number) =>
    (await app.ask({ as: 'administrator', path: `venues/${venue}` })).body.status
  const page = await sit('editor')
  const trash = async (venue: number) => {
    await page.goto(`/admin/venues/${venue}`)
    await page.getByRole('button', { name: 'More', exact: true }).last().click()
    await page.getByRole('button', { name: 'Move to trash' }).click()
  }
  await trash(id)
  const dialog = page.getByRole('dialog', { name: '“Old Hall” still has events coming up' })
  await dialog.waitFor()
  expect(await faultsOf(page)).toEqual([])
  expect(await statusOf(id)).toBe('publish')
  await dialog.getByRole('button', { name: 'Choose another one for them' }).click()
  await page.getByRole('dialog').waitFor()
  await trash(id)
  await dialog.getByRole('button', { name: 'To the trash all the same' }).click()
  await expect.poll(() => statusOf(id)).not.toBe('publish')
  await trash(empty.id)
  await expect.poll(() => statusOf(empty.id)).not.toBe('publish')
})
