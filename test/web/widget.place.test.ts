import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { createHost, type Host } from './host.ts'
import { createReader, type Reader } from './reader.ts'

let app: TestApp
let reader: Reader
let host: Host
let script = ''

beforeAll(async () => {
  app = await createTestApp({ SITE_NAME: 'Our Town', SITE_LOCALE: 'en-GB' })
  app.setNow(Temporal.Now.instant())
  const day = Temporal.Now.plainDateISO('UTC').add({ days: 1 }).toString()
  for (let at = 0; at < 30; at += 1)
    await app.create('events', {
      title: `Talk ${at}`,
      start_date: `${day} 10:00`,
      end_date: `${day} 11:00`,
      venue: { venue: 'Hall' },
      categories: ['Talks'],
    })
  reader = await createReader(app)
  host = await createHost(reader.origin)
  script = `<script async src="${reader.origin}/widget.js"></script>`
})
afterAll(async () => {
  await reader.close()
  await host.close()
  await app.close()
})

const element = (attributes = '') =>
  `<kalends-calendar src="${reader.origin}/" ${attributes}></kalends-calendar>`

/** Notes what moves without having been asked to. */
const shifts = `
  window.moved = 0
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) moved += value })
    .observe({ type: 'layout-shift', buffered: true })`

/** Opens a page of the host with this inside, and waits until no widget is loading. */
async function open(body: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await (await reader.open({ locale: 'en-GB', ...options })).newPage()
  await page.addInitScript(shifts)
  await page.goto(host.page(body))
  const isSettled = () =>
    page.evaluate(`[...document.querySelectorAll('kalends-calendar')].every(({ shadowRoot }) =>
      shadowRoot?.querySelector('[part=body]:not([aria-busy]) > :not(.skeleton)'))`)
  await expect.poll(isSettled).toBe(true)
  return page
}

const boxOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .evaluate(
      (one) => one.getBoundingClientRect().toJSON() as { readonly top: number; readonly height: number },
    )

test('texts of the calendar say their language in a widget of another one, and none in the same', async () => {
  const page = await open(script + element('lang="de"') + element())
  const [german, english] = [
    page.locator('kalends-calendar').first(),
    page.locator('kalends-calendar').last(),
  ]
  const own = '.title, .foot span, .details bdi'
  const langs = async (at: typeof german) =>
    new Set(
      await at
        .locator(own)
        .evaluateAll((all) => all.map((one) => one.closest('[lang]')?.getAttribute('lang'))),
    )
  expect(await german.locator('.root').getAttribute('lang')).toMatch(/^de/)
  expect(await langs(german)).toEqual(new Set(['de-GB', 'en-GB']))
  expect(await german.locator('.title').first().getAttribute('lang')).toBe('en-GB')
  expect(await english.locator(`:is(${own})[lang]`).count()).toBe(0)
  await page.context().close()
})

test.each(['list', 'cards', 'month', 'next'])(
  'with a height nothing around it moves, whatever it shows and however much that is: %s',
  async (view) => {
    const held = element(`view="${view}" height="400" limit="50" style="display:block;height:400px"`)
    // The policy of the host lets in no style that stands in a page.
    const page = await open(`${held}<p id="below">Below</p>${script}`, { bypassCSP: true })
    expect((await boxOf(page, 'kalends-calendar')).height).toBe(400)
    expect((await boxOf(page, 'kalends-calendar .root')).height).toBe(400)
    expect((await boxOf(page, '#below')).top).toBeLessThan(600)
    expect(await page.evaluate<number>('moved')).toBeLessThan(0.02)
    await page.context().close()
  },
)

test.each([900, 390])(
  'a month without one is as high while it loads as it will be, %s pixels wide',
  async (width) => {
    const context = await reader.open({ locale: 'en-GB', viewport: { width, height: 900 } })
    const page = await context.newPage()
    let answer = () => {}
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/widget.json', async (route) => {
      await asked
      await route.continue()
    })
    await page.goto(host.page(`${element('view="month" month="2031-02"')}${script}`))
    await page.locator('.skeleton').waitFor()
    const before = (await boxOf(page, 'kalends-calendar')).height
    answer()
    await page.locator('table').waitFor()
    const after = (await boxOf(page, 'kalends-calendar')).height
    expect(Math.abs(after - before)).toBeLessThan(24)
    await context.close()
  },
)
