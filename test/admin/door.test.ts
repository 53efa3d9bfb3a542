import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { faultsOf } from '../web/axe.ts'
import { giveOwnPassword, ownPassword } from '../support/signedIn.ts'
import { now, openOffice } from './desk.ts'

let app: TestApp
let event = 0
let urls: readonly string[] = []

const phone = { viewport: { width: 390, height: 844 } }

const sit = openOffice({ REGISTRATION_HOURLY: '1000000' }, async (made) => {
  app = made
  await giveOwnPassword(app, 'editor')
  const registration = { capacity: 9, party_max: 4, questions: [{ label: 'Allergies', type: 'text' }] }
  const day = { start_date: '2031-03-11 18:00', end_date: '2031-03-11 20:00', timezone: 'Europe/Berlin' }
  event = (await app.create('events', { title: 'Masks', ...day, registration })).id
  const come = async (name: string, more: object = {}) =>
    (await app.ask({ method: 'POST', path: `events/${event}/guests`, json: { name, ...more } })).body.url
  urls = [
    await come('Ada', { email: 'ada@example.org', party: 3, answers: { q1: 'nuts' } }),
    await come('Émile', { party: 2 }),
    await come('Cy'),
    await come('Di', { party: 4 }),
  ]
})

const known = async () =>
  (await app.read(`events/${event}/guests`, { fields: 'door' }, 'editor')) as {
    guests: readonly { id: number; name: string; arrived: number; code: string }[]
    counts: { arrived: number; head_count: number | null }
  }
const arrived = async () => Object.fromEntries((await known()).guests.map((one) => [one.name, one.arrived]))

/** A phone at the door, on which an editor has signed in. */
async function atDoor(): Promise<{ page: Page; context: BrowserContext }> {
  const page = await sit('anonymous', phone)
  const context = page.context()
  const [login = ''] = app.credentials.editor.split(':')
  await page.goto('/signin?next=%2Fadmin%2Faccount')
  await page.getByLabel('Name or email address').fill(login)
  await page.getByLabel('Password').fill(ownPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/admin/account')
  await page.goto(`/admin/events/${event}/door`)
  await page.getByText(/\d of 6 here/).waitFor()
  return { page, context }
}

// Run in the page.
const isPageKept = `caches.open('kalends-door').then((cache) => cache.keys())
  .then((all) => all.some(({ url }) => url.endsWith('/door')))`
const keptLists = `new Promise((resolve) => {
  const opening = indexedDB.open('kalends-door')
  opening.onsuccess = () => {
    const reading = opening.result.transaction('lists').objectStore('lists').getAll()
    reading.onsuccess = () => { opening.result.close(); resolve(reading.result) }
  }
})`
const keptHeads = keptLists.replaceAll('lists', 'heads').replace('getAll', 'count')
const stores = `Promise.all([
  indexedDB.databases().then((all) => all.map(({ name }) => name)),
  caches.keys(),
  localStorage.getItem('kalends.device') !== null,
])`

const row = (page: Page, name: string) => page.getByRole('button', { name })

test('a tap says that all of a party are here, another asks how many; codes and names find them', async () => {
  const { page } = await atDoor()
  // The clock of the service goes on, while those of phones stand here.
  app.setNow(now.add({ seconds: 1 }))
  expect(await faultsOf(page)).toEqual([])
  await row(page, 'Ada').click()
  await page.getByText('3 of 6 here').waitFor()
  await expect.poll(arrived).toMatchObject({ Ada: 3 })
  await row(page, 'Ada').click()
  const dialog = page.getByRole('dialog', { name: 'How many of Ada are here?' })
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: '2' }).click()
  await page.getByText('2 of 3 here').waitFor()
  await expect.poll(arrived).toMatchObject({ Ada: 2 })

  const { guests } = await known()
  const field = page.getByRole('searchbox', { name: 'Code or name' })
  await field.fill('emil')
  await expect.poll(() => page.locator('.door-guest').count()).toBe(1)
  await field.fill(guests.find(({ name }) => name === 'Cy')?.code.toLowerCase() ?? '')
  await page.keyboard.press('Enter')
  await expect.poll(arrived).toMatchObject({ Cy: 1 })
  expect(await field.inputValue()).toBe('')
  await field.fill('Nobody')
  await page.getByText('Nobody of this name.').waitFor()
  await field.fill('')

  await page.getByRole('button', { name: 'One more' }).click()
  await page.getByRole('button', { name: 'One more' }).click()
  await page.getByRole('button', { name: 'One less' }).click()
  await page.getByText('4 in all').waitFor()
  await expect.poll(async () => (await known()).counts).toMatchObject({ arrived: 3, head_count: 4 })
  // Who waits is on the list, below those who have a place.
  expect(await page.locator('.door-guest').last().innerText()).toMatch(/Di[^]*On the waiting list/)
})

