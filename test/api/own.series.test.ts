import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

test('a date of a series keeps what was said on it alone, and all are changed at once where that is meant', async () => {
  await app.create('fields', { name: 'room_of_series', type: 'text', label: 'Room' })
  const { id: first } = await app.create('events', {
    title: 'Weekly',
    start_date: '2031-05-06 15:00',
    end_date: '2031-05-06 16:00',
    recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'],
    fields: { room_of_series: 'a' },
  })
  const ids = [0, 1, 2].map((after) => Number(first) + after)
  const said = (room: string, on: number | undefined, scope: string) =>
    app.ask({
      path: `events/${on}`,
      method: 'POST',
      json: { fields: { room_of_series: room }, scope },
      as: 'administrator',
    })
  const rooms = () =>
    Promise.all(
      ids.map(async (id) => (await app.read(`events/${id}`, {}, 'administrator')).fields?.room_of_series),
    )
  expect(await rooms()).toEqual(['a', 'a', 'a'])
  await said('b', ids[0], 'all')
  expect(await rooms()).toEqual(['b', 'b', 'b'])
  await said('c', ids[1], 'this')
  expect(await rooms()).toEqual(['b', 'c', 'b'])
  await said('d', ids[0], 'all')
  expect(await rooms()).toEqual(['d', 'c', 'd'])
  // What comes later is like the others.
  await app.ask({
    path: `events/${ids[0]}`,
    method: 'POST',
    json: { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'], scope: 'all' },
    as: 'administrator',
  })
  const dates = (await app.read('events', { start_date: '2031-05-27', end_date: '2031-05-28' })).events
  expect(dates.map(({ fields }: { fields: object }) => fields)).toEqual([{ room_of_series: 'd' }])
})
