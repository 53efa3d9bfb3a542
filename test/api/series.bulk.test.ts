import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '../../src/storage/schema/tables.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { at, type Dated, nowOfSeries, seriesIn, yoga } from '../support/series.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ SITE_TIMEZONE: 'Europe/Berlin' })
  app.setNow(nowOfSeries)
})
afterAll(() => app.close())

const { make, datesOf, send } = seriesIn(() => app)
const bulk = async (json: object, as: Role = 'editor') =>
  app.ask({ as, method: 'POST', path: 'events/bulk', json })
const idsOf = (dates: readonly Dated[]) => dates.map(({ id }) => id)
const single = async (more: object = {}): Promise<number> =>
  (await app.create('events', { ...yoga, recurrence: undefined, ...more })).id

describe('several events at once, with a scope', () => {
  test('of a date of a series mean the following ones, or all, and of others themselves', async () => {
    const { series, dates } = await make()
    const other = await single()
    const asked = { ids: [at(dates, 3).id, other], action: 'cancel', reason: 'Flood', scope: 'following' }
    const expected = { changed: [other, ...idsOf(dates.slice(3))], unchanged: [] }
    expect((await bulk({ ...asked, dry_run: true })).body).toEqual(expected)
    expect((await datesOf(series)).map(({ event_status }) => event_status)).toEqual(
      dates.map(() => undefined),
    )
    const { status, body } = await bulk(asked)
    expect([status, body]).toEqual([200, expected])
    const later = await app.read(`events/${at(dates, 5).id}`)
    expect([later.event_status, later.event_status_reason]).toEqual(['canceled', 'Flood'])
    expect(await app.read(`events/${at(dates, 2).id}`)).not.toHaveProperty('event_status')
    expect((await app.read(`events/${other}`)).event_status).toBe('canceled')
    const all = await bulk({ ids: [at(dates, 0).id], action: 'cancel', scope: 'all' })
    expect(all.body.changed).toEqual(idsOf(dates.slice(0, 3)))
  })

  test('go to the trash with the rule, and come back', async () => {
    const { series, dates } = await make({ recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=TU' })
    const { body } = await bulk({ ids: idsOf(dates.slice(2, 4)), action: 'trash', scope: 'following' })
    expect(body.changed).toContain(at(dates, 2).id)
    expect(idsOf(await datesOf(series))).toEqual(idsOf(dates.slice(0, 2)))
    expect((await app.read(`series/${series}`)).until).toBe('2031-03-11 19:00:00')
    const back = await bulk({ ids: [at(dates, 2).id], action: 'restore', scope: 'all' })
    expect(back.body.changed.toSorted()).toEqual(body.changed.toSorted())
    expect((await datesOf(series)).map(({ status }) => status)).not.toContain('trash')
    expect(idsOf(await datesOf(series))).toEqual(idsOf(dates))
  })

  test('are approved, and are deleted for good', async () => {
    const { series, dates: waiting } = await make({ status: 'pending' })
    const { body } = await bulk({ ids: [at(waiting, 1).id], action: 'approve', scope: 'all' })
    expect(body.changed).toEqual(idsOf(waiting))
    expect((await datesOf(series)).map(({ status }) => status)).toEqual(waiting.map(() => 'publish'))
    await bulk({ ids: [at(waiting, 0).id], action: 'delete', scope: 'all' })
    expect((await app.ask({ path: `series/${series}` })).status).toBe(404)
  })

  test('are refused as a whole, and nothing of it happens', async () => {
    const { series, dates } = await make()
    const foreign = await bulk({ ids: [at(dates, 0).id], action: 'cancel', scope: 'all' }, 'contributor')
    expect(foreign.status).toBe(403)
    const unknown = await bulk({ ids: [at(dates, 0).id, 999_999], action: 'trash', scope: 'all' })
    expect([unknown.status, Object.keys(unknown.body.data.params)]).toEqual([400, ['ids']])
    const wrong = await bulk({ ids: idsOf(dates), action: 'trash', scope: 'some' })
    expect([wrong.status, Object.keys(wrong.body.data.params)]).toEqual([400, ['scope']])
    expect(await datesOf(series)).toEqual(dates)
  })
})

describe('categories of several events', () => {
  const categoriesOf = async (id: number): Promise<string[]> =>
    (await app.read(`events/${id}`)).categories.map(({ name }: { name: string }) => name).toSorted()
  const category = async (name: string): Promise<number> => (await app.create('categories', { name })).id

  test('are given and taken, and others stay', async () => {
    const [family, outdoors, film] = [
      await category('Family'),
      await category('Outdoors'),
      await category('Film'),
    ]
    const some = [
      await single({ categories: [family, film], tags: ['loud'] }),
      await single({ categories: [outdoors] }),
      await single(),
    ]
    const { status, body } = await bulk({
      ids: some,
      action: 'categorize',
      add_categories: [outdoors],
      remove_categories: [film],
    })
    expect([status, body]).toEqual([200, { changed: [some[0], some[2]], unchanged: [some[1]] }])
    expect(await Promise.all(some.map(categoriesOf))).toEqual([
      ['Family', 'Outdoors'],
      ['Outdoors'],
      ['Outdoors'],
    ])
    expect((await app.read(`events/${some[0]}`)).tags).toHaveLength(1)
    expect((await app.read(`categories/${outdoors}`)).count).toBe(3)
    expect((await app.read(`categories/${film}`)).count).toBe(0)
  })

  test('are those of all dates with a scope', async () => {
    const sport = await category('Sport')
    const { series, dates } = await make()
    await bulk({ ids: [at(dates, 0).id], action: 'categorize', add_categories: [sport], scope: 'all' })
    for (const { id } of await datesOf(series)) expect(await categoriesOf(id)).toEqual(['Sport'])
  })

  test.each([
    [{ action: 'categorize' }, 'add_categories'],
    [{ action: 'categorize', add_categories: [999_999] }, 'add_categories'],
    [{ action: 'trash', add_categories: [1] }, 'add_categories'],
    [{ action: 'trash', remove_categories: [1] }, 'remove_categories'],
    [{ action: 'categorize', remove_categories: 'x' }, 'remove_categories'],
  ])('are refused %j', async (sent, name) => {
    const id = await single()
    const { status, body } = await bulk({ ids: [id], ...sent })
    expect([status, Object.keys(body.data.params)]).toEqual([400, [name]])
    expect(await categoriesOf(id)).toEqual([])
  })

  test('take the right to edit each', async () => {
    const id = await single()
    const music = await category('Music')
    const asked = { ids: [id], action: 'categorize', add_categories: [music] }
    expect((await bulk(asked, 'author')).status).toBe(403)
    expect((await send('events/bulk', asked, 'POST')).status).toBe(200)
  })
})

describe('the places of several events', () => {
  const venue = async (name: string): Promise<number> => (await app.create('venues', { venue: name })).id
  const placesOf = async (id: number) => {
    const { venue: places } = await app.read(`events/${id}`)
    return [places].flat().map((one: { venue: string }) => one.venue)
  }

  test('become those that are named, and who has them already is not changed', async () => {
    const [hall, yard] = [await venue('Hall'), await venue('Yard')]
    const [bare, there] = [await single(), await single({ venue: [hall, yard] })]
    const asked = { ids: [bare, there], action: 'place', venue: [hall, yard] }
    expect((await bulk({ ...asked, dry_run: true })).body).toEqual({ changed: [bare], unchanged: [there] })
    expect(await placesOf(bare)).toEqual([])
    expect((await bulk(asked)).body).toEqual({ changed: [bare], unchanged: [there] })
    expect(await placesOf(bare)).toEqual(['Hall', 'Yard'])
    await bulk({ ...asked, venue: [] })
    expect([await placesOf(bare), await placesOf(there)]).toEqual([[], []])
  })

  test('are those of all dates with a scope', async () => {
    const barn = await venue('Barn')
    const { dates } = await make()
    const asked = { ids: [at(dates, 2).id], action: 'place', venue: barn, scope: 'following' }
    expect((await bulk(asked)).body.changed).toEqual(idsOf(dates.slice(2)))
    const places = await Promise.all(dates.map(({ id }) => placesOf(id)))
    expect(places).toEqual(dates.map((_, index) => (index < 2 ? [] : ['Barn'])))
  })

  test.each([
    [{ action: 'place' }, 'venue'],
    [{ action: 'place', venue: 999_999 }, 'venue'],
    [{ action: 'place', venue: 999_999, dry_run: true }, 'venue'],
    [{ action: 'place', venue: 'the barn' }, 'venue'],
    [{ action: 'trash', venue: [] }, 'venue'],
  ])('are refused %j', async (sent, name) => {
    const id = await single()
    const { status, body } = await bulk({ ids: [id], ...sent })
    expect([status, Object.keys(body.data.params)]).toEqual([400, [name]])
    expect(await placesOf(id)).toEqual([])
  })
})
