import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { setHome } from '../../src/records/letters/letters.installation.write.ts'
import type { TestApp } from '../support/app.ts'
import { faultsOf } from '../web/axe.ts'
import { openOffice } from './desk.ts'

let app: TestApp
let list = 0

const sit = openOffice(
  {
    LETTERS: 'on',
    SITE_URL: 'https://calendar.example.org',
    MAIL_FOLDER: await mkdtemp(join(tmpdir(), 'letters-')),
    MAIL_FROM: 'calendar@example.org',
    LETTERS_IMPRINT: 'City Culture Office\n1 Harbour Street',
  },
  async (made) => {
    app = made
    for (const title of ['Carols', 'Regatta'])
      await app.create('events', { title, start_date: '2031-03-15 18:00', end_date: '2031-03-15 20:00' })
    list = (await app.create('letter-lists', { name: 'City letter', description: 'Once a month' })).id
    await app.db.write(async (tx) => {
      const { id } = await tx
        .insertInto('subscribers')
        .values({
          email: 'gull@example.org',
          email_folded: 'gull@example.org',
          locale: 'en',
          confirmed_at: 1,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('subscriptions')
        .values({ subscriber_id: id, kind: 'list', target_id: list, created_at: 1 })
        .execute()
    })
  },
)

const letters = async () =>
  (await app.read('letters', {}, 'editor')).letters as readonly {
    id: number
    subject: string
    state: string
    events: readonly number[]
  }[]
const mail = (page: Page) => page.frameLocator('.mail-frame')
const said = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor()

test('an editor writes a letter, sees the mail as it is typed, sends it to its list, and takes it back', async () => {
  const page = await sit('editor')
  await page.goto('/admin/letters')
  await page.getByText('No letters yet.').waitFor()
  await page.keyboard.press('n')
  await page.getByLabel('Subject').fill('Twelve quays')
  await page.getByRole('textbox', { name: 'Text' }).fill('Bring a lantern.')
  await mail(page).getByRole('heading', { name: 'Twelve quays' }).waitFor()
  await mail(page).getByText('Bring a lantern.').waitFor()
  await mail(page).getByText('1 Harbour Street').waitFor()
  // Mails have no pictures: nothing offers one.
  const tools = page.getByRole('toolbar', { name: 'Formatting' })
  await tools.getByRole('button', { name: 'Link' }).waitFor()
  expect(await tools.getByRole('button', { name: 'Picture' }).count()).toBe(0)
  await page.getByLabel('Events', { exact: true }).fill('Carols')
  await page.getByRole('option', { name: 'Carols' }).click()
  await mail(page).getByRole('link', { name: 'Carols' }).waitFor()
  await page.getByRole('button', { name: 'Add this weekend’s' }).click()
  await mail(page).getByRole('link', { name: 'Regatta' }).waitFor()
  await page.getByRole('button', { name: 'Move “Regatta”' }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(() => page.locator('.picked li').first().innerText()).toContain('Regatta')
  // Light as it stands, dark where that is looked at.
  const ground = () => page.frames().at(-1)?.evaluate('getComputedStyle(document.body).backgroundColor')
  expect(await ground()).toBe('rgb(250, 248, 244)')
  await page.getByText('Dark', { exact: true }).click()
  await expect.poll(ground).toBe('rgb(19, 21, 24)')
  await page.getByLabel('Preview').getByText('Text', { exact: true }).click()
  await page.getByText('You get this because you subscribed to “City letter”.').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Send …' }).click()
  await page.getByText('To 1 subscriber of “City letter”').waitFor()
  await page.getByRole('dialog').getByText('1 Harbour Street').waitFor()
  // When it goes is said in one place: a moment is asked for by who does not send it now.
  const sending = page.getByRole('dialog')
  expect(await sending.getByLabel('At a date and time').count()).toBe(0)
  await sending.getByLabel('When').selectOption('At a date and time')
  expect(await sending.getByLabel('At a date and time').inputValue()).toBe('2031-03-12T10:00')
  await sending.getByLabel('When').selectOption('Now')
  await page.getByRole('button', { name: 'Send to 1 person' }).click()
  await said(page, 'It goes out to “City letter” in ten seconds.')
  expect(await letters()).toMatchObject([{ subject: 'Twelve quays', state: 'scheduled' }])
  await page.locator('.toast').getByRole('button', { name: 'Take back' }).click()
  await expect.poll(async () => (await letters())[0]?.state).toBe('draft')
  await page.getByRole('button', { name: 'Send to me' }).click()
  await said(page, 'It is on its way to')
})

test('lists are made, changed and removed; who gets one is told first', async () => {
  const page = await sit('editor')
  await page.goto('/admin/letters/lists')
  await page.getByRole('rowheader', { name: 'City letter' }).waitFor()
  await page.getByRole('button', { name: 'New list' }).click()
  await page.getByLabel('Name').fill('For families')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('rowheader', { name: 'For families' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'More for City letter' }).click()
  await page.locator('#row-menu').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('1 person gets it').waitFor()
  await page.getByRole('button', { name: 'Not now' }).click()
  expect((await app.read('letter-lists', {}, 'editor')).total).toBe(2)
  // What a colleague changes meanwhile stays.
  await page.getByRole('button', { name: 'For families', exact: true }).click()
  await page.getByLabel('Name').fill('For all families')
  const families = (await app.read('letter-lists', {}, 'editor')).lists.find(
    ({ name }: { name: string }) => name === 'For families',
  )
  const path = `letter-lists/${families.id}`
  await app.ask({ method: 'PATCH', path, as: 'administrator', json: { description: 'On Saturdays' } })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('rowheader', { name: 'For all families On Saturdays' }).waitFor()
})

test('lists are walked along by keys, Enter opens what has the focus, and what is beyond a page is on the next', async () => {
  for (let at = 1; at <= 51; at += 1)
    await app.ask({ method: 'POST', path: 'letters', as: 'editor', json: { list, subject: `Letter ${at}` } })
  const page = await sit('editor')
  const here = () => page.evaluate<string>('document.activeElement.textContent')
  await page.goto('/admin/letters')
  await page.getByRole('link', { name: 'Letter 51', exact: true }).waitFor()
  await page.keyboard.press('j')
  expect(await here()).toBe('Letter 51')
  await page.keyboard.press('j')
  expect(await here()).toBe('Letter 50')
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Letter 51' }).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'Next' }).click()
  await page.getByRole('link', { name: 'Letter 1', exact: true }).waitFor()
  expect(new URL(page.url()).search).toBe('?page=2')
  await page.getByRole('navigation', { name: 'Letters' }).getByText('Lists').click()
  await page.getByRole('button', { name: 'City letter', exact: true }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByLabel('Name').waitFor()
})

test('in a copy letters wait, which editors and System say, until an administrator has them sent from there', async () => {
  await app.db.write((tx) => setHome(tx, 'https://old.example.org'))
  const page = await sit('editor')
  await page.goto('/admin/letters')
  const waits = page.getByText('Letters wait: this calendar was at https://old.example.org.')
  await waits.waitFor()
  expect(await page.getByRole('button', { name: 'Send from here' }).count()).toBe(0)
  const own = await sit('administrator')
  await own.goto('/admin/system')
  await own.getByText('Letters wait: this calendar was at https://old.example.org.').waitFor()
  expect(await faultsOf(own)).toEqual([])
  await own.getByRole('button', { name: 'Send from here' }).click()
  await said(own, 'Letters go out from here now.')
  expect(await own.getByText('Letters wait').count()).toBe(0)
  await page.reload()
  await page.getByRole('heading', { name: 'Letters' }).waitFor()
  expect(await waits.count()).toBe(0)
})

test('authors have no letters', async () => {
  const page = await sit('author')
  await page.goto('/admin/letters')
  await page.getByRole('heading', { name: 'Letters' }).waitFor()
  expect(await page.getByRole('navigation', { name: 'Editing' }).getByText('Letters').count()).toBe(0)
})

test.each([
  ['light', 'en'],
  ['dark', 'en'],
  ['light', 'ar'],
  ['dark', 'ja'],
] as const)('mails have no fault that axe finds, %s, in the language %s', async (colorScheme, language) => {
  const page = await sit('editor', { colorScheme, viewport: { width: 390, height: 844 } })
  await app.create('events', {
    title: 'Brahms',
    start_date: '2031-03-16 18:00',
    end_date: '2031-03-16 20:00',
    cost: '5',
    event_status: 'canceled',
    event_status_reason: 'The cellist is ill.',
  })
  const json = { covers: 'weekend', language }
  const { body } = await app.ask({ method: 'POST', path: 'subscriptions/preview', as: 'editor', json })
  expect(body.events).toBeGreaterThan(2)
  await page.setContent(body.html)
  // A mail is no page: programs that show it have the landmarks.
  const faults = await faultsOf(page)
  expect(faults.filter((fault) => !/^(?:landmark-one-main|region):/.test(fault))).toEqual([])
})