test('two phones without a connection: what both saw is merged once they have one, and nothing counts twice', async () => {
  const before = (await known()).counts.head_count ?? 0
  const [one, other] = [await atDoor(), await atDoor()]
  await row(one.page, 'Émile').waitFor()
  await one.page.waitForFunction(isPageKept)
  await one.context.setOffline(true)
  await other.context.setOffline(true)
  await row(one.page, 'Émile').click()
  await one.page.getByRole('button', { name: 'One more' }).click()
  await one.page.getByText('Offline. 2 not sent yet.').waitFor()
  await expect.poll(() => one.page.evaluate(keptHeads)).toBe(1)
  // It opens without a connection, and knows what was seen.
  await one.page.reload()
  await one.page.getByText('Offline. 2 not sent yet.').waitFor()
  expect(await row(one.page, 'Émile').getAttribute('aria-pressed')).toBe('true')
  expect(await faultsOf(one.page)).toEqual([])
  const kept = JSON.stringify(await one.page.evaluate(keptLists))
  expect(kept).toContain('Émile')
  expect(kept).not.toMatch(/example\.org|nuts|registration\//)

  // The other phone, later: one of them has left, and there are more without a name.
  await other.page.clock.setFixedTime(new Date(now.epochMilliseconds + 60_000))
  await row(other.page, 'Émile').click()
  await row(other.page, 'Émile').click()
  await other.page.getByRole('dialog').getByRole('button', { name: '1' }).click()
  await other.page.getByRole('button', { name: 'One more' }).click()
  await other.page.getByText('Offline. 2 not sent yet.').waitFor()
  app.setNow(now.add({ minutes: 2 }))
  await other.context.setOffline(false)
  await expect.poll(arrived).toMatchObject({ Émile: 1 })
  await one.context.setOffline(false)
  await one.page.getByText('Offline.').waitFor({ state: 'detached' })
  await expect.poll(async () => (await known()).counts.head_count).toBe(before + 3)
  // It was seen before the other looked.
  expect(await arrived()).toMatchObject({ Émile: 1 })
  await one.page.getByText('1 of 2 here').waitFor()
})

test('where a browser reads codes the camera does', async () => {
  const page = await sit('editor', phone)
  await page.addInitScript(`
    window.BarcodeDetector = class {
      static async getSupportedFormats() { return ['qr_code'] }
      async detect() { return window.seen ? [{ rawValue: window.seen }] : [] }
    }
    const canvas = document.createElement('canvas')
    navigator.mediaDevices.getUserMedia = async () => { canvas.getContext('2d').fillRect(0, 0, 9, 9); return canvas.captureStream(5) }
    Object.defineProperty(HTMLVideoElement.prototype, 'readyState', { get: () => 4 })
  `)
  await page.goto(`/admin/events/${event}/door`)
  await page.getByRole('button', { name: 'Scan' }).click()
  const dialog = page.getByRole('dialog')
  await page.evaluate(`window.seen = ${JSON.stringify(urls[3])}`)
  await dialog.getByText('Di is here. 4 people').waitFor()
  await page.evaluate(`window.seen = 'https://example.org/registration/AAAA'`)
  await dialog.getByText('Nobody on this list has this code.').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.poll(arrived).toMatchObject({ Di: 4 })
})

test('a phone that may not see any more who comes says so and keeps nothing of it', async () => {
  const { page } = await atDoor()
  await row(page, 'Cy').waitFor()
  await expect.poll(async () => JSON.stringify(await page.evaluate(keptLists))).toContain('Cy')
  await page.route('**/guests?*', (route) =>
    route.fulfill({ status: 403, json: { code: 'rest_forbidden', message: 'No.', data: { status: 403 } } }),
  )
  await page.evaluate(`dispatchEvent(new Event('online'))`)
  await page.getByText('Only those who may edit this event see who comes to it.').waitFor()
  expect(await row(page, 'Cy').count()).toBe(0)
  await expect.poll(async () => JSON.stringify(await page.evaluate(keptLists))).not.toContain('Cy')
})

test('nothing is kept of who comes by who signs out, or a day after the event', async () => {
  const { page } = await atDoor()
  await row(page, 'Cy').click()
  await page.waitForFunction(isPageKept)
  expect(await page.evaluate(stores)).toEqual([['kalends-door'], ['kalends-door'], true])
  await page.goto('/admin/account')
  await page.getByRole('button', { name: 'Sign out' }).last().click()
  await page.waitForURL((url) => !url.pathname.startsWith('/admin'))
  expect(await page.evaluate(stores)).toEqual([[], [], false])

  const later = await atDoor()
  await later.page.clock.setFixedTime(new Date('2031-03-12T19:00:01Z'))
  await later.page.goto('/admin/account')
  await later.page.getByRole('heading').first().waitFor()
  const left = async () => [
    await later.page.evaluate(keptLists),
    (await later.page.evaluate<string[][]>(stores))[1],
  ]
  await expect.poll(left).toEqual([[], []])
})
