import { expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { faultsOf } from '../web/axe.ts'
import { openOffice } from './desk.ts'

let app: TestApp
const sit = openOffice({ SITE_NAME: 'Exampleton', SITE_TIMEZONE: 'Europe/Berlin' }, async (made) => {
  app = made
})

const anEvent = (json: object) =>
  app.create('events', { start_date: '2031-03-20 18:00', end_date: '2031-03-20 20:00', ...json })

test('a draft of a series is published with all its dates, as its button says', async () => {
  const series = await anEvent({ title: 'Flute', status: 'draft', recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] })
  const page = await sit('editor')
  await page.goto(`/admin/events/${series.id}`)
  await page.getByLabel('Now', { exact: true }).check()
  await page.getByRole('button', { name: 'Publish 3 dates' }).click()
  await expect.poll(() => app.read('events', { search: 'Flute' })).toMatchObject({ total: 3 })
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('words on one date of a series change what they say of it, and it repeats as before', async () => {
  const series = await anEvent({ title: 'Viola', recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'] })
  const starts = async () =>
    (await app.read('events', { search: 'Viola', starts_after: '2031-03-01' })).events.map(
      ({ start_date }: { start_date: string }) => start_date,
    )
  const before = await starts()
  const page = await sit('editor', { locale: 'de-DE' })
  await page.goto(`/admin/events/${series.id}`)
  await page.getByLabel('In Worten').fill('19:30 bis 21:00')
  await expect.poll(() => page.locator('#e-start-time').inputValue()).toBe('19:30')
  await page.locator('form#event').evaluate((form: { requestSubmit(): void }) => form.requestSubmit())
  const dialog = page.getByRole('dialog')
  const [day] = before[0].split(' ')
  const named = new Intl.DateTimeFormat('de-DE', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(day),
  )
  await dialog.getByLabel(`Nur ${named}`).check()
  expect(await dialog.textContent()).not.toMatch(/recurrence|scope=/)
  await dialog.locator('button[value=save]').click()
  await expect.poll(async () => (await starts())[0]).toBe(`${day} 19:30:00`)
  expect((await starts()).slice(1)).toEqual(before.slice(1))
  // That it repeats no more holds for all of them, and nothing else is offered; lists say its rule in the language of the reader.
  await page.goto('/admin/events')
  await page
    .getByText(/^Jede Woche|^Jeden /)
    .first()
    .waitFor()
})

test('which dates shall change is asked with what each was and becomes, and which stay', async () => {
  const series = await anEvent({
    title: 'Bassoon',
    start_date: '2031-02-26 18:00',
    end_date: '2031-02-26 20:00',
    recurrence: ['RRULE:FREQ=WEEKLY;COUNT=6'],
  })
  const { events } = await app.read('events', { search: 'Bassoon', starts_after: '2031-01-01' })
  const on = (day: string) => events.find((one: { start_date: string }) => one.start_date.startsWith(day)).id
  const byHand = { start_date: '2031-03-26 17:00', end_date: '2031-03-26 19:00' }
  await app.ask({ method: 'POST', path: `events/${on('2031-03-26')}`, json: byHand, as: 'editor' })
  const page = await sit('editor')
  await page.goto(`/admin/events/${on('2031-03-19')}`)
  await page.getByLabel('In words').fill('19:30 to 21:30')
  await expect.poll(() => page.locator('#e-start-time').inputValue()).toBe('19:30')
  await page.locator('form#event').evaluate((form: { requestSubmit(): void }) => form.requestSubmit())
  const dialog = page.getByRole('dialog')
  const says = async () => (await dialog.textContent())?.replaceAll(/[\s ]+/g, ' ')
  await expect.poll(says).toMatch(/Wed,? 19 Mar, 18:00 – 20:00 ?Wed,? 19 Mar, 19:30 – 21:30/)
  await expect.poll(says).toMatch(/5 ?other dates stay/)
  await dialog.getByLabel('19 March and all that follow').check()
  await expect.poll(says).toMatch(/keeps its own.*Wed,? 26 Mar, 17:00 – 19:00/)
  await expect.poll(says).toMatch(/1 ?date before it stays as it is ?Wed,? 12 Mar/)
  await expect.poll(says).toMatch(/2 ?dates that are over .* stay as they are ?Wed,? 26 Feb · Wed,? 5 Mar/)
  await dialog.getByLabel('The whole series').check()
  await dialog.getByRole('button', { name: 'Change 3 dates' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('checkbox', { name: 'Change it too' }).check()
  await dialog.getByRole('button', { name: 'Change 4 dates' }).click()
  await expect
    .poll(async () => (await app.read(`events/${on('2031-03-26')}`)).start_date)
    .toBe('2031-03-26 19:30:00')
  expect(await app.read(`events/${series.id}`)).toMatchObject({ start_date: '2031-02-26 18:00:00' })
})

test('an event of others is read with its rule in the language of the reader', async () => {
  const series = await anEvent({ title: 'Oboe', recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] })
  const page = await sit('contributor', { locale: 'de-DE' })
  await page.goto(`/admin/events/${series.id}`)
  await page.getByText(/^Jede Woche|^Jeden /).waitFor()
  expect(await page.getByText(/Every /).count()).toBe(0)
})

test('the preview of a new event shows what was typed, which is a draft from then on', async () => {
  const page = await sit('editor')
  await page.goto('/admin/events/new?day=2031-04-02')
  await page.getByRole('textbox', { name: 'Title' }).fill('Cello by candle light')
  const [shown] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: 'Preview' }).click(),
  ])
  await shown.getByRole('heading', { name: 'Cello by candle light' }).waitFor()
  const { events } = await app.read('events', { status: 'draft', starts_after: '2031-04-01' }, 'editor')
  expect(events).toMatchObject([{ title: 'Cello by candle light', status: 'draft' }])
})
