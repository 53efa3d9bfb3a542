import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { createTestApp } from '../support/app.ts'
import { faultsOf } from './axe.ts'
import { createHost, type Host } from './host.ts'
import { createReader, type Reader } from './reader.ts'

let app: TestApp
let reader: Reader
let host: Host

/** Noon of the day on which the calendar is looked at. */
const now = Temporal.Instant.from('2031-03-10T12:00:00Z')

const hostile = '&lt;img src=x onerror="document.title=1"&gt; Fair & <em>Square</em>'

beforeAll(async () => {
  app = await createTestApp({ SITE_NAME: 'Our <i>Town</i>', SITE_TIMEZONE: 'Europe/Berlin' })
  app.setNow(now)
  const at = (day: string, hour = '18:00') => `2031-${day} ${hour}`
  const add = (title: string, start: string, end: string, more: object = {}) =>
    app.create('events', { title, start_date: start, end_date: end, ...more })
  await add(hostile, at('03-12'), at('03-12', '20:00'), { venue: { venue: 'Hall & "Yard"' }, cost: '€5' })
  await add('Festival', at('03-14'), at('03-16'), { all_day: true, featured: true })
  await add('Late Dance', at('03-14', '22:00'), at('03-15', '03:00'), { categories: ['Music'] })
  await add('Next Month', at('04-02'), at('04-02', '19:00'))
  for (let index = 0; index < 12; index += 1) await add(`Talk ${index}`, at('03-20'), at('03-20', '19:00'))
  reader = await createReader(app)
  host = await createHost(reader.origin)
})

afterAll(async () => {
  await reader.close()
  await host.close()
  await app.close()
})

const script = () => `<script async src="${reader.origin}/widget.js"></script>`
const element = (attributes = '') =>
  `<kalends-calendar src="${reader.origin}/" ${attributes}></kalends-calendar>`

/** The profiles of readers by how they read: the widget keeps nothing in them. */
const profiles = new Map<string, Promise<BrowserContext>>()

async function profile(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const key = JSON.stringify(options)
  const known =
    profiles.get(key) ?? reader.open({ locale: 'en-GB', viewport: { width: 900, height: 800 }, ...options })
  profiles.set(key, known)
  return known
}

/** Opens a page of the host with this inside, at that noon, and waits until no widget is loading. */
async function look(body: string, options: BrowserContextOptions = {}, language?: string): Promise<Page> {
  const page = await (await profile(options)).newPage()
  await page.clock.setFixedTime(now.epochMilliseconds)
  await page.goto(host.page(body, language))
  await settled(page)
  return page
}

async function settled(page: Page): Promise<void> {
  const isSettled = () =>
    page.evaluate(`[...document.querySelectorAll('kalends-calendar')].every(({ shadowRoot }) =>
      shadowRoot?.querySelector('[part=body]:not([aria-busy]) > :not(.skeleton)'))`)
  await expect.poll(isSettled).toBe(true)
}

const titles = (page: Page) => page.locator('kalends-calendar .title').allTextContents()
const focusedDay = (page: Page) =>
  page.evaluate<string | undefined>(
    `document.querySelector('kalends-calendar').shadowRoot.activeElement?.dataset.day`,
  )

test('on a strict page of another origin it lists what is on by day, and nothing of it is read as HTML', async () => {
  const page = await look(script() + element())
  expect((await titles(page)).slice(0, 3)).toEqual([
    '<img src=x onerror=”document.title=1″> Fair & Square',
    'Festival',
    'Late Dance',
  ])
  expect(await page.locator('kalends-calendar h3').allTextContents()).toEqual([
    'Wednesday 12 March',
    'Friday 14 March',
    'Thursday 20 March',
  ])
  expect(await page.locator('kalends-calendar .details').first().innerText()).toMatch(
    /18:00–20:00[^]*Hall & “Yard”[^]*€5/,
  )
  expect(await page.title()).toBe('Host')
  expect(await page.locator('kalends-calendar .foot').innerText()).toContain('Our <i>Town</i>')
  await page.close()
  expect(host.reports).toEqual([])
})

