import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { freePort } from '../support/postgres.ts'
import { faultsOf } from './axe.ts'
import { createReader, type Reader } from './reader.ts'

let app: TestApp
let reader: Reader
let now = Temporal.Instant.from('2031-03-03T08:00:00Z')
let event = 0

beforeAll(async () => {
  // Links in mails lead to where the service is for its visitors.
  const port = await freePort()
  app = await createTestApp({
    LETTERS: 'on',
    LETTERS_HOURLY: '100000',
    SITE_NAME: 'Exampleton',
    SITE_URL: `http://127.0.0.1:${port}`,
    MAIL_FOLDER: '/nonexistent',
    MAIL_FROM: 'calendar@example.org',
  })
  app.setNow(now)
  await app.create('categories', { name: 'Music' })
  const day = { start_date: '2031-03-20 20:00', end_date: '2031-03-20 22:00', timezone: 'UTC' }
  event = (await app.create('events', { title: 'Brahms', ...day, categories: ['Music'] })).id
  for (const name of ['City letter', 'Für Familien mit ganz kleinen und schon größeren Kindern'])
    await app.create('letter-lists', { name, description: 'What the city plans, once a month' })
  reader = await createReader(app, port)
})
afterAll(async () => {
  await reader.close()
  await app.close()
})

/** Time passes, as it does while people read and type. */
const wait = () => {
  now = now.add({ seconds: 20 })
  app.setNow(now)
}

/** The path of a link in the mail that was written last. */
async function linkOf(kind: 'confirm' | 'settings'): Promise<string> {
  wait()
  await app.app.tendLetters()
  const { body_text: text } = await app.db.read
    .selectFrom('mail_outbox')
    .select('body_text')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return new RegExp(`/mail/${kind}/[^\\s?]+`).exec(text)?.[0] ?? ''
}

/** Has an address asked for something, and confirmed it unless it `waits`. */
async function ask(email: string, json: object, { waits = false } = {}): Promise<string> {
  await app.ask({ method: 'POST', path: 'subscriptions', json: { email, ...json } })
  const link = await linkOf('confirm')
  if (!waits) await app.ask({ method: 'POST', path: link, absolute: true, form: { do: 'confirm' } })
  return link
}

async function settingsOf(email: string): Promise<string> {
  await app.ask({ method: 'POST', path: '/mail/link', absolute: true, form: { email } })
  return linkOf('settings')
}

/** All pages on which one has oneself told by mail, and settles that. */
async function pages(): Promise<Record<string, string>> {
  const waiting = await ask('heron@example.org', { kind: 'list', list: 'city-letter' }, { waits: true })
  await ask('gull@example.org', { kind: 'digest', filter: 'categories=music&free=true' })
  await ask('gull@example.org', { kind: 'event', event, remind: 1440, changes: true })
  await ask('gull@example.org', { kind: 'list', list: 'city-letter' })
  return {
    'the form for a list': '/mail?categories=music',
    'the form for an event': `/mail/event/${event}`,
    'the form for a letter': '/mail/list/city-letter',
    'what is confirmed': waiting,
    'the settings': await settingsOf('gull@example.org'),
    'asking for those': '/mail/link',
    'the maker of widgets': '/widget?mail=true',
    'what cannot be told by mail': '/mail?start_date=2031-03-03',
  }
}

/** Opens a window, in which no page may report an error: neither one of a script, nor what its policy has forbidden. */
async function visiting(options: BrowserContextOptions, visit: (page: Page) => Promise<void>): Promise<void> {
  const context = await reader.open(options)
  context.setDefaultTimeout(60_000)
  const errors: string[] = []
  try {
    const page = await context.newPage()
    page.on('pageerror', ({ message }) => errors.push(message))
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('status of 40')) errors.push(message.text())
    })
    await visit(page)
  } finally {
    await context.close()
  }
  expect(errors).toEqual([])
}

