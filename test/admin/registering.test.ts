import { expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { faultsOf } from '../web/axe.ts'
import { now, openOffice } from './desk.ts'

let app: TestApp

const sit = openOffice({ SITE_TIMEZONE: 'Europe/Berlin' }, async (made) => {
  app = made
})

const times = { start_date: '2031-05-06 15:00', end_date: '2031-05-06 16:00' }
const said = async (id: number) =>
  (await app.read(`events/${id}`, { context: 'edit' }, 'editor')).registration

test('an event says who may come: here with places, times and questions, or on another page, or not at all', async () => {
  const { id } = await app.create('events', { title: 'Mask making', ...times })
  const page = await sit('editor')
  await page.goto(`/admin/events/${id}`)
  const part = page.getByRole('region', { name: 'Registration' })
  const save = () => page.getByRole('button', { name: 'Save changes' }).click()
  await part.getByLabel('Here').check()
  await part.getByLabel('Places').fill('twelve')
  await part.getByLabel('People under one name').fill('3')
  await part.getByLabel('Closes', { exact: true }).selectOption('Before the start')
  await part.getByText('More: approval').click()
  await part.getByRole('button', { name: 'Add a question' }).click()
  await part.getByRole('textbox', { name: 'Question 1' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('Age of the children')
  await part.getByRole('button', { name: 'Add a question' }).click()
  await page.keyboard.type('Which colour?')
  await part.getByLabel('Is answered by').nth(1).selectOption('One of several')
  await part.getByLabel('What can be chosen').fill('Red\nGreen\n')
  await part.getByRole('textbox', { name: 'Question 2' }).press('Alt+ArrowUp')
  await part.getByRole('textbox', { name: 'Question 1' }).and(page.locator(':focus')).waitFor()
  await part.getByRole('status').getByText('Which colour?: now 1 of 2').waitFor()
  await part.getByLabel('What people must agree to').fill('Our names may be kept.')
  expect(await faultsOf(page)).toEqual([])
  await save()
  await part.getByText('This must be a whole number from 0 to 100000.').waitFor()
  await part.getByLabel('Places').fill('12')
  await save()
  await expect
    .poll(() => said(id))
    .toMatchObject({
      mode: 'open',
      capacity: 12,
      party_max: 3,
      closes_before: 120,
      closes: '2031-05-06 13:00:00',
      consent: 'Our names may be kept.',
      questions: [
        { label: 'Which colour?', type: 'choice', options: ['Red', 'Green'] },
        { label: 'Age of the children', type: 'text' },
      ],
    })

  await part.getByLabel('On another page').check()
  await save()
  await page.getByText('Say at which address people register.').first().waitFor()
  await part.getByLabel('Where people register').fill('tickets.example/mask')
  await save()
  await expect.poll(() => said(id)).toMatchObject({ mode: 'external', url: 'https://tickets.example/mask' })

  await part.getByLabel('Not at all').check()
  await save()
  await expect.poll(() => said(id)).toBeUndefined()
}, 120_000)

test('who saves a move or a cancellation of an event with guests is told first how many get a mail', async () => {
  const { id } = await app.create('events', { title: 'Reading', ...times, registration: { capacity: 3 } })
  for (const name of ['Ada', 'Ben'])
    await app.create(`events/${id}/guests`, { name, email: `${name}@example.org`, party: 1 }, 'editor')
  const page = await sit('editor')
  await page.goto(`/admin/events/${id}`)
  const part = page.getByRole('region', { name: 'Registration' })
  await part.getByText('2 of 3 places are taken').waitFor()
  await page.getByLabel('Starts at').fill('14:00')
  await page.getByRole('button', { name: 'Save changes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Guests are told of this' })
  await dialog.getByText('2 guests get a mail with the new time.').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Go on editing' }).click()
  expect((await app.read(`events/${id}`)).start_date).toBe('2031-05-06 15:00:00')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('status').getByText('Your changes are saved').waitFor()
  expect((await app.read(`events/${id}`)).start_date).toBe('2031-05-06 14:00:00')

  await page.getByRole('textbox', { name: 'Title' }).fill('Reading aloud')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect.poll(async () => (await app.read(`events/${id}`)).title).toBe('Reading aloud')
  await page.getByRole('combobox', { name: 'Does it take place?' }).selectOption('Cancelled')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await dialog.getByText('2 guests get a mail that it does not take place.').waitFor()
  await dialog.getByRole('button', { name: 'Go on editing' }).click()

  await page.goto('/admin/events')
  await page.getByRole('link', { name: 'Guests: 2/3' }).waitFor()
  await page.getByRole('button', { name: 'More for Reading aloud' }).click()
  await page.locator('#row-menu').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog').getByText('Guests get a mail about this.').waitFor()
}, 120_000)

test('before something is taken back it is said how many guests are told what; of a typo nobody is told, and nothing asked', async () => {
  const { id } = await app.create('events', { title: 'Taken back', ...times, registration: { capacity: 3 } })
  for (const name of ['Ada', 'Ben'])
    await app.create(`events/${id}/guests`, { name, email: `${name}@example.org`, party: 1 }, 'editor')
  const change = (json: object) =>
    app.ask({ as: 'editor', method: 'POST', path: `events/${id}`, json }).then(({ status }) => status)
  const read = async () => (await app.ask({ as: 'editor', path: `events/${id}` })).body
  expect(await change({ title: 'Takn back' })).toBe(200)
  const page = await sit('editor')
  const dialog = page.getByRole('dialog', { name: 'Guests are told of this' })
  const leave = () => dialog.getByRole('button', { name: 'Leave it' }).click()
  const goBack = () => dialog.getByRole('button', { name: 'Take back' }).click()
  const undoLast = () => page.locator('.log > li').first().getByRole('button', { name: 'Take back' }).click()
  await page.goto(`/admin/history/events/${id}`)
  await undoLast()
  await page.getByRole('status').getByText('Taken back').waitFor()
  expect((await read()).title).toBe('Taken back')
  expect(await change({ start_date: '2031-05-06 14:00' })).toBe(200)
  app.setNow(now.add({ minutes: 5 }))
  await app.app.tendGuests()
  await page.reload()
  await undoLast()
  await dialog.getByText('2 guests get a mail with the new time.').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await leave()
  expect((await read()).start_date).toBe('2031-05-06 14:00:00')
  await undoLast()
  await goBack()
  await page.getByRole('status').getByText('Taken back').waitFor()
  expect((await read()).start_date).toBe('2031-05-06 15:00:00')

  // The same beside what was said of it.
  await page.goto('/admin/events')
  await page.getByRole('button', { name: 'More for Taken back' }).click()
  await page.locator('#row-menu').getByRole('button', { name: 'Move to trash' }).click()
  await page.getByRole('dialog').locator('button.danger').click()
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).waitFor()
  await app.app.tendGuests()
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await dialog.getByText('2 guests get a mail that it takes place.').waitFor()
  await goBack()
  await expect.poll(async () => (await read()).status).toBe('publish')
}, 120_000)

const later = { start_date: '2031-06-03 15:00', end_date: '2031-06-03 16:00' }
const latest = { start_date: '2031-07-01 15:00', end_date: '2031-07-01 16:00' }

test('whichever way an event with guests is moved, or goes, it is said first that they get a mail; without guests nothing is asked', async () => {
  const guest = async (id: number) =>
    app.create(`events/${id}/guests`, { name: 'Ada', email: `ada-${id}@example.org`, party: 1 }, 'editor')
  const make = async (title: string, more: object = {}) =>
    (await app.create('events', { title, ...later, registration: { capacity: 3 }, ...more })).id
  const [full, empty] = [await make('Full house'), await make('Empty house')]
  await guest(full)
  await app.create('venues', { venue: 'Barn' })
  const status = async (id: number) => (await app.ask({ as: 'editor', path: `events/${id}` })).status
  const start = async (id: number) => (await app.read(`events/${id}`)).start_date
  const page = await sit('editor')
  const hears = page.getByRole('dialog').getByText('Guests get a mail about this.')
  const answer = (name: string | RegExp) => page.getByRole('dialog').getByRole('button', { name }).click()

  await page.goto('/admin/events?view=month&start=2031-06-02')
  const drag = async (id: number) => {
    await page.locator(`[data-id="${id}"][draggable="true"]`).focus()
    for (const key of ['m', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  }
  await drag(empty)
  await expect.poll(() => start(empty)).toBe('2031-06-04 15:00:00')
  await drag(full)
  await hears.waitFor()
  expect(await faultsOf(page)).toEqual([])
  await answer('Put it back')
  expect(await start(full)).toBe('2031-06-03 15:00:00')
  await drag(full)
  await answer(/^Move/)
  await expect.poll(() => start(full)).toBe('2031-06-04 15:00:00')

  await page.goto('/admin/events?start=2031-06-01')
  const deed = async (title: string, name: string) => {
    await page.getByRole('button', { name: `More for ${title}` }).click()
    await page.locator('#row-menu').getByRole('button', { name }).click()
  }
  await deed('Full house', 'Move to trash')
  await hears.waitFor()
  await answer(/^Keep/)
  await deed('Full house', 'Place …')
  await page.locator('#sorting').getByRole('combobox').fill('Barn')
  await page.getByRole('option', { name: /^Barn/ }).first().click()
  await page.locator('#sorting').getByText('Guests get a mail about this.').waitFor()
  await page.keyboard.press('Escape')
  await deed('Empty house', 'Move to trash')
  await expect.poll(() => status(empty)).toBe(403)

  await page.goto(`/admin/events/${full}`)
  await page.locator('[popovertarget="other-ways"]').click()
  await page.locator('#other-ways').getByRole('button', { name: 'Move to trash' }).click()
  const told = page.getByRole('dialog', { name: 'Guests are told of this' })
  await told.getByText('1 guest gets a mail that it does not take place.').waitFor()
  await told.getByRole('button', { name: 'Move to trash' }).click()
  await expect.poll(() => status(full)).toBe(403)
}, 120_000)

test('of a series it is said where guests come to any of the dates that a change reaches', async () => {
  const first = await app.create('events', {
    title: 'Weekly house',
    ...latest,
    recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'],
    registration: { capacity: 3 },
  })
  const dates: readonly { id: number }[] = (await app.read('events', { post_parent: first.series.id })).events
  const [one = 0, , last = 0] = dates.map(({ id }) => id)
  await app.create(`events/${last}/guests`, { name: 'Ada', email: 'ada@example.org', party: 1 }, 'editor')
  const page = await sit('editor')
  await page.goto('/admin/events?view=month&start=2031-06-30')
  await page.locator(`[data-id="${one}"][draggable="true"]`).focus()
  for (const key of ['m', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  const dialog = page.getByRole('dialog')
  const hears = dialog.getByText('Guests get a mail about this.')
  await dialog.getByRole('button', { name: 'Move 1 date' }).waitFor()
  expect(await hears.count()).toBe(0)
  await dialog.getByRole('radio').nth(2).check()
  await hears.waitFor()
}, 120_000)
