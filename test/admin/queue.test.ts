import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { faultsOf } from '../web/axe.ts'
import { openOffice } from './desk.ts'

let app: TestApp

/** How many events wait. */
const many = 30
/** What would run where a text is taken for HTML. */
const hostile = '"><img src=x onerror="document.title=1"><script>document.title=2</script>'

const sit = openOffice(
  {
    SITE_NAME: 'Exampleton',
    SITE_TIMEZONE: 'Europe/Berlin',
    SITE_URL: 'https://calendar.example.org',
    MAIL_FOLDER: '/nonexistent',
  },
  async (made) => {
    app = made
    for (let at = 0; at < many; at += 1)
      await app.ask({
        as: 'contributor',
        method: 'POST',
        path: 'events',
        json: {
          title: at === 7 ? `Show 7 ${hostile}` : `Show ${at}`,
          status: 'pending',
          start_date: `2031-04-${String(1 + (at % 28)).padStart(2, '0')} 18:00`,
          end_date: `2031-04-${String(1 + (at % 28)).padStart(2, '0')} 20:00`,
          ...(at === 7
            ? { venue: { venue: hostile, address: hostile }, description: hostile, review_note: hostile }
            : {}),
          ...(at === 9 ? { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] } : {}),
        },
      })
    for (const [title, recurrence] of [
      ['Market', undefined],
      ['Lantern', undefined],
      ['Flute', ['RRULE:FREQ=WEEKLY;COUNT=2']],
    ] as const)
      await app.create('events', {
        title,
        start_date: '2031-03-12 10:00',
        end_date: '2031-03-12 11:00',
        ...(recurrence ? { recurrence } : {}),
      })
    await app.create('events', {
      title: 'Choir',
      start_date: '2031-03-11 19:00',
      end_date: '2031-03-11 20:30',
      recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=4'],
    })
  },
)

const countOf = async (status: string) =>
  (
    await app.read(
      'events',
      { status, starts_after: '2031-03-31', search: 'Show', collapse: 'series', per_page: 1 },
      'editor',
    )
  ).total
const startsOf = async (search: string) => {
  const { events } = await app.read('events', { search, starts_after: '2031-03-01' }, 'editor')
  return events.map(({ start_date }: { start_date: string }) => start_date.slice(0, 10))
}

const idsOf = async (search: string) => {
  const { events } = await app.read('events', { search, starts_after: '2031-03-01' }, 'editor')
  return events.map(({ id }: { id: number }) => id)
}

/** Of which series each date is, and what was changed on it alone. */
const seriesOf = async (search: string): Promise<readonly { id: number; changed: readonly string[] }[]> => {
  const { events } = await app.read('events', { search, starts_after: '2031-03-01' }, 'editor')
  return events.map(({ series }: { series: object }) => series)
}

test('thirty that wait are decided by keys: looked at, approved, asked about, given back with a reason', async () => {
  const page = await sit('editor')
  await page.goto('/admin/waiting')
  await page.getByText(`1 of ${many}`).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('j')
  await page.getByText(`2 of ${many}`).waitFor()
  await page.keyboard.press('k')
  await page.getByText(`1 of ${many}`).waitFor()

  await page.keyboard.press('q')
  await page.getByRole('dialog').getByLabel('Your question').fill('For how many?')
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Send the question' }).click()
  await page.getByText(/^Asked .* gets a mail\.$/).waitFor()
  expect(await countOf('pending')).toBe(many)

  await page.keyboard.press('r')
  await page.getByLabel('It is advertising').check()
  await page.getByRole('button', { name: 'Reject', exact: true }).last().click()
  await page.getByText(`1 of ${many - 1}`).waitFor()
  expect(await countOf('pending')).toBe(many - 1)
  const mails = await app.db.read.selectFrom('mail_outbox').select('body_text').orderBy('id').execute()
  expect(mails.map(({ body_text }) => body_text)).toEqual([
    expect.stringContaining('For how many?'),
    expect.stringMatching(/advertis/i),
  ])

  for (let left = many - 2; left >= 0; left -= 1) {
    await page.keyboard.press('a')
    await (left === 0 ? page.getByText('Nothing waits') : page.getByText(`1 of ${left}`)).waitFor()
  }
  expect([await countOf('pending'), await countOf('publish')]).toEqual([0, many - 1])
  // All dates of a series became public together.
  expect(await startsOf('"Show 9"')).toHaveLength(3)
  expect(await page.title()).not.toMatch(/^\d/)
})