/** What is lower than a finger needs, in pixels, without links within a text. */
const lowTargets = (page: Page) =>
  page.locator('main :is(button, input:not([type=hidden]), select, summary)').evaluateAll((all) =>
    all
      .filter((one) => one.checkVisibility() && one.closest('[aria-hidden=true], .trap') === null)
      .map((one) => (one.matches('[type=radio], [type=checkbox]') && one.closest('label')) || one)
      .filter((one) => one.getBoundingClientRect().height < 44)
      .map((one) => one.outerHTML.slice(0, 90)),
  )

test('pages of letters are accessible, legible and fit, in light and dark, in Arabic and in the long words of German, from 320 pixels on', async () => {
  const all = await pages()
  const windows: readonly BrowserContextOptions[] = [
    { locale: 'en-GB', viewport: { width: 1280, height: 900 } },
    {
      locale: 'ar-EG',
      viewport: { width: 390, height: 844 },
      colorScheme: 'dark',
      isMobile: true,
      hasTouch: true,
    },
    { locale: 'de-DE', viewport: { width: 320, height: 640 } },
  ]
  for (const options of windows)
    await visiting(options, async (page) => {
      for (const [what, path] of Object.entries(all)) {
        await page.goto(path)
        // What is folded is looked at, too.
        await page.evaluate("for (const one of document.querySelectorAll('main details')) one.open = true")
        expect([what, options.locale, await faultsOf(page)]).toEqual([what, options.locale, []])
        expect([what, await page.evaluate('document.documentElement.scrollWidth - innerWidth')]).toEqual([
          what,
          0,
        ])
        if (options.hasTouch === true) expect([what, await lowTargets(page)]).toEqual([what, []])
      }
    })
})

/** Goes on with the Tab key until what is named has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let at = 0; at < 60; at += 1) {
    await page.keyboard.press('Tab')
    const says = await page.evaluate<string>(`(() => {
      const one = document.activeElement
      return one.getAttribute('aria-label') || one.labels?.[0]?.textContent || one.textContent
    })()`)
    if (name.test(says.trim())) return
  }
  throw new Error(`The keyboard finds no ${String(name)}.`)
}

test('whoever has a keyboard and no scripts asks, confirms, settles and leaves, and nothing is kept of them', async () => {
  const phone = { locale: 'en-GB', viewport: { width: 390, height: 844 }, javaScriptEnabled: false }
  await visiting(phone, async (page) => {
    const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
    await page.goto('/list?categories=music')
    await tabTo(page, /^Every Friday by mail/)
    await page.keyboard.press('Enter')
    await heading('Music, by mail')
    await tabTo(page, /^Each Friday/)
    await page.keyboard.press('ArrowDown')
    await tabTo(page, /^Email address/)
    await page.keyboard.type('not an address')
    wait()
    await page.keyboard.press('Enter')
    // The browser has looked at the address before anything was sent.
    expect(new URL(page.url()).search).toContain('categories=music')
    await page.keyboard.press('Control+A')
    await page.keyboard.type('tern@example.org')
    await page.keyboard.press('Enter')
    await heading('Look into your mailbox')

    await page.goto(await linkOf('confirm'))
    await heading('Is it you who wants this?')
    await tabTo(page, /^Yes, write to me/)
    await page.keyboard.press('Enter')
    await heading('You get it from now on')
    expect(await page.locator('main').innerText()).toMatch(/Music, each week|Music, every/i)

    await page.goto('/mail/link')
    await tabTo(page, /^Email address/)
    await page.keyboard.type('tern@example.org')
    wait()
    await page.keyboard.press('Enter')
    await heading('Look into your mailbox')
    await page.goto(await linkOf('settings'))
    // How long, and the button beside it.
    await tabTo(page, /^Pause/)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText(/^Nothing is sent/).waitFor()
    await tabTo(page, /^Go on/)
    const shown = page.waitForEvent('load')
    await page.keyboard.press('Enter')
    await shown
    await tabTo(page, /^Stop all and erase my address/)
    await page.keyboard.press('Enter')
    await page
      .getByText(/erased/i)
      .first()
      .waitFor()
  })
  const left = await app.db.read.selectFrom('subscribers').select('email').execute()
  expect(left.map(({ email }) => email)).not.toContain('tern@example.org')
})
