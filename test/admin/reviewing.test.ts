import { expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { faultsOf } from '../web/axe.ts'
import { openOffice } from './desk.ts'

let app: TestApp

const sit = openOffice({ SITE_NAME: 'Exampleton', SITE_TIMEZONE: 'Europe/Berlin' }, async (made) => {
  app = made
  const { id } = await app.create('categories', { name: 'Music' })
  for (const [day, title] of ['Jazz', 'Choir', 'Organ'].entries())
    await app.create('events', {
      title,
      start_date: `2031-03-${20 + day} 18:00:00`,
      end_date: `2031-03-${20 + day} 20:00:00`,
      categories: [id],
      venue: { venue: `Hall ${day}` },
    })
  await app.create('events', {
    title: 'Flute',
    start_date: '2031-03-24 18:00:00',
    end_date: '2031-03-24 20:00:00',
    recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'],
  })
})

const statusOf = async (title: string) => {
  const { events } = await app.read('events', { search: title, status: 'publish' }, 'editor')
  return events.length === 0 ? 'hidden' : (events[0].event_status ?? 'scheduled')
}

test('what a contributor sends waits, and an editor approves it', async () => {
  const sending = await sit('contributor')
  await sending.goto('/admin/events/new')
  await sending.getByRole('textbox', { name: 'Title' }).fill('Poetry')
  await sending.getByLabel('In words').fill('18 March 2031, 19:00 to 21:00')
  await sending.getByLabel('A word to the editor').fill('The hall is booked.')
  await sending.getByRole('button', { name: 'Send for approval' }).click()
  await sending.getByText('It waits for approval.').waitFor()
  expect(await statusOf('Poetry')).toBe('hidden')
  await sending.reload()
  expect(await sending.getByLabel('A word to the editor').inputValue()).toBe('The hall is booked.')

  const page = await sit('editor')
  for (const screen of ['', '/waiting']) {
    await page.goto(`/admin${screen}`)
    await page.getByText('The hall is booked.').waitFor()
  }
  await page.goto('/admin/events?tab=waiting')
  await page.getByLabel('Select Poetry').check()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('status').getByText('Public now: Poetry').waitFor()
  await page.getByText('Nothing waits for approval.').waitFor()
  expect(await statusOf('Poetry')).toBe('scheduled')
})

test('an author sees what they may do, and no more', async () => {
  const page = await sit('contributor')
  await page.goto('/admin/events')
  await page.getByLabel('Select Jazz').check()
  const bulk = page.getByRole('region', { name: 'What to do with the selection' })
  expect(await bulk.getByRole('button').allTextContents()).toEqual(['Clear'])
  // What is of others is there to be read.
  await page.getByRole('link', { name: 'Jazz' }).click()
  await page.getByRole('heading', { level: 1, name: 'Jazz' }).waitFor()
  expect(await page.getByLabel('Title').count()).toBe(0)
})

test('an event, a place and a screen are found from everywhere by their names, with the keyboard alone', async () => {
  const page = await sit('editor')
  await page.goto('/admin/account')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('/')
  const field = page.getByRole('combobox', { name: 'Find an event, a place, an organizer or a screen' })
  await field.fill('jaz')
  await page.getByRole('option', { name: 'Jazz' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/admin\/events\/\d+$/)
  for (const [typed, name, address] of [
    ['hall 1', 'Hall 1 place', /\/admin\/venues\/\d+$/],
    ['PICT', 'Pictures', /\/admin\/pictures$/],
    ['choir', 'All events with “choir”', /\/admin\/events\?search=choir$/],
  ] as const) {
    await page.goto('/admin/account')
    await page.getByRole('button', { name: 'Find' }).click()
    await field.fill(typed)
    await page.getByRole('option', { name }).click()
    await page.waitForURL(address)
  }
  // Escape closes it at once, and the focus goes back.
  const opener = page.getByRole('button', { name: 'Find' })
  await opener.click()
  await field.fill('organ')
  await page.getByRole('option', { name: 'Organ' }).first().waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  expect(await opener.evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true)
})

test('several events are cancelled with a reason, one goes to the trash and comes back', async () => {
  const page = await sit('editor')
  await page.goto('/admin/events')
  await page.getByLabel('Select Jazz').check()
  await page.getByLabel('Select Choir').check()
  await page.getByRole('button', { name: 'Cancel …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel 2 events?' })
  await dialog.getByLabel('What shall people read?').fill('Because of the storm')
  await dialog.getByRole('button', { name: 'Cancel 2 events' }).click()
  await page.getByText('Because of the storm').first().waitFor()
  expect([await statusOf('Jazz'), await statusOf('Choir'), await statusOf('Organ')]).toEqual([
    'canceled',
    'canceled',
    'scheduled',
  ])
  // By the menu of its row, and back by one press.
  await page.getByRole('button', { name: 'More for Organ' }).click()
  await page.locator('#row-menu').getByRole('button', { name: 'Move to trash' }).click()
  await page.getByText('In the trash: Organ').waitFor()
  expect(await statusOf('Organ')).toBe('hidden')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => statusOf('Organ')).toBe('scheduled')
})

test('the list is searched and narrowed, and its address says so', async () => {
  const page = await sit('editor')
  await page.goto('/admin/events')
  await page.getByLabel('Search events').fill('flute')
  await page.getByText('1 – 1 of 1').waitFor()
  // A series is there once; unfolded, its next dates are, each with what can be done with it.
  await page.getByText('2 more dates').click()
  await page
    .getByRole('button', { name: /^More for Flute.*, / })
    .first()
    .click()
  await page.locator('#row-menu').getByRole('button', { name: 'Cancel this date …' }).waitFor()
  await page.keyboard.press('Escape')
  const more = page.getByRole('main').getByRole('button', { name: 'More', exact: true })
  await more.click()
  await page.getByRole('button', { name: 'Show every date of a series' }).click()
  await page.getByText('1 – 3 of 3').waitFor()
  await page.reload()
  await page.getByText('1 – 3 of 3').waitFor()
  await page.getByRole('button', { name: 'Remove Every date of a series' }).click()
  await page.getByText('1 – 1 of 1').waitFor()
  // Beside words, by what events have: what is chosen is in the address, and taken away by itself.
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('State', { exact: true }).selectOption('draft')
  await page.getByText('Nothing matches.').waitFor()
  expect(new URL(page.url()).searchParams.get('state')).toBe('draft')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Remove Draft' }).click()
  await page.getByText('1 – 1 of 1').waitFor()
  await page.goto('/admin/events?search=nothing+like+it')
  await page.getByRole('button', { name: 'Show all' }).first().click()
  await page.getByLabel('Select Flute').waitFor()
})

test('events of imports say so, and are looked for by that and by how far ahead they are', async () => {
  const sent = await app.ask({
    as: 'administrator',
    method: 'PUT',
    path: 'events/by-source/Box%20office/1',
    json: { title: 'Recital', start_date: '2031-03-20 18:00', end_date: '2031-03-20 19:00' },
  })
  expect(sent.status).toBe(201)
  const page = await sit('editor')
  await page.goto('/admin/events?from=imported&days=7')
  await page.getByText('Nothing matches.').waitFor()
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('How far ahead').selectOption('14')
  await page.keyboard.press('Escape')
  await page.getByRole('row', { name: /Recital.*From Box office/ }).waitFor()
  await page.getByText('1 – 1 of 1').waitFor()
  await page.getByRole('button', { name: 'Remove From imports' }).click()
  await page.getByLabel('Select Jazz').waitFor()
  await page.getByRole('button', { name: 'Remove Next 14 days' }).click()
  await page.getByLabel('Select Flute').waitFor()
  expect(new URL(page.url()).search).toBe('')
})

test('which dates of a series are meant is asked with what each answer reaches, and places are set for several at once', async () => {
  const { id } = await app.create('events', {
    title: 'Drums',
    start_date: '2031-04-02 18:00:00',
    end_date: '2031-04-02 19:00:00',
    recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'],
  })
  const page = await sit('editor')
  await page.goto('/admin/events?search=drums')
  const ofSeries = async (name: string) =>
    (await app.read('events', { search: 'drums', starts_after: '2031-01-01' })).events.map(
      (event: Record<string, unknown>) => event[name],
    )
  // A place that is not there yet, for all dates that are to come.
  await page.getByRole('button', { name: 'Add a place' }).click()
  const places = page.locator('#sorting')
  await places.getByRole('combobox', { name: 'Place' }).fill('Drill Hall')
  await places.getByRole('option', { name: 'as a new place' }).click()
  await places.getByRole('button', { name: 'Add it' }).click()
  await places.getByRole('radio', { name: /All dates/ }).check()
  expect(await faultsOf(page)).toEqual([])
  await places.getByRole('button', { name: 'Change 3 events' }).click()
  await page.getByText('Your changes are saved.').waitFor()
  const [place] = await ofSeries('venue')
  expect(place).toMatchObject({ venue: 'Drill Hall' })
  expect(await ofSeries('venue')).toEqual([place, place, place])
  await page.getByRole('cell', { name: 'Drill Hall' }).waitFor()
  // One press takes it back, of all of them.
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => ofSeries('venue')).toEqual([[], [], []])
  await page.getByRole('button', { name: 'Add a place' }).waitFor()
  // The search for faults has unfolded what can be.
  await page.locator('details[open]', { hasText: '2 more dates' }).waitFor()
  await page.getByRole('button', { name: /^More for Drums, .* 9 Apr/ }).click()
  await page.locator('#row-menu').getByRole('button', { name: 'Cancel this date …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel Drums?' })
  await dialog.getByRole('button', { name: 'Cancel the event' }).waitFor()
  const following = dialog.getByLabel('This date and those after it')
  await following.and(page.getByRole('radio')).check()
  await dialog.getByText('2 events').first().waitFor()
  await dialog.getByText('3 events').first().waitFor()
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel 2 events' }).click()
  await page.getByText('Cancelled: Drums').waitFor()
  expect(await ofSeries('event_status')).toEqual([undefined, 'canceled', 'canceled'])
  // Which keys there are is said by a key; by its own the row moves to another day: one date, or more of them.
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keys' })
  await keys.getByText('Move to another day').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await keys.waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Drums' }).first().focus()
  await page.keyboard.press('m')
  const moving = page.getByRole('dialog', { name: 'Move Drums' })
  await moving.getByLabel('New day').fill('2031-04-03')
  await moving.getByRole('button', { name: 'Move 1 date' }).click()
  await page.getByText('“Drums” is on').waitFor()
  expect((await app.read(`events/${id}`)).start_date).toBe('2031-04-03 18:00:00')
})

test.each([
  ['light', 1280, 'en-GB'],
  ['dark', 1280, 'en-GB'],
  ['light', 390, 'de-DE'],
  ['light', 390, 'ar'],
] as const)(
  'list and editor are accessible and within the window: %s, %i pixels, %s',
  async (colorScheme, width, locale) => {
    const page = await sit('administrator', {
      colorScheme,
      locale,
      viewport: { width, height: 844 },
    })
    for (const path of ['/admin/events', '/admin/events/new']) {
      await page.goto(path)
      await page
        .locator(path.endsWith('new') ? '#e-title' : 'tbody tr')
        .first()
        .waitFor({ state: 'attached' })
      expect(await faultsOf(page), path).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(width)
    }
  },
)
