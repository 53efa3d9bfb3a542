import { expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
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
