import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { faultsOf } from '../web/axe.ts'
import { readCode } from '../support/codes.ts'
import { startReceiver } from '../support/receiver.ts'
import { openOffice } from './desk.ts'

let app: TestApp

const sit = openOffice({ SITE_TIMEZONE: 'Europe/Berlin', WEBHOOK_HOSTS: '127.0.0.1' }, async (made) => {
  app = made
})

test('a setting that is changed here is seen on the public pages, and what the server fixes is not changed', async () => {
  const page = await sit('administrator')
  await page.goto('/admin/settings')
  await page.getByLabel('Name', { exact: true }).fill('What’s on in <b>Exampleton</b>')
  expect(await page.getByLabel('Time zone').isDisabled()).toBe(true)
  await page.getByText('SITE_TIMEZONE').waitFor()
  await page.getByLabel('Weeks begin on').selectOption('Sunday')
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('status').getByText('Saved. Visitors see it from now on.').waitFor()
  await page.goto('/')
  await page.getByRole('banner').getByText('What’s on in <b>Exampleton</b>').waitFor()
})

test('a backup is made and downloaded', async () => {
  const page = await sit('administrator')
  await page.goto('/admin/system')
  await page.getByText('No backup yet').first().waitFor()
  await page.getByRole('button', { name: 'Back up now' }).click()
  await page.getByRole('status').getByText('The backup is whole').waitFor()
  const downloading = page.waitForEvent('download')
  await page.getByRole('region', { name: 'Backups' }).getByRole('link', { name: 'Download' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^kalends-\d{8}-\d{6}\.db$/)
  expect(await faultsOf(page)).toEqual([])
})

test('a table is imported once its columns are said and what will happen is seen; its name runs nowhere', async () => {
  const hostile = '"><img src=x onerror=window.wasRun=1>.csv'
  const page = await sit('editor')
  await page.goto('/admin/imports/table')
  const file = (price: string) => ({
    name: hostile,
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `Piece,Date,Ticket\n<script>window.wasRun=1</script>Jazz,2031-12-04,${price}\nNo day,2031-11-31,\n`,
    ),
  })
  await page.locator('input[type=file]').setInputFiles(file('4'))
  await page.getByText('Say which columns are the title and the start.').waitFor()
  await page.getByLabel('Piece is').selectOption('title')
  await page.getByLabel('Ticket is').selectOption('cost')
  await page.getByLabel('They come as').selectOption('Drafts')
  await page.getByLabel('With no end, it lasts').selectOption('2 hours')
  await page.getByText('1 row cannot be read and is left out:').waitFor()
  await page.getByText('Rows: 2, columns: 3').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Import 1 new' }).click()
  await page.getByRole('heading', { name: 'Imports' }).waitFor()
  const row = page.getByRole('row').filter({ hasText: 'onerror' })
  await row.getByText('1 new').waitFor()
  expect(await faultsOf(page)).toEqual([])

  await row.getByRole('button').click()
  await page.getByRole('link', { name: 'Send the file again …' }).click()
  await page.locator('input[type=file]').setInputFiles(file('12'))
  // It is read as it was.
  expect(await page.getByLabel('They come as').inputValue()).toBe('draft')
  const change = page.getByRole('row').filter({ hasText: 'Cost' })
  await change.getByText('12').waitFor()
  expect(await change.locator('del').textContent()).toContain('4')
  await page.getByRole('button', { name: 'Import 1 changed' }).click()
  await page.getByRole('row').filter({ hasText: 'onerror' }).getByText('1 changed').waitFor()
  expect(await page.evaluate<boolean>(`'wasRun' in window`)).toBe(false)
})

test('people and one’s own account are shown, a role is changed in place, and a program gets a password', async () => {
  const page = await sit('administrator')
  await page.goto('/admin/users')
  await page.getByLabel('Role of author').selectOption('editor')
  await page.getByRole('status').getByText('Editor now').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Invite' }).click()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Not now' }).click()
  await page.goto('/admin/account')
  await page.getByLabel('New one for').fill('Newsletter')
  await page.getByRole('button', { name: 'Make a password for it' }).click()
  await page.getByText('Copy it now, it is not shown again:').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Revoke Newsletter' }).click()
  await page.getByRole('status').getByText('Revoked: Newsletter').waitFor()
})

