import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { at, nowOfSeries, seriesIn } from '../support/series.ts'
import { calendar, importing, weekly, yoga } from './clubCalendar.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ SITE_TIMEZONE: 'Europe/Berlin' })
  app.setNow(nowOfSeries)
})
afterAll(() => app.close())

const { datesOf, send } = seriesIn(() => app)
const read = importing(
  () => app,
  () => nowOfSeries,
)
const address = 'https://club.example/calendar.ics'

test('a series of a source that was moved to another day here is followed there, and what is moved at the source keeps its events', async () => {
  await read(calendar(yoga(weekly)), { from: address })
  const { series } = await app.read('series', {}, 'administrator')
  const { id } = series[0]
  const dates = await datesOf(id)
  const ids = dates.map((date) => date.id)
  const here = async () =>
    (await datesOf(id)).map((date) => [date.id, date.start_date.slice(0, 10), date.title])
  const days = (by: number, title = 'Yoga') =>
    dates.map((date) => [
      date.id,
      Temporal.PlainDate.from(date.start_date.slice(0, 10)).add({ days: by }).toString(),
      title,
    ])
  const first = (day: number, rule: string) => calendar(yoga(rule).replaceAll('20310304', `2031030${day}`))
  await send(`events/${at(dates, 2).id}`, { event_status: 'canceled' })
  // At the source: Wednesdays, and then Fridays an hour later.
  const again = { created: 0, removed: 0 }
  const wednesdays = first(5, 'RRULE:FREQ=WEEKLY;BYDAY=WE;COUNT=6')
  expect(await read(wednesdays, { from: address })).toMatchObject(again)
  expect(await here()).toEqual(days(1))
  expect(at(await datesOf(id), 2).event_status).toBe('canceled')
  expect(await read(wednesdays, { from: address })).toMatchObject({ ...again, updated: 0 })
  const fridays = first(7, 'RRULE:FREQ=WEEKLY;BYDAY=FR;COUNT=6').replaceAll('T190000', 'T200000')
  expect(await read(fridays, { from: address })).toMatchObject(again)
  expect(await here()).toEqual(days(3))
  // Here: on the day after that. What the source says of them is still heard.
  await send(`events/${at(dates, 1).id}?scope=all`, {
    start_date: '2031-03-15 20:00:00',
    end_date: '2031-03-15 20:30:00',
  })
  expect(await here()).toEqual(days(4))
  expect(await read(fridays, { from: address })).toMatchObject({ ...again, updated: 0 })
  expect(await here()).toEqual(days(4))
  const renamed = fridays.replaceAll('SUMMARY:Yoga', 'SUMMARY:Slow yoga')
  expect(await read(renamed, { from: address })).toMatchObject({ ...again, updated: 6 })
  expect(await here()).toEqual(days(4, 'Slow yoga'))
  // What was moved here stays there, whatever is moved at the source, with the same events.
  const mondays = first(3, 'RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=6').replaceAll(
    'SUMMARY:Yoga',
    'SUMMARY:Brisk yoga',
  )
  expect(await read(mondays, { from: address })).toMatchObject(again)
  expect(await here()).toEqual(days(4, 'Brisk yoga'))
  expect((await datesOf(id)).map((date) => date.id)).toEqual(ids)
})
