import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { faultsOf } from '../web/axe.ts'
import { readCode } from '../support/codes.ts'
import { startReceiver } from '../support/receiver.ts'
import { openOffice } from './desk.ts'

let app: TestApp

const sit = openOffice(
  { SITE_TIMEZONE: 'Europe/Berlin', WEBHOOK_HOSTS: '127.0.0.1', IMAGE_HOSTS: '127.0.0.1' },
  async (made) => {
    app = made
  },
)

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

test('rows that were refused are a table to be mended', async () => {
  const page = await sit('editor')
  await page.goto('/admin/imports/table')
  const text = 'Title,Start\nGood,2031-12-05 18:00\n"No, day",2031-11-31\n'
  await page.locator('input[type=file]').setInputFiles(csv('drop.csv', text))
  await page.getByText('1 row cannot be read and is left out:').waitFor()
  expect(await faultsOf(page)).toEqual([])
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download these rows' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('Why – drop.csv')
  const [head, row = ''] = (await readFile(await download.path(), 'utf8')).split('\r\n')
  expect(head).toBe('\ufeffTitle,Start,"Why"')
  expect(row).toBe('"No, day",2031-11-31,"its start is not understood"')
})

const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

test('the same table under another name is asked about: a new version of it, other events, or neither', async () => {
  const text = 'title,start,venue\nWinter fair,2031-12-05 18:00,Hall\nSummer fair,2031-07-05,Hall\n'
  const page = await sit('editor')
  const choose = async (name: string, body = text) => {
    await page.goto('/admin/imports/table')
    await page.locator('input[type=file]').setInputFiles(csv(name, body))
  }
  await choose('club.csv')
  const coming = page.getByRole('region', { name: 'What would come' })
  await coming.getByText('Winter fair').waitFor()
  await coming.getByText('Fri 5 Dec, 18:00').waitFor()
  await coming.getByText('Sat 5 Jul, all day').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Import 2 new' }).click()
  await page.getByRole('row').filter({ hasText: 'club.csv' }).getByText('2 new').waitFor()

  const question = page.getByRole('alert').filter({ hasText: 'here twice' })
  await choose('club (1).csv', `${text}Autumn fair,2031-10-05,Hall\n`)
  await question.waitFor()
  expect(await page.getByRole('button', { name: /^Import/ }).count()).toBe(0)
  expect(await faultsOf(page)).toEqual([])
  await question.getByRole('link', { name: 'Leave without importing' }).click()
  await page.getByRole('heading', { name: 'Imports' }).waitFor()

  await choose('club (1).csv', `${text}Autumn fair,2031-10-05,Hall\n`)
  await question.getByRole('button', { name: 'It is a new version of “club.csv”' }).click()
  await page.getByRole('button', { name: 'Import 1 new' }).click()
  await page.getByRole('row').filter({ hasText: 'club.csv' }).getByText('1 new').waitFor()
  expect(await page.getByRole('row').filter({ hasText: 'club (1).csv' }).count()).toBe(0)

  await choose('club (1).csv')
  await question.getByRole('button', { name: 'They are other events' }).click()
  await page.getByRole('button', { name: 'Import 2 new' }).click()
  await page.getByRole('row').filter({ hasText: 'club (1).csv' }).getByText('2 new').waitFor()
})

test('sixty columns stand in groups, and one that is given a field stays where it is', async () => {
  const page = await sit('editor')
  await page.goto('/admin/imports/table')
  const known = ['title', 'start', 'end', 'venue', 'city', 'organizer', 'cost']
  const headers = [...known, ...Array.from({ length: 53 }, (_, at) => `Ours ${at}`)]
  const cells = ['Long day', '2031-09-01 10:00', '2031-09-01 11:00', 'Barn', 'Exampleton', 'Ada', '4']
  const row = [...cells, ...Array.from({ length: 53 }, (_, at) => `cell ${at}`)]
  await page.locator('input[type=file]').setInputFiles(csv('wide.csv', `${headers.join()}\n${row.join()}\n`))
  await page.getByText('Rows: 1, columns: 60').waitFor()
  const shown = page.getByRole('group').filter({ has: page.locator('summary') })
  await expect
    .poll(() => page.locator('.column-group > summary h3').allTextContents())
    .toEqual(['What', 'When', 'Where', 'Who', 'Other columns'])
  expect(await shown.last().getByRole('combobox').count()).toBe(0)
  await page.getByText('Other columns', { exact: true }).click()
  await page.getByLabel('Ours 7 is').selectOption('description')
  await expect.poll(() => page.getByLabel('Ours 7 is').inputValue()).toBe('description')
  await page.getByText('Nothing has been written').waitFor()
  expect(await faultsOf(page)).toEqual([])
})

test('a calendar file has a button of its own, and is looked at before it comes', async () => {
  const page = await sit('editor')
  await page.goto('/admin/imports')
  await page.getByRole('link', { name: 'A calendar file (.ics)' }).click()
  await page.getByRole('heading', { name: 'Import a calendar file' }).waitFor()
  const field = page.locator('input[type=file]')
  expect(await field.getAttribute('accept')).toContain('.ics')
  await field.setInputFiles(csv('bad.ics', 'Dear all,'))
  await page.getByRole('alert').getByText('This cannot be taken as it is').waitFor()
  await page.goto('/admin/imports/table?kind=calendar')
  const lines = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:a@example', 'DTSTART:20311006T180000']
  const calendar = [...lines, 'SUMMARY:Moon walk', 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n')
  await field.setInputFiles(csv('walks.ics', calendar))
  await page.getByRole('region', { name: 'What would come' }).getByText('Moon walk').waitFor()
  await page.getByText('Mon 6 Oct, 18:00').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Import 1 new' }).click()
  await page.getByRole('row').filter({ hasText: 'walks.ics' }).getByText('1 new').waitFor()
})

test('a new source is looked at before it is kept, and again when its address is changed', async () => {
  let answered = 'title,start\nStar talk,2031-08-01 20:00\n'
  const site = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/csv' }).end(answered)
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  const { port } = site.address() as AddressInfo
  const page = await sit('administrator')
  await page.goto('/admin/imports')
  await page.getByRole('button', { name: 'New source' }).click()
  const dialog = page.getByRole('dialog')
  const address = dialog.getByLabel('Address')
  await address.fill(`http://127.0.0.1:${port}/stars.csv`)
  await dialog.getByRole('button', { name: 'Look at it' }).click()
  await dialog.getByText('Star talk').waitFor()
  expect(await faultsOf(page)).toEqual([])
  const kept = async () => (await app.ask({ as: 'editor', path: 'imports/sources' })).body.sources
  expect((await kept()).filter(({ url }: { url: string | null }) => url?.includes('stars'))).toEqual([])
  await address.fill(`http://127.0.0.1:${port}/stars2.csv`)
  await expect.poll(() => dialog.getByText('Star talk').count()).toBe(0)
  answered = '<html>Nothing'
  await dialog.getByRole('button', { name: 'Look at it' }).click()
  await dialog.locator('.fault').first().waitFor()
  expect(await dialog.getByRole('button', { name: 'Import', exact: true }).count()).toBe(0)
  answered = 'title,start\nStar talk,2031-08-01 20:00\n'
  await dialog.getByRole('button', { name: 'Look at it' }).click()
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByRole('row').filter({ hasText: '127.0.0.1' }).getByText('1 new').waitFor()
  site.close()
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
