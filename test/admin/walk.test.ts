import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { faultsOf } from '../web/axe.ts'
import { createReader, type Reader } from '../web/reader.ts'
import { type Desk, now, sitDown } from './desk.ts'
import { addressesOfScreens } from './screens.ts'

let app: TestApp
let reader: Reader
let desk: Desk
let addresses: readonly string[]

/** Requests that are not answered yet. */
const open = new Set<object>()

/** What would run if any screen took a text for HTML, or an address for a script, with a word that cannot be broken. */
const hostile = `"><img src=x onerror=window.wasRun=1><script>window.wasRun=1</script>'{{7*7}}javascript:window.wasRun=1 Rinderkennzeichnungs${'und'.repeat(20)}gesetz`

const times = { start_date: '2031-03-11 18:00', end_date: '2031-03-11 21:00' }

/** The smallest picture there is. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

beforeAll(async () => {
  app = await createTestApp({ SUBMISSIONS: 'accounts' })
  app.setNow(now)
  const ids = await fill()
  addresses = addressesOfScreens(ids)
  reader = await createReader(app)
  desk = await sitDown(reader, app, 'administrator')
  const { page } = desk
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  await page.goto('/admin/account')
})
afterAll(async () => {
  await desk.close()
  await reader.close()
  await app.close()
})

/** A calendar in which every text is hostile; answers an id for each kind of screen. */
async function fill(): Promise<Record<string, number>> {
  const made = async (path: string, json: object, as: 'editor' | 'contributor' = 'editor') => {
    const { status, body } = await app.ask({ as, method: 'POST', path, json })
    expect(status, `${path}: ${JSON.stringify(body)}`).toBeLessThan(300)
    return body
  }
  const categories = (await made('categories', { name: hostile, description: hostile })).id
  const tags = (await made('tags', { name: hostile })).id
  const venues = (await made('venues', { venue: hostile, city: hostile, description: hostile })).id
  const organizers = (await made('organizers', { organizer: hostile, description: hostile })).id
  const picture = await app.ask({
    as: 'editor',
    method: 'POST',
    path: 'media',
    raw: dot,
    headers: {
      'content-type': 'image/png',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(`${hostile}.png`)}`,
    },
  })
  expect(picture.status).toBe(201)
  const about = {
    title: hostile,
    description: hostile,
    venue: venues,
    organizer: organizers,
    categories: [categories],
    tags: [tags],
    ...times,
  }
  const off = { event_status: 'canceled', event_status_reason: hostile }
  const events = (await made('events', { ...about, ...off, image: picture.body.id })).id
  await made('events', { ...about, status: 'draft' })
  const waiting = (await made('events', { title: hostile, ...times, status: 'pending' }, 'contributor')).id
  await made(
    'submissions',
    { kind: 'new', note: hostile, fields: { title: hostile, ...times } },
    'contributor',
  )
  const { body } = await app.ask({ as: 'editor', path: 'submissions' })
  const [{ id: proposals }] = body.submissions
  await made('imports/sources', { url: 'https://old.example/a.ics', name: hostile.slice(0, 190), run: false })
  return { events, waiting, proposals, venues, organizers, categories, tags }
}

let told = 0

/** What went wrong in the page since this was asked last. */
function errorsSince(): string[] {
  const since = desk.errors.slice(told)
  told = desk.errors.length
  return since
}

/** Goes to a screen as a link within the interface does, and waits until it has asked for all that it shows. */
async function visit(page: Page, address: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(`/admin/${address}`)}); dispatchEvent(new PopStateEvent('popstate'))`,
  )
  await page.locator('main :is(h1, h2)').first().waitFor()
  await calm(page)
}

/** Waits until nothing is asked for any more: twice, as one answer leads to the next question. */
async function calm(page: Page): Promise<void> {
  for (let quiet = 0; quiet < 2;) {
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30)))')
    quiet = open.size === 0 ? quiet + 1 : 0
  }
}

/** The windows that all keep to: the narrowest phones, and these with text of twice the size, which leaves as many letters in a line as half of it. */
const narrow = [320, 160]

/** What makes the page wider than its window, if anything does. */
const sideways = `(() => {
  const { clientWidth, scrollWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  const isScrolled = (one) => one && (getComputedStyle(one).overflowX !== 'visible' || isScrolled(one.parentElement))
  const wide = [...document.querySelectorAll('body *')].filter(
    (one) => one.getBoundingClientRect().right > clientWidth + 1 && !isScrolled(one.parentElement))
  return ['wider than ' + clientWidth + ': ' + wide.slice(0, 5).map((one) => one.tagName + '.' + one.className).join(', ')]
})()`

test('every screen is accessible, keeps to narrow windows, breaks no rule of its policy, and runs nothing that is written in it', async () => {
  const { page } = desk
  expect(addresses).toEqual(expect.arrayContaining(['', 'events', 'share/poster', 'system', 'venues/new']))
  const faults: string[] = []
  for (const address of addresses) {
    await visit(page, address)
    const found = await faultsOf(page)
    for (const width of narrow) {
      await page.setViewportSize({ width, height: 800 })
      found.push(...(await page.evaluate<string[]>(sideways)))
    }
    await page.setViewportSize({ width: 1280, height: 900 })
    if (await page.evaluate('window.wasRun')) found.push('what was written in it has run')
    faults.push(...[...found, ...errorsSince()].map((fault) => `/admin/${address}: ${fault}`))
  }
  expect(faults).toEqual([])
})

test.each([
  ['waiting', 'Ask'],
  ['waiting', 'Reject'],
  ['proposals', 'Ask'],
  ['proposals', 'Reject'],
  ['imports', 'New source'],
  ['users', 'Invite'],
])(
  'the dialog of /admin/%s that %s opens is accessible and keeps to a narrow window',
  async (address, button) => {
    // A window of its own: what another dialog has left behind is not in it.
    const own = await sitDown(reader, app, 'administrator')
    const { page, errors } = own
    await page.goto(`/admin/${address}`)
    await page.getByRole('main').getByRole('button', { name: button }).first().click()
    await page.getByRole('dialog').waitFor()
    await page.waitForLoadState('networkidle')
    const found = await faultsOf(page)
    await page.setViewportSize({ width: 320, height: 800 })
    found.push(...(await page.evaluate<string[]>(sideways)))
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect([...found, ...errors]).toEqual([])
    expect(await page.evaluate('window.wasRun')).toBeUndefined()
    await own.close()
  },
)
