import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeLink } from '../../src/http/auth/oneTimeLinks.ts'
import { half, isLong } from '../support/runs.ts'
import { faultsOf } from './axe.ts'
import { openCity } from './reading.ts'

const { app, reader } = await openCity()

/** An address of every type of page, and what it is. */
const types = [
  ['/', 'the front page'],
  ['/list?search=music&when=month', 'what was found'],
  ['/month/2031-03', 'a month'],
  ['/week/2031-03-11', 'a week'],
  ['/day/2031-03-15', 'a day'],
  ['/map', 'the map'],
  ['/event/travelling-quartet/', 'an event'],
  ['/event/members-evening/', 'an event behind a password'],
  ['/event/mask-making/', 'an event with a form to register'],
  ['/event/mask-making/register/', 'that form by itself'],
  ['/venue/old-mill/', 'a venue'],
  ['/venues', 'all places'],
  ['/organizers', 'all organizers'],
  ['/organizer/exampleton-arts-office/', 'an organizer'],
  ['/events/category/music/concerts/', 'a category'],
  ['/widget', 'the page that makes widgets'],
  ['/docs', 'the page for developers'],
  ['/accessibility', 'the accessibility statement'],
  ['/nothing', 'a page that is not there'],
  ['/signin', 'signing in'],
  ['/signin/recovery', 'signing in with a recovery code'],
  ['/signin/forgot', 'asking for a link'],
  ['/signin/reset/RESET', 'choosing a password by a link'],
  ['/registration/GUEST', 'the page of who has registered'],
  ['/admin/setup?token=SETUP', 'setting the calendar up'],
] as const

/** One of each type, some of which must be answered. */
const questions = [
  { label: 'Age of the children', type: 'text', required: true },
  { label: 'What do you bring?', type: 'long_text' },
  { label: 'Lunch', type: 'choice', options: ['Hot', 'Cold'], required: true },
  { label: 'Workshops', type: 'choices', options: ['Paper', 'Wood'] },
  { label: 'I come by bicycle', type: 'yes_no' },
]

/** The secrets of the links among them. */
const secrets: Record<string, string> = {}
const addressOf = (path: string) => path.replace(/[A-Z]{5}$/, (name) => secrets[name] ?? name)

/** Pages of these types with other texts: they are made of the same parts. */
const others = [
  ['/list', 'the list'],
  ['/filters/list?free=true', 'all choices of the list'],
  ['/list?search=unicorns', 'nothing found'],
  ['/list?near=Farville', 'around a place'],
  ['/list?near=Atlantis&from=soon', 'what was not understood'],
  ['/month/2033-01', 'an empty month'],
  ['/week/2033-01-03', 'an empty week'],
  ['/tag/free-entry/', 'a tag'],
] as const

/** The windows of readers: what can only be told by loading a page anew. All else is tried on a page that is there already. */
const windows = {
  desk: { locale: 'en-GB', viewport: { width: 1280, height: 900 } },
  phone: { locale: 'ar-EG', viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  narrow: { locale: 'de-DE', viewport: { width: 320, height: 640 } },
} as const

const open = {} as Record<keyof typeof windows, Page>
beforeAll(async () => {
  const now = Date.UTC(2031, 2, 11, 9, 30) / 1000
  for (const kind of ['reset', 'setup'] as const) {
    const link = { kind, user: { id: app.ids.administrator }, now }
    secrets[kind.toUpperCase()] = (await app.db.write((tx) => makeLink(tx, link))).secret
  }
  const masks = await app.create('events', {
    title: 'Mask making',
    start_date: '2032-05-06 15:00',
    end_date: '2032-05-06 17:00',
    registration: {
      capacity: 9,
      party_max: 3,
      consent: 'Our names may be kept.',
      questions,
      note: 'Bring a mat.',
    },
  })
  const answers = { q1: '6', q3: 'Hot' }
  const guest = { name: 'Ada', party: 2, consent: true, answers }
  const { body } = await app.ask({ method: 'POST', path: `events/${masks.id}/guests`, json: guest })
  secrets['GUEST'] = new URL(body.url).pathname.split('/').at(-1) ?? ''
  for (const [name, options] of Object.entries(windows)) {
    const context = await reader.open(options)
    await context.addInitScript(shifts)
    open[name as keyof typeof windows] = await context.newPage()
  }
})
afterAll(async () => {
  for (const page of Object.values(open)) await page.context().close()
})

/** Notes what moves without having been asked to, from the first moment on (layout-instability, 4). */
const shifts = `
  window.moved = []
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries())
      if (!hadRecentInput) moved.push([value, sources.map(({ node }) => node?.className ?? '').join(' ')])
  }).observe({ type: 'layout-shift', buffered: true })`

/** What has moved once the browser has drawn all that it has to draw. */
async function movesOf(page: Page): Promise<readonly (readonly [share: number, what: string])[]> {
  return page.evaluate(`new Promise((resolve) => {
    const drawn = () => requestAnimationFrame(() => requestIdleCallback(() => resolve(moved)))
    requestAnimationFrame(() => requestIdleCallback(drawn))
  })`)
}

/** How much further than its window a page goes, in pixels, at each of the widths. */
async function overhangs(page: Page, widths: readonly number[]): Promise<number[]> {
  const found = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 740 })
    found.push(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth'))
  }
  return found
}

