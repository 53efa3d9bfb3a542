import { expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { faultsOf } from '../web/axe.ts'
import { openOffice } from './desk.ts'

let app: TestApp
const hostile = '<img src=x onerror=window.wasRun=1>Gulls & <b>Terns</b>'

const sit = openOffice({ SITE_TIMEZONE: 'Europe/Berlin' }, async (made) => {
  app = made
})

const change = (path: string, json: object) => app.ask({ as: 'editor', method: 'POST', path, json })

test('an editor reads what was done to an event, takes one change back, and is told what has changed since', async () => {
  const hall = await app.create('venues', { venue: 'Harbour <i>Hall</i>' })
  const { id } = await app.create('events', {
    title: 'Choir',
    start_date: '2031-03-11 19:00:00',
    end_date: '2031-03-11 21:00:00',
    status: 'publish',
  })
  await change(`events/${id}`, { start_date: '2031-03-11 19:30:00', cost: '12 €', venue: hall.id })
  await change(`events/${id}`, { cost: '14 €' })
  await change(`events/${id}`, { title: hostile })
  const page = await sit('editor')
  await page.goto(`/admin/events/${id}`)
  await page.getByRole('link', { name: 'Whole history' }).click()
  await page.getByRole('heading', { level: 1 }).getByText('History of').waitFor()
  const lines = page.locator('.log > li')
  await lines.first().waitFor()
  expect(await lines.count()).toBe(4)
  const first = lines.nth(2)
  expect(await first.getByText('Harbour Hall').count()).toBe(1)
  expect(await first.innerText()).toContain('19:30')
  expect(await faultsOf(page)).toEqual([])
  await first.getByRole('button', { name: 'Take back' }).click()
  await first.getByRole('alert').getByText('This has changed since: Price.').waitFor()
  await first.getByRole('button', { name: 'Take back the rest' }).click()
  await page.getByRole('status').getByText('Taken back').waitFor()
  const { start_date, cost, venue } = await app.read(`events/${id}`)
  expect([start_date, cost]).toEqual(['2031-03-11 19:00:00', '14€'])
  expect(venue).toEqual([])
  expect(await page.evaluate(() => 'wasRun' in globalThis)).toBe(false)
})

test('a change of many dates is one line among all, and goes back as one; nothing in titles runs', async () => {
  const series = await app.create('events', {
    title: `Yoga ${hostile}`,
    start_date: '2031-04-01 19:00:00',
    end_date: '2031-04-01 20:30:00',
    status: 'publish',
    recurrence: 'RRULE:FREQ=WEEKLY;COUNT=5',
  })
  await change(`events/${series.id}?scope=all`, { cost: '5 €' })
  const page = await sit('editor')
  await page.goto('/admin/')
  await page.getByRole('navigation').getByRole('link', { name: 'History' }).first().click()
  const line = page.locator('.log > li').first()
  await line.getByText('5 dates').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await line.getByRole('button', { name: 'Take back' }).click()
  await page.getByRole('status').getByText('Taken back').waitFor()
  expect((await app.read(`events/${series.id}`)).cost).toBe('')
  await page.getByRole('combobox', { name: 'Kind' }).selectOption({ label: 'Places' })
  const lines = page.locator('.log > li')
  await expect.poll(() => lines.count()).toBe(1)
  await page.getByText('Made: Harbour Hall').waitFor()

  await page.getByRole('combobox', { name: 'Kind' }).selectOption({ label: 'Any kind' })
  const words = page.getByRole('searchbox', { name: 'Search titles and people' })
  await words.fill('yoga')
  await expect.poll(() => lines.count()).toBe(3)
  // The field is the same one: who goes on typing goes on there.
  await words.press('End')
  await words.pressSequentially(' nowhere')
  await page.getByText('Nothing matches.').waitFor()
  expect(await words.inputValue()).toBe('yoga nowhere')
  await words.fill('')
  await page.getByText('Made: Harbour Hall').waitFor()
  await page.getByLabel('From').fill('2031-01-02')
  await page.getByLabel('To', { exact: true }).fill('2031-01-01')
  expect(await page.getByLabel('From').inputValue()).toBe('2031-01-01')
  expect(new URL(page.url()).searchParams.get('to')).toBe('2031-01-01')
  await page.getByText('Nothing matches.').waitFor()
  expect(await faultsOf(page)).toEqual([])
  expect(await page.evaluate(() => 'wasRun' in globalThis)).toBe(false)
})

test('a deed on several events tells how many events, not dates, and each is taken back by itself', async () => {
  const ids: number[] = []
  for (const title of ['Jazz', 'Tango', 'Swing'])
    ids.push(
      (await app.create('events', { title, start_date: '2031-05-01 19:00', end_date: '2031-05-01 20:00' }))
        .id,
    )
  await change('events/bulk', { ids, action: 'trash' })
  const page = await sit('editor')
  await page.goto('/admin/history')
  const line = page.locator('.log > li').first()
  await line.getByText('3 events').waitFor()
  expect(await line.getByText('dates').count()).toBe(0)
  expect(await line.getByRole('button', { name: 'Take back' }).count()).toBe(0)
  await line.getByText('What it was about').click()
  await line.getByRole('link', { name: 'To the trash: Tango' }).click()
  await page.getByRole('button', { name: 'Take back' }).first().click()
  await page.getByRole('status').getByText('Taken back').waitFor()
  expect((await app.read('events', { search: 'Tango' }, 'editor')).total).toBe(1)
})

test('who may not edit all of the calendar finds no history of all in the rail, and that of their own events', async () => {
  const { id } = await app.create(
    'events',
    { title: 'Mine', start_date: '2031-03-04', end_date: '2031-03-04' },
    'author',
  )
  const page = await sit('author')
  await page.goto('/admin/')
  await page.getByRole('navigation').getByRole('link', { name: 'Events' }).first().waitFor()
  expect(await page.getByRole('navigation').getByRole('link', { name: 'History' }).count()).toBe(0)
  // A link that leads there says so, and asks for nothing that is refused.
  await page.goto('/admin/history')
  await page.getByText('Your role may not do this.').waitFor()
  await page.goto(`/admin/history/events/${id}`)
  await page.getByText('Made: Mine').waitFor()
  expect(await faultsOf(page)).toEqual([])
})

test('a series that was split goes back from the line of one date, and what never can offers nothing', async () => {
  const { id, series } = await app.create('events', {
    title: 'Drawing',
    start_date: '2031-05-01 19:00:00',
    end_date: '2031-05-01 20:30:00',
    recurrence: 'RRULE:FREQ=WEEKLY;COUNT=4',
  })
  const { events } = await app.read('events', { post_parent: series.id })
  await change(`events/${events[2].id}?scope=following`, { title: 'Painting' })
  const page = await sit('editor')
  await page.goto('/admin/history')
  const line = page.locator('.log > li').first()
  expect(await line.innerText()).toContain('dates')
  await page.goto(`/admin/history/events/${events[3].id}`)
  await page.locator('.log > li').first().getByRole('button', { name: 'Take back' }).click()
  await page.getByRole('status').getByText('Taken back').waitFor()
  expect((await app.read(`series/${series.id}`)).occurrences).toBe(4)
  await change(`events/${id}?scope=all`, { recurrence: null })
  await page.goto(`/admin/history/events/${id}`)
  await page.locator('.log > li').first().waitFor()
  expect(await page.locator('.log > li').first().getByRole('button', { name: 'Take back' }).count()).toBe(0)
})

test('what is not known any more about a place is said to be so', async () => {
  const { id } = await app.create('venues', { venue: 'Ramp', step_free: true })
  await change(`venues/${id}`, { step_free: null })
  const page = await sit('editor')
  await page.goto(`/admin/history/venues/${id}`)
  const line = page.locator('.log > li').first()
  await expect.poll(() => line.locator('.become').innerText()).toMatch(/yes[^]*not known/)
})

test('of fields that a calendar has declared, and of who may come, each part is a line of its own', async () => {
  const options = ['Children', 'Families'].map((label) => ({ value: label.toLowerCase(), label }))
  await app.create('fields', { name: 'audience', label: 'Audience', type: 'choices', options })
  await app.create('fields', { name: 'signed', label: 'Signed', type: 'boolean' })
  const { id } = await app.create('events', {
    title: 'Puppets',
    start_date: '2031-03-12 19:00:00',
    end_date: '2031-03-12 21:00:00',
    fields: { audience: ['children'] },
    registration: { capacity: 12 },
  })
  await change(`events/${id}`, {
    fields: { audience: ['families'], signed: true },
    registration: { capacity: 20, waiting_list: false },
  })
  await change(`events/${id}`, { registration: null })
  const page = await sit('editor')
  await page.goto(`/admin/history/events/${id}`)
  const lines = page.locator('.log > li')
  await lines.nth(1).getByText('Audience').waitFor()
  const told = async (at: number) =>
    (await lines.nth(at).locator('dl > div').allTextContents()).map((text) => text.replaceAll(/\s+/g, ' '))
  const said = (await told(1)).join('\n')
  for (const line of [
    /Audience.*Children.*Families/,
    /Signed.*Yes/,
    /Places.*12.*20/,
    /Waiting list.*Yes.*No/,
  ])
    expect(said).toMatch(line)
  expect((await told(0)).join()).toMatch(/People register.*Here.*Not at all/)
  expect(await faultsOf(page)).toEqual([])
})
