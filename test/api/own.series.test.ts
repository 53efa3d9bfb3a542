import { sql } from 'kysely'
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

test('fields of several events are set at once: instead of what they say, beside it, or not any more', async () => {
  const options = ['children', 'families', 'adults'].map((value) => ({ value, label: value }))
  await app.create('fields', { name: 'for_whom', type: 'choices', label: 'For whom', options })
  const ids: number[] = []
  for (const for_whom of [['children'], ['adults'], null]) {
    const when = { start_date: '2031-05-06 15:00', end_date: '2031-05-06 16:00' }
    ids.push((await app.create('events', { title: 'A', ...when, fields: { for_whom } })).id)
  }
  const bulk = async (json: object, as: 'editor' | 'contributor' = 'editor') =>
    app.ask({ path: 'events/bulk', method: 'POST', json: { ids, action: 'fields', ...json }, as })
  const said = () =>
    Promise.all(ids.map(async (id) => (await app.read(`events/${id}`)).fields?.for_whom as unknown))
  const tried = await bulk({ add_fields: { for_whom: ['families'] }, dry_run: true })
  expect(tried.body).toEqual({ changed: ids, unchanged: [] })
  await bulk({ add_fields: { for_whom: ['families'] } })
  expect(await said()).toEqual([['children', 'families'], ['families', 'adults'], ['families']])
  const taken = await bulk({ remove_fields: { for_whom: ['families', 'adults'] } })
  expect(taken.body.changed).toEqual(ids)
  expect(await said()).toEqual([['children'], undefined, undefined])
  expect((await bulk({ fields: { for_whom: 'children' } })).body).toEqual({
    changed: ids.slice(1),
    unchanged: ids.slice(0, 1),
  })
  for (const wrong of [
    { fields: { for_whom: 'dogs' } },
    { fields: { for_wom: 'adults' } },
    { add_fields: { for_whom: 'adults' } },
    { add_fields: { for_whom: ['dogs'] } },
    { remove_fields: ['adults'] },
  ])
    expect((await bulk(wrong)).status).toBe(400)
  expect((await bulk({ fields: { for_whom: null } }, 'contributor')).status).toBe(403)
  expect(await said()).toEqual([['children'], ['children'], ['children']])
  expect((await bulk({ fields: { for_whom: null } })).status).toBe(200)
  expect(await said()).toEqual([undefined, undefined, undefined])
})

test('labels are told in the language that is asked for, else in that of the site', async () => {
  await app.ask({ path: 'fields/sets', method: 'POST', json: { set: 'audience' }, as: 'administrator' })
  const labelIn = async (query: Readonly<Record<string, string>>) =>
    (await app.read('fields', query)).fields[0].label as string
  expect(await labelIn({})).toBe('For whom')
  expect(await labelIn({ language: 'de' })).toBe('Für wen')
  expect((await app.read('fields/audience', { language: 'fr' })).options[0].label).not.toBe('Children')
  expect((await app.ask({ path: 'fields', query: { language: 'xx' } })).status).toBe(400)
})

test('dates to come have neither an option that was taken away nor a field that is gone, even where the series still names them', async () => {
  const as = 'administrator' as const
  app.setNow(Temporal.Instant.from('2031-05-01T00:00Z'))
  const options = ['kids', 'children'].map((value) => ({ value }))
  await app.create('fields', { name: 'whom', type: 'choice', label: 'For whom', options })
  await app.create('fields', { name: 'gone', type: 'text', label: 'Gone' })
  const { series } = await app.create('events', {
    title: 'Weekly',
    start_date: '2031-05-06 15:00',
    end_date: '2031-05-06 16:00',
    recurrence: ['RRULE:FREQ=WEEKLY'],
    fields: { whom: 'kids', gone: 'a' },
  })
  const said = async () => {
    const rows = await app.db.read
      .selectFrom('events')
      .select('own')
      .where('series_id', '=', series.id)
      .execute()
    return [...new Set(rows.map(({ own }) => own))]
  }
  await app.ask({ method: 'POST', path: `series/${series.id}`, as, json: { title: 'Every week' } })
  const json = { options: [{ value: 'children' }], replace: { kids: 'children' } }
  expect((await app.ask({ method: 'PATCH', path: 'fields/whom', as, json })).status).toBe(200)
  await app.ask({ method: 'DELETE', path: 'fields/gone', as, json: { force: true } })
  expect(await said()).toEqual(['{"whom":"children"}'])
  app.setNow(Temporal.Instant.from('2031-09-01T00:00Z'))
  expect(await app.app.extendSeries()).toBeGreaterThan(3)
  expect(await said()).toEqual(['{"whom":"children"}'])
  // What the series itself had before names what there is no more.
  await app.db.write((tx) =>
    tx
      .updateTable('series')
      .set((row) => ({
        template: sql<string>`replace(${row.ref('template')}, '\\"children\\"', '\\"kids\\"')`,
      }))
      .execute(),
  )
  app.setNow(Temporal.Instant.from('2031-12-01T00:00Z'))
  expect(await app.app.extendSeries()).toBeGreaterThan(3)
  expect((await said()).toSorted()).toEqual(['', '{"whom":"children"}'])
})