test('more events come by a button that takes the focus to the first of them, until there are no more', async () => {
  const page = await look(script() + element('limit="10"'))
  expect(await titles(page)).toHaveLength(10)
  await page.getByRole('button', { name: 'Show more events' }).click()
  await expect.poll(() => titles(page)).toHaveLength(16)
  expect(
    await page.evaluate(`document.querySelector('kalends-calendar').shadowRoot.activeElement.textContent`),
  ).toBe('Talk 7')
  await expect.poll(() => page.getByRole('button', { name: 'Show more events' }).count()).toBe(0)
  await page.close()
})

test('two on one page keep apart: another view, another language, another filter', async () => {
  const page = await look(
    script() + script() + element('view="month" lang="de"') + element('categories="music"'),
  )
  const [first, second] = [page.locator('kalends-calendar').first(), page.locator('kalends-calendar').last()]
  expect(await first.locator('h2').innerText()).toBe('März 2031')
  expect(await second.locator('.title').allTextContents()).toEqual(['Late Dance'])
  await second.getByRole('button', { name: 'Month' }).click()
  await settled(page)
  expect(await second.locator('h2').innerText()).toBe('March 2031')
  await first.getByRole('button', { name: 'Nächster Monat' }).click()
  await settled(page)
  expect(await first.locator('h2').innerText()).toBe('April 2031')
  expect(await second.locator('h2').innerText()).toBe('March 2031')
  await page.close()
})

test('attributes that change are shown at once', async () => {
  const page = await look(script() + element('heading="Soon"'))
  expect(await page.locator('kalends-calendar h2').innerText()).toBe('Soon')
  await page.evaluate(`document.querySelector('kalends-calendar').setAttribute('categories', 'music')`)
  await expect.poll(() => titles(page)).toEqual(['Late Dance'])
  await page.close()
})

test('by the keyboard alone: into the month, across days and months, into a day, to an event, and back', async () => {
  const page = await look(`${script()}<button>Before</button>${element('view="month" fixed')}`)
  await page.getByRole('button', { name: 'Before' }).focus()
  for (let index = 0; index < 4; index += 1) await page.keyboard.press('Tab')
  expect(await focusedDay(page)).toBe('2031-03-10')
  const keys: [string, string][] = [
    ['ArrowRight', '2031-03-11'],
    ['ArrowDown', '2031-03-18'],
    ['Home', '2031-03-17'],
    ['End', '2031-03-23'],
    ['ArrowUp', '2031-03-16'],
    ['PageDown', '2031-04-16'],
    ['PageUp', '2031-03-16'],
    ['ArrowLeft', '2031-03-15'],
  ]
  for (const [key, day] of keys) {
    await page.keyboard.press(key)
    await expect.poll(() => focusedDay(page), { message: key }).toBe(day)
  }
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /Saturday,? 15 March/ })
  await expect.poll(() => dialog.locator('.title').allTextContents()).toEqual(['Festival'])
  await page.keyboard.press('Tab')
  expect(
    await page.evaluate(`document.querySelector('kalends-calendar').shadowRoot.activeElement.textContent`),
  ).toBe('Festival')
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.count()).toBe(0)
  expect(await focusedDay(page)).toBe('2031-03-15')
  await page.close()
})

test('a month draws what lasts for days on each of them, and what ends in the night on its evening', async () => {
  const page = await look(script() + element('view="month"'))
  const cell = (day: string) => page.locator(`kalends-calendar [data-day="2031-03-${day}"]`)
  for (const day of ['14', '15', '16']) expect(await cell(day).textContent()).toContain('Festival')
  expect(await cell('14').textContent()).toMatch(/Friday,? 14 March 2031, 2 events/)
  expect(await cell('15').textContent()).not.toContain('Late Dance')
  expect(await cell('20').textContent()).toContain('9 more')
  expect(await cell('17').getAttribute('aria-disabled')).toBe('true')
  const wide = await page.evaluate<string[]>(`
    [...document.querySelector('kalends-calendar').shadowRoot.querySelectorAll('.chip')]
      .filter((chip) => chip.offsetWidth > chip.closest('td').offsetWidth).map(({ textContent }) => textContent)`)
  expect(wide).toEqual([])
  await page.close()
})

