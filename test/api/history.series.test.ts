import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { nowOfSeries, seriesIn, starts, yoga, yogaDays } from '../support/series.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ SITE_TIMEZONE: 'Europe/Berlin' })
  app.setNow(nowOfSeries)
})
afterAll(() => app.close())

const { make, datesOf, send } = seriesIn(() => app)

interface Entry {
  readonly revision: number
  readonly action: string
  readonly dates?: number
  readonly undo: { readonly kind: string; readonly id: number; readonly revision: number } | null
}

const historyOf = async (path: string): Promise<readonly Entry[]> =>
  (await app.read(`${path}/history`, {}, 'editor')).history
const latestOf = async (path: string): Promise<Entry> => {
  const [entry] = await historyOf(path)
  if (!entry) throw new Error(`There is no history of ${path}.`)
  return entry
}
const undo = (path: string, { revision }: Pick<Entry, 'revision'>, json: object = {}) =>
  app.ask({ as: 'editor', method: 'POST', path: `${path}/history/${revision}/undo`, json })
const actOf = async ({ revision }: Entry): Promise<Entry> =>
  (await app.read('history', { per_page: 50 }, 'editor')).history.find(
    (act: Entry) => act.revision === revision,
  )
const titlesOf = async (series: number) => (await datesOf(series)).map(({ title }) => title)