test('somebody is invited, and signs in by the link', async () => {
  const page = await sit('administrator')
  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'Invite' }).click()
  await page.getByLabel('E-mail address').fill('ines@libraries.example')
  await page.getByRole('button', { name: 'Invite ines@libraries.example' }).click()
  const link = new URL(await page.getByLabel('Link', { exact: true }).inputValue())
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Done' }).click()
  await page
    .getByRole('row')
    .filter({ hasText: 'ines@libraries.example' })
    .getByText('invited, open until')
    .waitFor()
  const guest = await sit('anonymous')
  await guest.goto(link.pathname + link.search)
  await guest.locator('input[type=password]').first().fill('river stone lantern 9')
  await guest.locator('input[type=password]').first().press('Enter')
  await guest.waitForURL((url) => !url.pathname.includes('invitation'))
  await guest.goto('/admin/account')
  await guest.getByText('ines', { exact: false }).first().waitFor()
})

test('somebody is removed, and what they wrote goes to whom is chosen among all, however the list is narrowed', async () => {
  const people = { as: 'administrator', absolute: true, path: '/wp/v2/users' } as const
  for (let at = 0; at < 8; at += 1) {
    const json = {
      username: `guest${at}`,
      email: `guest${at}@example.org`,
      roles: ['author'],
      password: 'six geese over a wall',
    }
    await app.ask({ ...people, method: 'POST', json })
  }
  const page = await sit('administrator')
  await page.goto('/admin/users')
  await page.getByRole('searchbox', { name: 'Search people' }).fill('guest3')
  await page.keyboard.press('Enter')
  await page.getByText('1 person', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'More for guest3' }).click()
  await page.locator('#row-menu').getByRole('button', { name: 'Remove …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove guest3?' })
  await dialog.getByLabel('Who gets what they wrote?').selectOption('guest5')
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('status').getByText('Removed: guest3').waitFor()
  expect((await app.ask({ ...people, query: { search: 'guest3', context: 'edit' } })).body).toEqual([])
})

test('what is chosen is taken along in the addresses of feeds', async () => {
  await app.create('categories', { name: 'Music' })
  const page = await sit('contributor')
  await page.goto('/admin/share')
  await page.getByRole('combobox', { name: 'Categories' }).fill('mus')
  await page.getByRole('option', { name: 'Music' }).click()
  await expect
    .poll(() => page.getByLabel('For calendar programs').inputValue())
    .toMatch(/\/events\.ics\?categories=music$/)
  await page.getByText('0 events now').waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'PNG' }).click()
  const address = await page.getByLabel('Page', { exact: true }).inputValue()
  expect(await readCode(await readFile(await (await download).path()))).toBe(address)
  expect(address).toMatch(/\/list\?categories=music$/)
  expect(await faultsOf(page)).toEqual([])
})

test('a webhook is set up, tested, and given a new secret; what it is called, and what a receiver answers, runs nowhere', async () => {
  const hostile = '<img src=x onerror=window.wasRun=1>'
  const receiver = await startReceiver()
  receiver.answer = (response) => response.writeHead(500).end(hostile)
  const page = await sit('administrator')
  await page.goto('/admin/webhooks')
  await page.getByText('No other program is told anything yet.').waitFor()
  await page.getByRole('button', { name: 'New webhook' }).click()
  await page.getByLabel('Address').fill('http://10.0.0.1/hook')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('It is in a private network').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByLabel('Address').fill(`${receiver.url}?${hostile}`)
  await page.getByLabel('What is it for?').fill(hostile)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Copy it now').waitFor()
  const secret = await page.getByLabel('Secret').inputValue()
  expect(secret).toMatch(/^whsec_/)
  await page.getByRole('button', { name: 'Test' }).click()
  await page.getByText('answer 500').waitFor()
  await page.locator('bdi').getByText('webhook.test').waitFor()
  expect(await faultsOf(page)).toEqual([])
  receiver.answer = (response) => response.writeHead(204).end()
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByText('It is sent again.').waitFor()
  await app.app.webhooks.sendDue()
  expect(receiver.got).toHaveLength(2)
  const choose = async (name: string) => {
    await page.getByRole('button', { name: /^More for/ }).click()
    await page.locator('#row-menu').getByRole('button', { name, exact: true }).click()
  }
  await choose('New secret')
  await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click()
  await expect.poll(() => page.getByLabel('Secret').inputValue()).not.toBe(secret)
  await choose('Disable')
  await page.getByRole('row').getByText('disabled').waitFor()
  await choose('Remove')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No other program is told anything yet.').waitFor()
  expect(await page.evaluate('"wasRun" in window')).toBe(false)
})