test('a month draws one exhibition past a full day and others around it, its name upon all of its days', async () => {
  const times = { start_date: '2031-03-17', all_day: true }
  const masks = { title: 'Masks and Faces of the Whole Wide World', ...times, end_date: '2031-04-20' }
  const moths = { title: 'Moths', ...times, end_date: '2031-04-21' }
  const ids = [(await app.create('events', masks)).id, (await app.create('events', moths)).id]
  const page = await look(script() + element('view="month"'))
  const cell = (day: string) => page.locator(`kalends-calendar [data-day="2031-03-${day}"]`)
  const shown = (name: string) =>
    Promise.all(
      ['17', '19', '20', '21', '23'].map((day) => cell(day).locator('.chip', { hasText: name }).isVisible()),
    )
  expect(await shown('Masks and Faces')).toEqual([true, true, true, true, true])
  expect(await shown('Moths')).toEqual([true, true, false, true, true])
  // Ten of the talks, and the moths.
  expect(await cell('20').textContent()).toContain('11 more')
  expect(await cell('21').textContent()).not.toContain('more')
  const name = cell('24').locator('.name', { hasText: 'Masks and Faces' })
  expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(false)
  await page.close()
  for (const id of ids) await app.remove(`events/${id}`)
})

test.each([
  ['in another zone', '25 22:00', '25 23:30', 'America/New_York', 'Wednesday 26 March', '03:00–04:30'],
  ['into the night', '25 22:00', '26 02:00', 'Europe/Berlin', 'Tuesday 25 March', '22:00 – 02:00'],
  ['at one moment', '25 00:00', '25 00:00', 'Europe/Berlin', 'Tuesday 25 March', '00:00'],
])(
  'what is on %s stands under the day and the time of the calendar',
  async (_, start, end, timezone, ...at) => {
    const times = { start_date: `2031-03-${start}`, end_date: `2031-03-${end}`, timezone }
    const { id } = await app.create('events', { title: 'Late Show', ...times })
    const page = await look(script() + element('search="late show"'))
    const texts = ['h3', '.details li'].map((name) =>
      page.locator(`kalends-calendar ${name}`).allTextContents(),
    )
    expect((await Promise.all(texts)).flat()).toEqual(at)
    await page.close()
    await app.remove(`events/${id}`)
  },
)

test('from right to left the arrows go the other way, and the texts are Arabic', async () => {
  const page = await look(script() + element('view="month"'), {}, 'ar')
  expect(await page.getByRole('button', { name: 'الشهر التالي' }).count()).toBe(1)
  await page.locator('kalends-calendar [data-day="2031-03-10"]').focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => focusedDay(page)).toBe('2031-03-11')
  await page.close()
})

test('nothing to show, and a calendar that cannot be reached, are said; trying again works', async () => {
  const page = await look(script() + element('search="nothing-of-the-kind"'))
  expect(await page.locator('kalends-calendar [part=note]').innerText()).toBe('Nothing matches your search')
  let isDown = true
  await page.route(`${reader.origin}/widget.json`, (route) => (isDown ? route.abort() : route.continue()))
  await page.evaluate(`document.querySelector('kalends-calendar').removeAttribute('search')`)
  const note = page.locator('kalends-calendar [part=note]')
  await expect.poll(() => note.innerText()).toContain('The calendar cannot be reached')
  isDown = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(async () => (await titles(page)).length).toBe(10)
  await page.close()
})

test('only a calendar that is empty without filters says that nothing is planned', async () => {
  const page = await look(script() + element())
  await page.clock.setFixedTime(Date.parse('2061-03-10T12:00:00Z'))
  await page.reload()
  await settled(page)
  expect(await page.locator('kalends-calendar [part=note]').innerText()).toContain('Nothing is planned yet')
  await page.close()
})

test('places are taken by their slugs too, as their pages have them', async () => {
  const page = await look(script() + element('venue="hall-yard"'))
  await settled(page)
  await expect.poll(async () => (await titles(page)).length).toBe(1)
  await page.close()
})