describe('what was done to a series and its dates', () => {
  test('goes back as a whole from the history of one date', async () => {
    const { series, dates } = await make()
    const [first, , third] = dates
    await send(`events/${first?.id}?scope=all`, { title: 'Renamed' })
    const path = `events/${third?.id}`
    const entry = await latestOf(path)
    expect(entry).toMatchObject({ dates: 6, undo: { kind: 'series', id: series, revision: entry.revision } })
    expect((await actOf(entry)).undo).toEqual(entry.undo)
    expect(await undo(path, entry, { fields: 'title' })).toMatchObject({
      status: 409,
      body: {
        code: 'rest_undo_whole',
        message: expect.stringContaining(`series/${series}/history/${entry.revision}/undo`),
      },
    })
    expect((await undo(path, entry)).body).toMatchObject({ kind: 'event', records: 6 })
    expect(await titlesOf(series)).toEqual(yogaDays.map(() => 'Yoga'))
    expect((await app.read(`series/${series}`)).title).toBe('Yoga')
  })

  test('which was made goes as a whole, with what the clock has laid out since; not while somebody has given it other dates', async () => {
    const { series, dates } = await make()
    const made = await latestOf(`series/${series}`)
    const changed = await send(`events/${dates[0]?.id}?scope=all`, {
      recurrence: ['RRULE:FREQ=WEEKLY;COUNT=8'],
    })
    expect(changed.status, changed.text).toBe(200)
    const refused = await undo(`series/${series}`, made)
    expect(refused).toMatchObject({ status: 409, body: { code: 'rest_undo_conflict' } })
    expect(refused.body.data.first).toMatchObject([{ kind: 'series', id: series }])
    expect(await datesOf(series)).toHaveLength(8)
    expect((await undo(`series/${series}`, await latestOf(`series/${series}`))).status).toBe(200)
    const undone = await undo(`series/${series}`, made)
    expect(undone.status, undone.text).toBe(200)
    expect(await datesOf(series)).toEqual([])

    const endless = await make({ recurrence: ['RRULE:FREQ=MONTHLY'] })
    const beginning = await latestOf(`series/${endless.series}`)
    app.setNow(nowOfSeries.add({ hours: 24 * 90 }))
    expect(await app.app.extendSeries()).toBeGreaterThan(0)
    expect((await datesOf(endless.series)).length).toBeGreaterThan(endless.dates.length)
    const gone = await undo(`series/${endless.series}`, beginning)
    app.setNow(nowOfSeries)
    expect(gone.status, gone.text).toBe(200)
    expect(await datesOf(endless.series)).toEqual([])
  })

  test('puts a series that was split together again, from whichever of its dates', async () => {
    for (const at of [0, 3, 5]) {
      const { series, dates } = await make()
      await send(`events/${dates[3]?.id}?scope=following`, { title: 'Second' })
      const { undo: where } = await latestOf(`events/${dates[at]?.id}`)
      const entry = at === 0 ? await latestOf(`series/${series}`) : await latestOf(`events/${dates[at]?.id}`)
      if (at > 0) expect(where).toMatchObject({ kind: 'series', id: series })
      const path = at === 0 ? `series/${series}` : `events/${dates[at]?.id}`
      const undone = await undo(path, entry)
      expect(undone.status, undone.text).toBe(200)
      expect(starts(await datesOf(series))).toEqual(yogaDays.map((day) => `${day} 19:00:00`))
      // A later change makes no date twice.
      await send(`events/${dates[0]?.id}?scope=all`, { title: 'Later' })
      expect(await titlesOf(series)).toEqual(yogaDays.map(() => 'Later'))
      const { events } = await app.read('events', { search: 'Second', start_date: '2031-01-01' }, 'editor')
      expect(events).toEqual([])
    }
  })

  test('is made by a single event that repeats, and goes back to it', async () => {
    const { recurrence, ...once } = yoga
    const { id } = await app.create('events', { ...once, title: 'Single' })
    await send(`events/${id}`, { recurrence })
    const { series } = await app.read(`events/${id}`)
    const undone = await undo(`events/${id}`, await latestOf(`events/${id}`))
    expect(undone.status, undone.text).toBe(200)
    expect(await app.read(`events/${id}`)).not.toHaveProperty('series')
    expect((await app.ask({ path: `series/${series.id}` })).status).toBe(404)
    const { total } = await app.read('events', { search: 'Single', start_date: '2031-01-01' })
    expect(total).toBe(1)
  })

  test('leaves no mark on a date that was by itself meanwhile', async () => {
    const { series, dates } = await make({ recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=TU,TH;COUNT=2' })
    const path = `events/${dates[0]?.id}`
    await send(path, { end_date: '2031-03-04 21:00:00' })
    const longer = await latestOf(path)
    await send(`${path}?scope=all`, { recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=TH;COUNT=1' })
    for (const entry of [await latestOf(`series/${series}`), longer]) {
      const at = entry === longer ? path : `series/${series}`
      expect((await undo(at, entry)).status).toBe(200)
    }
    expect((await app.read(path)).series).toMatchObject({ id: series, changed: [] })
  })

  test('goes back after what has changed it since has, and says which that is', async () => {
    const { series, dates } = await make()
    const path = `series/${series}`
    await send(`events/${dates[0]?.id}?scope=all`, { title: 'First' })
    const older = await latestOf(path)
    await send(`events/${dates[0]?.id}?scope=all`, { title: 'Second' })
    await send(`events/${dates[2]?.id}`, { title: 'Third' })
    const refused = await undo(path, older)
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'rest_undo_conflict',
        data: {
          fields: expect.arrayContaining(['title']),
          first: [{ kind: 'event' }, { kind: 'series', id: series }],
        },
      },
    })
    for (const { kind, id, revision } of refused.body.data.first as {
      kind: string
      id: number
      revision: number
    }[]) {
      const undone = await undo(`${kind === 'event' ? 'events' : 'series'}/${id}`, { revision })
      expect(undone.status, undone.text).toBe(200)
    }
    const undone = await undo(path, older)
    expect(undone.status, undone.text).toBe(200)
    expect(await titlesOf(series)).toEqual(yogaDays.map(() => 'Yoga'))
  })
})

describe('what can never be taken back', () => {
  const refusedFor = (reason: RegExp) => ({
    status: 409,
    body: { code: 'rest_undo_impossible', message: expect.stringMatching(reason) },
  })

  test('is that a series was dissolved', async () => {
    const { series, dates } = await make()
    const path = `events/${dates[1]?.id}`
    const made = await latestOf(`series/${series}`)
    await send(`${path}?scope=all`, { recurrence: null })
    const entry = await latestOf(path)
    expect(entry.undo).toBeNull()
    expect((await actOf(entry)).undo).toBeNull()
    expect(await undo(path, entry)).toMatchObject(refusedFor(/series was dissolved/))
    expect(await undo(`series/${series}`, entry)).toMatchObject(refusedFor(/series was dissolved/))
    expect(await undo(`series/${series}`, made)).toMatchObject(refusedFor(/series was dissolved since/))
    // Nor does what was done to it before offer what would be refused.
    const earlier = await historyOf(path)
    expect(earlier.map((each) => each.undo)).toEqual(earlier.map(() => null))
    expect((await actOf(made)).undo).toBeNull()
  })

  test.each([
    ['categories', { name: 'Old' }, { name: 'New' }, 'categories'],
    ['venues', { venue: 'Old' }, { venue: 'New' }, 'venue'],
  ])('is that one of the %s became another', async (path, one, other, field) => {
    const [from, into] = [await app.create(path, one), await app.create(path, other)]
    const { id } = await app.create('events', {
      ...yoga,
      recurrence: undefined,
      [field]: field === 'venue' ? from.id : [from.id],
    })
    const merged = await app.ask({
      as: 'administrator',
      method: 'POST',
      path: `${path}/${into.id}/merge`,
      json: { from: [from.id] },
    })
    expect(merged.status, merged.text).toBe(200)
    const entry = await latestOf(`events/${id}`)
    expect(entry.undo).toBeNull()
    expect(await undo(`events/${id}`, entry)).toMatchObject(refusedFor(/removed for good|became one/))
    expect(await undo(`${path}/${from.id}`, entry)).toMatchObject(refusedFor(/became one/))
  })

  test('is that a term was removed, and what would name it again', async () => {
    const tag = await app.create('tags', { name: 'Gone' })
    const { id } = await app.create('events', { ...yoga, recurrence: undefined, tags: [tag.id] })
    await send(`events/${id}`, { tags: [], title: 'Without' })
    const entry = await latestOf(`events/${id}`)
    await app.remove(`tags/${tag.id}`)
    expect(await undo(`events/${id}`, entry)).toMatchObject({
      ...refusedFor(/terms was removed for good/),
      body: { code: 'rest_undo_impossible', data: { fields: ['terms'] } },
    })
    expect((await undo(`events/${id}`, entry, { fields: ['title'] })).status).toBe(200)
    const { history } = await app.read('history', {}, 'editor')
    const removed = history.find((act: { action: string }) => act.action === 'deleted')
    expect(removed).toMatchObject({ undo: null, records: [{ kind: 'tag', id: tag.id }] })
    expect(await undo(`tags/${tag.id}`, removed)).toMatchObject(refusedFor(/removed for good/))
  })
})
