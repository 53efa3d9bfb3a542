import { expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { openOffice } from './desk.ts'

let app: TestApp
const ids: Record<string, number> = {}

const sit = openOffice({ SITE_TIMEZONE: 'Europe/Berlin' }, async (made) => {
  app = made
  // The first of each kind: what is there at once, what is asked for, and what comes last.
  const { id: venue } = await app.create('venues', { venue: 'Mill', address: '1 Lane', city: 'Exampleton' })
  const { id: organizer } = await app.create('organizers', { organizer: 'Millers' })
  const kinds = ['event', 'venue', 'organizer']
  await app.create('fields', { name: 'district', label: 'District', kinds, type: 'text' })
  for (let day = 12; day <= 28; day += 1)
    await app.create('events', {
      title: `Event ${day}`,
      start_date: `2031-03-${day} 18:00`,
      end_date: `2031-03-${day} 20:00`,
      ...(day === 12 ? { venue, organizer, description: '<p>It turns.</p>' } : {}),
    })
  const { events } = await app.read('events', { per_page: 1, starts_after: '2031-03-11' }, 'editor')
  Object.assign(ids, { venue, organizer, event: events[0].id })
})

/** Notes how far what is shown already is moved by what comes later. */
const watch = `window.moved = 0
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.moved += entry.value
}).observe({ type: 'layout-shift', buffered: true })`

/** Less than the name of the calendar takes by a pixel. */
const unseen = 0.002

test.each([
  ['', '#t-week'],
  ['users', '.list tbody tr'],
  ['events?view=month', '.wk [data-id]'],
  ['events', '.list tbody tr'],
  ['events/new', '.like button'],
  ['events/event', '.rich [role=textbox]'],
  ['venues/venue', '.rich [role=textbox]'],
  ['venues/venue', 'aside li a'],
  ['organizers/organizer', 'aside li a'],
])('nothing that is shown moves by what comes later: /admin/%s', async (path, last) => {
  const page = await sit('administrator')
  await page.addInitScript(watch)
  await page.goto(`/admin/${path.replace(/(?<=\/)(event|venue|organizer)$/, (name) => String(ids[name]))}`)
  await page.locator(last).first().waitFor()
  await page.waitForTimeout(300)
  expect(await page.evaluate('window.moved')).toBeLessThan(unseen)
})

test('the preview of dates is one Tab stop, through which arrows lead', async () => {
  const page = await sit('editor')
  await page.goto('/admin/events/new')
  await page.getByLabel('In words').fill('every Tuesday 19:00 to 21:00 until 29 April')
  const dates = page.getByRole('region', { name: 'The dates this makes' })
  await dates.getByText('8 dates').waitFor()
  const stops = dates.locator('.minis button')
  expect(await stops.evaluateAll((all) => all.filter((one) => one.tabIndex === 0).length)).toBe(1)
  const isAt = (day: string) => dates.locator(`[data-day="${day}"]:focus`).waitFor()
  await stops.first().focus()
  await page.keyboard.press('ArrowRight')
  await isAt('2031-03-18')
  await page.keyboard.press('ArrowDown')
  await isAt('2031-03-25')
  await page.keyboard.press('Enter')
  await dates.getByText('7 dates').waitFor()
  // It stays where it was, and is still the one stop.
  await isAt('2031-03-25')
  await page.keyboard.press('End')
  await isAt('2031-04-29')
  await page.keyboard.press('Home')
  await isAt('2031-03-11')
  expect(await stops.evaluateAll((all) => all.filter((one) => one.tabIndex === 0).length)).toBe(1)
})

test('a menu is opened and walked through by arrows, and Escape leads back', async () => {
  const page = await sit('editor')
  await page.goto('/admin/events')
  const opener = page.getByRole('button', { name: 'More for Event 12' })
  await opener.focus()
  await page.keyboard.press('ArrowDown')
  const items = page.locator('#row-menu').locator('a[href], button:not(:disabled)')
  const isAt = async (at: number) =>
    expect.poll(() => items.evaluateAll((all) => all.findIndex((one) => one.matches(':focus')))).toBe(at)
  await isAt(0)
  await page.keyboard.press('ArrowDown')
  await isAt(1)
  await page.keyboard.press('Home')
  await isAt(0)
  await page.keyboard.press('ArrowUp')
  await isAt((await items.count()) - 1)
  await page.keyboard.press('Escape')
  expect(await page.locator('#row-menu').isVisible()).toBe(false)
})

test('what people have typed says its language in a screen of another one, and sentences of the screen do not', async () => {
  const page = await sit('editor', { locale: 'de-DE' })
  for (const [path, shows] of [
    ['events', '.list th a'],
    [`venues/${ids['venue']}`, 'main h1'],
    [`events/${ids['event']}`, '.editor-bar .where b'],
  ] as const) {
    await page.goto(`/admin/${path}`)
    await page.locator(`${shows}[lang="en"]`).first().waitFor()
    const said = await page.locator('[lang="en"]').allTextContents()
    expect(said.filter((text) => /[äöüß]|Termin|Ort/.test(text))).toEqual([])
  }
  const own = await sit('editor')
  await own.goto('/admin/events')
  await own.locator('.list th a').first().waitFor()
  expect(await own.locator('body [lang]').count()).toBe(0)
})

test('with text of twice the size the list of events keeps to a narrow phone', async () => {
  await app.create('events', {
    title: 'Donaudampfschifffahrtsgesellschaft',
    status: 'pending',
    featured: true,
    start_date: '2031-03-12 08:00',
    end_date: '2031-03-12 09:00',
  })
  const page = await sit('editor', { viewport: { width: 320, height: 800 } })
  await page.goto('/admin/events')
  await page.getByText('Donaudampfschifffahrtsgesellschaft').waitFor()
  await page.evaluate(`document.documentElement.style.fontSize = '200%'`)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
})