test('what is asked for in vain is told to readers, and in the console with the reason of the service', async () => {
  const told: string[] = []
  const page = await (await profile()).newPage()
  page.on('console', (message) => told.push(message.text()))
  await page.goto(host.page(script() + element('categories="no-more"')))
  await settled(page)
  expect(told.join('\n')).toMatch(/answered 400: .*categories.*no-more/)
  // Readers are told that it is not there, and not to try again; the calendar is a link away.
  const note = page.locator('kalends-calendar [part=note]')
  expect(await note.innerText()).toBe('What should be shown here is not in the calendar')
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  const link = page.getByRole('link', { name: 'The whole calendar' })
  expect(await link.getAttribute('href')).toBe(`${reader.origin}/`)
  await page.close()
})

test('a page gives it other colours and fonts by custom properties and parts', async () => {
  const page = await look(script() + element())
  const colour = await page.evaluate<[string, string]>(`(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('kalends-calendar { --kalends-background: rgb(1, 2, 3) } kalends-calendar::part(event-title) { color: rgb(4, 5, 6) }')
    document.adoptedStyleSheets = [sheet]
    const root = document.querySelector('kalends-calendar').shadowRoot
    return ['.root', '.title'].map((name, index) => getComputedStyle(root.querySelector(name))[['backgroundColor', 'color'][index]])
  })()`)
  expect(colour).toEqual(['rgb(1, 2, 3)', 'rgb(4, 5, 6)'])
  await page.close()
})

/** Without the host’s policy axe may run. */
const onPhone = { viewport: { width: 320, height: 640 }, bypassCSP: true }

/** It is accessible and fits on a phone, and has its contrasts in the dark on a desk. */
async function expectGood(page: Page): Promise<void> {
  expect(await faultsOf(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
  const heights = await page
    .locator('kalends-calendar button:visible')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
  expect(Math.min(44, ...heights)).toBe(44)
  await page.setViewportSize({ width: 900, height: 800 })
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await faultsOf(page, { only: ['color-contrast'] })).toEqual([])
  await page.close()
}

test.each(['list', 'cards', 'month', 'next'])('the view “%s” is accessible and fits', async (view) => {
  await expectGood(await look(script() + element(`view="${view}"`), onPhone))
})

test('so is a day that is open, and an answer that is empty', async () => {
  const page = await look(script() + element('view="month"'), onPhone)
  await page.locator('kalends-calendar [data-day="2031-03-14"]').click()
  await page.getByRole('dialog').waitFor()
  await expectGood(page)
  await expectGood(await look(script() + element('search="nothing-of-the-kind"'), onPhone))
})

test.each(['/embed', '/embed/event/late-dance'])('%s is accessible and fits', async (path) => {
  const page = await (await profile(onPhone)).newPage()
  await page.goto(path)
  if (path !== '/embed/event/late-dance') await settled(page)
  await expectGood(page)
})

test('a frame shows the calendar in a page of another origin, and without scripts what is on as a list', async () => {
  const page = await look(
    `<iframe title="Calendar" src="${reader.origin}/embed?view=month" width="600" height="600"></iframe>`,
  )
  const frame = page.frameLocator('iframe')
  await expect.poll(() => frame.locator('kalends-calendar [role=grid]').count()).toBe(1)
  await page.close()
  const still = await (await profile({ javaScriptEnabled: false })).newPage()
  await still.goto(host.page(`<iframe title="Calendar" src="${reader.origin}/embed"></iframe>`))
  await expect
    .poll(() => still.frameLocator('iframe').getByRole('link').first().textContent())
    .toMatch(/^<img src=x .*> Fair & Square$/)
  await still.close()
})

test('where the code is made, a choice shows at once in code and preview', async () => {
  const page = await (await profile()).newPage()
  await page.goto('/widget')
  await page.locator('select[name=view]').selectOption('month')
  await expect.poll(() => page.locator('textarea').first().inputValue()).toContain('view="month"')
  await expect.poll(() => page.locator('kalends-calendar [role=grid]').count()).toBe(1)
  expect(new URL(page.url()).search).toContain('view=month')
  await page.close()
})