/** What has more text than it shows, and no way to it: nothing ends in dots, and nothing scrolls. */
async function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('body *')]
    .filter((one) => {
      const { overflowX, overflowY, textOverflow, webkitLineClamp, clipPath } = getComputedStyle(one)
      if (!one.checkVisibility() || one.textContent.trim() === '' || clipPath !== 'none' || one.clientWidth <= 2) return false
      const isHidden = (overflow) => /hidden|clip/.test(overflow)
      const isWide = isHidden(overflowX) && textOverflow !== 'ellipsis' && one.scrollWidth > one.clientWidth + 1
      return isWide || (isHidden(overflowY) && webkitLineClamp === 'none' && one.scrollHeight > one.clientHeight + 2)
    })
    .map((one) => one.outerHTML.slice(0, 120))`)
}

/** Texts whose blank beside a name is lost, as what they stand in is laid out in a row and no sentence. */
async function lostBlanks(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('body *')]
    .filter((one) => /flex|grid/.test(getComputedStyle(one).display) && /^(0px|normal)$/.test(getComputedStyle(one).columnGap))
    .filter((one) => [...one.childNodes].some(
      (node, at, all) =>
        node.nodeType === 3 && node.data.trim() !== '' &&
        ((/\\s$/.test(node.data) && all[at + 1]?.textContent.trim()) || (/^\\s/.test(node.data) && all[at - 1]?.textContent.trim())),
    ))
    .map((one) => one.outerHTML.slice(0, 120))`)
}

/** What is pressed and is lower than `least` pixels, without what stands in a line of text. */
async function lowTargets(page: Page, selector: string, least: number): Promise<string[]> {
  return page.locator(selector).evaluateAll(
    (all, least) =>
      all
        .filter((one) => one.checkVisibility() && !one.closest('.skip, .leaflet-control-attribution'))
        // All of a label around a button or a box of a choice is pressed.
        .map((one) => ({
          one,
          pressed: (one.matches('[type=radio], [type=checkbox]') && one.closest('label')) || one,
        }))
        .map(({ one, pressed }) => ({ one, height: Math.round(pressed.getBoundingClientRect().height) }))
        .filter(({ height }) => height > 0 && height < least)
        .map(({ one, height }) => `${one.outerHTML.slice(0, 90)} ${height}`),
    least,
  )
}

/** It is legible in other colours: nothing else changes. */
async function expectLegible(page: Page, change: Parameters<Page['emulateMedia']>[0]): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none', ...change })
  expect(await faultsOf(page, { only: ['color-contrast'] })).toEqual([])
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
}

const pressed = 'a, button, summary, input:not([type=hidden]), select'
const inText = '.card h3 a, .row h3 a, .text a, dd a, .note a'
/** Links that stand in a line, or of which all that is around them is pressed too; and pins, which stand where places are. */
const besideText = `.running a, .panel a, .org a, .bars a, .map-box svg a, kalends-calendar *, p > a:not(.chip, .others a), li > a:not(.views a, .site a, .active a)`

const whole: readonly (readonly [path: string, what: string])[] = isLong ? others : types
describe.each(whole)('%s, %s,', (path) => {
  test('stays where it is while it loads, is accessible and legible, and fits every width', async () => {
    const page = open.desk
    await page.setViewportSize(windows.desk.viewport)
    await page.goto(addressOf(path))
    const moves = await movesOf(page)
    expect(
      moves.reduce((sum, [share]) => sum + share, 0),
      JSON.stringify(moves),
    ).toBeLessThan(0.02)
    expect(await faultsOf(page)).toEqual([])
    expect(await lostBlanks(page)).toEqual([])
    if (!isLong) await expectLegible(page, { colorScheme: 'dark' })
    expect(await overhangs(page, [320, 390, 768, 1280])).toEqual([0, 0, 0, 0])
    // Text of twice the size, as readers set it (WCAG 2.2, 1.4.4).
    await page.evaluate(`document.documentElement.style.fontSize = '200%'`)
    expect(await overhangs(page, [1280, 640, 390])).toEqual([0, 0, 0])
    expect(await cutOff(page)).toEqual([])
  })
})

describe.each(half([...types, ...others]))('%s, %s,', (path) => {
  test('has room for the long words of German', async () => {
    const page = open.narrow
    await page.goto(addressOf(path))
    // As many letters in a line as 320 pixels have of text of twice the size.
    expect(await overhangs(page, [320, 1024, 160])).toEqual([0, 0, 0])
  })
})

describe.runIf(isLong).each(types)('%s, %s,', (path) => {
  test('is legible in colours that the system gives', async () => {
    const page = open.desk
    await page.goto(addressOf(path))
    await expectLegible(page, { forcedColors: 'active' })
  })
})

