import { expect, test } from 'vitest'
import { openOffice } from './desk.ts'

const sit = openOffice({ SITE_TIMEZONE: 'Europe/Berlin' }, async () => {})

test('a file dropped onto the sources, or onto a new one, is looked at as if it had been chosen', async () => {
  const page = await sit('editor')
  const drop = (name: string, text: string) =>
    page.evaluate(
      `(() => {
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File([${JSON.stringify(text)}], '${name}'))
        const send = (type) => (document.querySelector('dialog[open] h2') ?? document.querySelector('h1')).dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
        return ['dragover', 'drop'].map(send)
      })()`,
    )
  await page.goto('/admin/imports')
  await page.getByRole('button', { name: 'New source' }).click()
  await page.getByRole('dialog').waitFor()
  expect(await drop('dropped.csv', 'title,start\nDropped play,2031-12-06 18:00\n')).toEqual([false, false])
  await page.getByRole('heading', { name: 'dropped.csv' }).waitFor()
  await page.getByRole('region', { name: 'What would come' }).getByText('Dropped play').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)

  await page.goto('/admin/imports')
  await page.getByRole('button', { name: 'New source' }).waitFor()
  await drop('bad.ICS', 'Dear all,')
  await page.getByRole('alert').getByText('This cannot be taken as it is').waitFor()
  expect(new URL(page.url()).search).toBe('?kind=calendar')
  // What was taken once is not taken again.
  await page.goto('/admin/imports/table')
  await page.getByRole('heading', { name: 'Import a table', exact: true }).waitFor()
})