test('an event is moved to another day by dragging and by keys, and back; of a series it is asked which', async () => {
  const page = await sit('editor')
  await page.goto('/admin/events?view=month&start=2031-03-10')
  const market = page.getByRole('link', { name: 'Market' })
  const day = (date: string) => page.locator(`[data-day="${date}"]`)
  await market.dragTo(day('2031-03-14'))
  await page.getByText(/“Market” is on .*14 Mar/).waitFor()
  await expect.poll(() => startsOf('Market')).toEqual(['2031-03-14'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => startsOf('Market')).toEqual(['2031-03-12'])

  await day('2031-03-12').getByRole('link', { name: 'Market' }).focus()
  await page.keyboard.press('m')
  await page.getByText('Arrow keys choose the day').waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect.poll(() => startsOf('Market')).toEqual(['2031-03-20'])

  await day('2031-03-12').getByRole('link', { name: 'Flute' }).focus()
  await page.keyboard.press('m')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Which dates shall move?' })
  await dialog.getByText('2 dates move').first().waitFor()
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByLabel('The whole series').check()
  await dialog.getByRole('button', { name: 'Move 2 dates' }).click()
  await expect.poll(() => startsOf('Flute')).toEqual(['2031-03-13', '2031-03-20'])
  // Until then the button is that of the move before.
  await page.getByText(/“Flute” is on /).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => startsOf('Flute')).toEqual(['2031-03-12', '2031-03-19'])
})

test('dates of a series are dragged to another day, all or those that follow, and each time it is taken back as a whole', async () => {
  const page = await sit('editor')
  await page.goto('/admin/events?view=month&start=2031-03-10&search=Choir')
  const day = (date: string) => page.locator(`[data-day="${date}"]`)
  const before = ['2031-03-11', '2031-03-18', '2031-03-25', '2031-04-01']
  const ids = await idsOf('Choir')
  const plain = await seriesOf('Choir')
  expect(plain.map(({ changed }) => changed)).toEqual([[], [], [], []])
  for (const [from, to, scope, moved] of [
    [
      '2031-03-18',
      '2031-03-20',
      'The whole series',
      ['2031-03-13', '2031-03-20', '2031-03-27', '2031-04-03'],
    ],
    ['2031-03-18', '2031-03-21', /all that follow/, ['2031-03-11', '2031-03-21', '2031-03-28', '2031-04-04']],
    ['2031-03-25', '2031-03-24', /^Only/, ['2031-03-11', '2031-03-18', '2031-03-24', '2031-04-01']],
  ] as const) {
    await day(from).getByRole('link', { name: 'Choir' }).dragTo(day(to))
    const dialog = page.getByRole('dialog', { name: 'Which dates shall move?' })
    await dialog.getByLabel(scope).check()
    await dialog.getByRole('button', { name: /^Move / }).click()
    await page.getByText(/“Choir” is on /).waitFor()
    await expect.poll(() => startsOf('Choir')).toEqual(moved)
    expect(await idsOf('Choir')).toEqual(ids)
    await day(to).getByRole('link', { name: 'Choir' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => startsOf('Choir')).toEqual(before)
    expect(await idsOf('Choir')).toEqual(ids)
    // Its series is one again, and none of its dates is marked as changed by itself.
    expect(await seriesOf('Choir')).toEqual(plain)
    await day(from).getByRole('link', { name: 'Choir' }).waitFor()
  }
  expect(await page.getByRole('alert').textContent()).toBe('')

  // What somebody has changed since stays, and that is said.
  await day('2031-03-25').getByRole('link', { name: 'Choir' }).dragTo(day('2031-03-26'))
  const dialog = page.getByRole('dialog', { name: 'Which dates shall move?' })
  await dialog.getByLabel(/^Only/).check()
  await dialog.getByRole('button', { name: /^Move / }).click()
  await page.getByText(/“Choir” is on /).waitFor()
  const elsewhere = { start_date: '2031-03-27 19:00:00', end_date: '2031-03-27 20:00:00' }
  await app.ask({ as: 'editor', method: 'PATCH', path: `events/${ids[2]}`, json: elsewhere })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('It has changed since, so that it cannot be taken back as a whole.').waitFor()
  expect((await startsOf('Choir'))[2]).toBe('2031-03-27')
})

test('an event is moved by a finger that rests on it, and on a phone by a button and a tap on the day', async () => {
  const page = await sit('editor')
  await page.goto('/admin/events?view=month&start=2031-03-10&search=Lantern')
  const lantern = page.getByRole('link', { name: 'Lantern' })
  const day = (date: string) => page.locator(`[data-day="${date}"]`)
  await lantern.waitFor()
  expect(await page.locator('.wk [data-id]').count()).toBe(1)
  const from = await middleOf(lantern)
  const target = await middleOf(day('2031-03-21'))
  const hand = await page.context().newCDPSession(page)
  await hand.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] })
  await page.getByText(/Moving “Lantern”/).waitFor()
  await hand.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [target] })
  await hand.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect.poll(() => startsOf('Lantern')).toEqual(['2031-03-21'])

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin/events?view=month&start=2031-03-10&day=2031-03-21&search=Lantern')
  await page.getByRole('button', { name: 'Move “Lantern”', exact: true }).click()
  await page.getByText('Tap the day it shall be on.').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await day('2031-03-18').getByRole('link').first().click()
  const drop = page.getByRole('button', { name: 'Drop here' })
  for (const end of ['0', 'document.body.scrollHeight']) {
    await page.evaluate(`scrollTo(0, ${end})`)
    expect(await bottomOf(drop), `scrolled to ${end}`).toBeLessThan(await topOf(page.locator('.tabbar')))
  }
  await drop.click()
  await expect.poll(() => startsOf('Lantern')).toEqual(['2031-03-18'])
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('State', { exact: true }).selectOption('draft')
  await expect.poll(() => page.locator('.wk [data-id]').count()).toBe(0)
})