describe.each(half(types))('%s, %s,', (path) => {
  test('is accessible on an Arabic phone, fits it, and has targets that a finger meets', async () => {
    const page = open.phone
    await page.goto(addressOf(path))
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
    const moves = await movesOf(page)
    expect(
      moves.reduce((sum, [share]) => sum + share, 0),
      JSON.stringify(moves),
    ).toBeLessThan(0.02)
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
    expect(await lowTargets(page, `:is(${pressed}):not(${inText})`, 24)).toEqual([])
    expect(await lowTargets(page, `:is(${pressed}):not(${inText}, ${besideText})`, 44)).toEqual([])
    expect(await faultsOf(page, { without: ['color-contrast'] })).toEqual([])
  })
})

/** What has the focus, and whether a reader sees it: within the window, with a line around it, or around what it stands for. */
async function focused(page: Page): Promise<{ name: string; isSeen: boolean }> {
  return page.evaluate(`(() => {
    const one = document.activeElement
    const box = one.getBoundingClientRect()
    const isWithin = box.bottom > 0 && box.top < innerHeight && box.width > 0 && box.height > 0
    const lines = [one, one.closest('.card, .row, label, form, summary')].flatMap((each) =>
      each ? [getComputedStyle(each), getComputedStyle(each, '::after'), getComputedStyle(each, '::before')] : [])
    const isRinged = lines.some(({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2)
    const name = one.getAttribute('aria-label') ?? one.closest('label')?.textContent ?? one.textContent
    return { name: name.replace(/\\s+/g, ' ').trim() || one.name, isSeen: isWithin && isRinged }
  })()`)
}

/** Goes on with the Tab key until something with the name has the focus, which is seen all the way. */
async function tabTo(page: Page, name: RegExp, most = 80): Promise<void> {
  const passed: string[] = []
  for (let at = 0; at < most; at += 1) {
    await page.keyboard.press('Tab')
    const now = await focused(page)
    passed.push(now.name)
    expect(now).toEqual({ name: now.name, isSeen: true })
    if (name.test(now.name)) return
  }
  throw new Error(`It is not among ${passed.join(' | ')}`)
}

test.skipIf(isLong)(
  'a whole search is done with the keyboard, and what has the focus is seen at every step',
  async () => {
    const page = open.desk
    await page.setViewportSize(windows.desk.viewport)
    await page.goto('/')
    await tabTo(page, /^Search events/)
    await page.keyboard.type('concert')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/list?q=concert')
    await tabTo(page, /^music/i)
    await page.keyboard.press('Space')
    await tabTo(page, /^Show events/)
    await page.keyboard.press('Enter')
    await page.waitForURL(/categories=music/)
    await tabTo(page, /^Spring Concert/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Spring Concert' }).waitFor()
    await tabTo(page, /^Add to calendar/)
    await page.keyboard.press('Enter')
    await tabTo(page, /^Google Calendar/)
  },
)

test.skipIf(isLong)('the list beside a map is no longer than that, and scrolls', async () => {
  const page = open.desk
  await page.setViewportSize(windows.desk.viewport)
  await page.goto('/map')
  const [map, list, whole] = await page.evaluate<number[]>(`['.map-box', '.map-list', '.map-list']
    .map((name, at) => document.querySelector(name)[at === 2 ? 'scrollHeight' : 'offsetHeight'])`)
  expect(list).toBe(map)
  expect(whole).toBeGreaterThan(list ?? Infinity)
})

test.skipIf(isLong)('a list below a map stands where it will be before the map is there', async () => {
  const page = open.phone
  await page.goto('/map')
  const places = await page.evaluate<number[]>(`(() => {
    const top = () => document.querySelector('.map-list').getBoundingClientRect().top
    const [before, map] = [top(), document.querySelector('.map-box')]
    map.remove()
    return [before, top()]
  })()`)
  expect(places[1]).toBe(places[0])
})

test('a page with faults would be found out', async () => {
  const page = open.desk
  await page.goto('/')
  await page.evaluate(
    `document.querySelector('main').innerHTML = '<img src="/x.png"><a href="/"></a><p>wide</p><div>All: <b>places</b></div>'
    document.querySelector('main div').style.display = 'flex'
    document.querySelector('main p').style.width = '3000px'`,
  )
  expect((await faultsOf(page)).join()).toMatch(/image-alt.*link-name/s)
  expect(await overhangs(page, [320])).not.toEqual([0])
  expect(await lostBlanks(page)).toHaveLength(1)
})

test.skipIf(isLong)('who wants less motion has none', async () => {
  const page = open.desk
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/map')
  const moving = await page.evaluate<string[]>(`[...document.querySelectorAll('body *')]
    .filter((one) => { const { transitionDuration: t, animationName: a } = getComputedStyle(one); return (parseFloat(t) > 0.01 && !one.closest('.leaflet-container')) || a !== 'none' })
    .map((one) => one.outerHTML.slice(0, 80))`)
  expect(moving).toEqual([])
  await page.emulateMedia({ reducedMotion: null })
})
