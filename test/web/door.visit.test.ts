import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeLink } from '../../src/http/auth/oneTimeLinks.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { ownPassword } from '../support/signedIn.ts'
import { faultsOf } from './axe.ts'
import { createReader, type Reader } from './reader.ts'

const now = Temporal.Instant.from('2031-06-01T10:00:00Z')

let app: TestApp
let reader: Reader
beforeAll(async () => {
  app = await createTestApp()
  app.setNow(now)
  reader = await createReader(app)
})
afterAll(async () => {
  await reader.close()
  await app.close()
})

/** Opens the link of a first start in a window, in which no page may report an error of its own or of its policy. */
async function openingSetup(
  options: BrowserContextOptions,
  visit: (page: Page, path: string) => Promise<void>,
): Promise<void> {
  const link = {
    kind: 'setup',
    user: { id: app.ids.administrator },
    now: now.epochMilliseconds / 1000,
  } as const
  const { secret } = await app.db.write((tx) => makeLink(tx, link))
  const context = await reader.open({ locale: 'en-GB', timezoneId: 'Asia/Tokyo', ...options })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4/.test(message.text())) errors.push(message.text())
  })
  const path = `/admin/setup?token=${secret}`
  await page.goto(path)
  await visit(page, path)
  expect(errors).toEqual([])
  await context.close()
}

async function fillIn(page: Page, name: string, email: string): Promise<void> {
  await page.locator('[name=siteName]').fill(`Calendar of ${name}`)
  await page.locator('[name=name]').fill(name)
  await page.locator('[name=email]').fill(email)
  await page.locator('[name=password]').fill(ownPassword)
}

const zoneOf = (page: Page) => page.locator('[name=zone]').inputValue()
const stored = async () =>
  (
    await app.db.read
      .selectFrom('settings')
      .select('value')
      .where('name', '=', 'SITE_TIMEZONE')
      .executeTakeFirst()
  )?.value

test('a calendar is set up without JavaScript: the zone is chosen by hand, and the link works once', async () => {
  await openingSetup({ javaScriptEnabled: false }, async (page, path) => {
    expect(await zoneOf(page)).toBe('UTC')
    await fillIn(page, 'Noor', 'noor@example.org')
    await page.locator('[name=zone]').fill('Europe/Berlin')
    await page.getByRole('button', { name: 'Open the calendar' }).click()
    await page.waitForURL('**/admin')
    expect(await stored()).toBe('Europe/Berlin')
    await page.goto(path)
    expect(await page.locator('[name=siteName]').count()).toBe(0)
    await page.goto('/')
    await page.getByText('Calendar of Noor').first().waitFor()
  })
})

test('with JavaScript the zone of the browser is proposed; later, what opens the account asks for the password', async () => {
  await openingSetup({}, async (page) => {
    await expect.poll(() => zoneOf(page)).toBe('Asia/Tokyo')
    expect(await faultsOf(page)).toEqual([])
    await fillIn(page, 'Ann', 'ann@example.org')
    // What the front page begins like is shown as it is typed and chosen.
    const sample = page.locator('.sample-page')
    await sample.getByText('Calendar of Ann').first().waitFor()
    await page.locator('[name=accent][value="9"]').check({ force: true })
    await expect.poll(() => sample.getAttribute('class')).toBe('sample-page c-9')
    // What is refused keeps what was chosen, whatever the browser would propose.
    await page.locator('[name=zone]').fill('Europe/Paris')
    await page.locator('[name=password]').fill('password1234')
    await page.getByRole('button', { name: 'Open the calendar' }).click()
    await page.getByText('among those that are tried first').waitFor()
    expect(await zoneOf(page)).toBe('Europe/Paris')
    await page.locator('[name=password]').fill(ownPassword)
    await page.getByRole('button', { name: 'Open the calendar' }).click()
    await page.waitForURL('**/admin')
    expect(await stored()).toBe('Europe/Paris')

    await page.goto('/admin/account')
    await makeProgram(page, 'Newsletter')
    await page.getByText('For “Newsletter”').waitFor()
    app.setNow(now.add({ minutes: 16 }))
    await makeProgram(page, 'Website')
    const dialog = page.getByRole('dialog', { name: 'Is it you?' })
    await dialog.waitFor()
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Not now' }).click()
    await page.getByRole('alert').getByText('confirm that it is you').waitFor()
    await page.getByRole('button', { name: 'Make a password for it' }).click()
    await dialog.getByLabel('Current password').fill('not mine at all')
    await page.keyboard.press('Enter')
    await dialog.getByText('This is not your present password').waitFor()
    await dialog.getByLabel('Current password').fill(ownPassword)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('For “Website”').waitFor()
    expect(await page.getByText('For “Newsletter”').count()).toBe(0)
  })
})

async function makeProgram(page: Page, name: string): Promise<void> {
  await page.getByLabel('New one for').fill(name)
  await page.getByRole('button', { name: 'Make a password for it' }).click()
}