async function topOf(part: Locator): Promise<number> {
  return (await boxOf(part)).y
}

async function bottomOf(part: Locator): Promise<number> {
  const { y, height } = await boxOf(part)
  return y + height
}

async function middleOf(part: Locator): Promise<{ x: number; y: number }> {
  const box = await boxOf(part)
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) }
}

async function boxOf(part: Locator) {
  const box = await part.boundingBox()
  if (!box) throw new Error('It is not shown.')
  return box
}

test('a sentence fills the fields, and what is not understood leaves them and says so', async () => {
  const page = await sit('editor')
  await page.goto('/admin/events/new')
  const words = page.getByLabel('In words')
  await words.fill('every Tuesday 10:30 to 11:15 until 29 April, not on 25 March')
  await page
    .getByText(
      /^Every Tuesday until 29 April 2031, except 25 March, from Tuesday,? 11 March 2031, 10:30 – 11:15$/,
    )
    .waitFor()
  expect(await page.getByLabel('Starts', { exact: true }).inputValue()).toBe('2031-03-11')
  const dates = page.getByRole('region', { name: 'The dates this makes' })
  await dates.getByText('7 dates').waitFor()
  await words.fill('every Tuesday at seven')
  await page.getByText('Not understood: “at seven”').waitFor()
  expect(await page.getByLabel('Starts at').inputValue()).toBe('10:30')
  await words.fill('3/4 19:00')
  await page.getByText('Which day is “3/4”?').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: '3 April' }).click()
  await expect.poll(() => page.getByLabel('Starts', { exact: true }).inputValue()).toBe('2031-04-03')
  await words.fill('first Sunday of the month 14:00 to 16:00, not in August')
  await page
    .getByText(
      /^Every month on the first Sunday, except in August, from Sunday,? 6 April 2031, 14:00 – 16:00$/,
    )
    .waitFor()
  await dates.getByText('Not in August.').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await dates.getByRole('button', { name: 'Put it back' }).click()
  await dates.getByText('Not in August.').waitFor({ state: 'detached' })
})

test.each([
  ['light', 1280, 'en-GB', 'administrator'],
  ['dark', 1280, 'de-DE', 'contributor'],
  ['light', 390, 'ar', 'editor'],
] as const)(
  'Today and the month are accessible and within the window: %s, %i pixels, %s, %s',
  async (colorScheme, width, locale, role) => {
    const page = await sit(role, { colorScheme, locale, viewport: { width, height: 844 } })
    for (const [path, shows] of [
      ['/admin/', 'section.section'],
      ['/admin/events?view=month&start=2031-03-10', '.wk [data-id], .dots .dot'],
    ] as const) {
      await page.goto(path)
      await page.locator(shows).first().waitFor({ state: 'attached' })
      expect(await faultsOf(page), path).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(width)
    }
  },
)
