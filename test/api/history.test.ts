import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
let made = 0
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const event = (more: object = {}) => ({
  title: `Concert ${++made}`,
  start_date: '2031-05-01 20:00:00',
  end_date: '2031-05-01 22:00:00',
  status: 'publish',
  ...more,
})
const edit = (path: string, json: object, as: 'administrator' | 'author' | 'editor' = 'editor') =>
  app.ask({ as, method: 'POST', path, json })
const historyOf = async (path: string, as: 'editor' | 'administrator' = 'editor') =>
  (await app.read(`${path}/history`, {}, as)).history as {
    revision: number
    action: string
    by: { id: number; name: string; via: string; import?: number }
    at: string
    changes: Record<string, { from: unknown; to: unknown }>
    dates?: number
  }[]
const undo = (path: string, revision: number, json: object = {}) =>
  app.ask({ as: 'editor', method: 'POST', path: `${path}/history/${revision}/undo`, json })

describe('the history of an event', () => {
  let id: number
  beforeEach(async () => {
    id = (await app.create('events', event({ title: 'Before', tags: ['jazz'], venue: { venue: 'Here' } }))).id
  })

  test('tells who did what and when, and what each field was and became', async () => {
    app.setNow(Temporal.Instant.from('2031-01-02T03:04:05Z'))
    await edit(`events/${id}`, { title: 'After', all_day: true, cost: '12' })
    app.setNow(undefined)
    const [changed, created] = await historyOf(`events/${id}`)
    expect(changed).toMatchObject({
      action: 'updated',
      by: { id: app.ids.editor, via: 'password' },
      at: '2031-01-02T03:04:05Z',
      changes: { title: { from: 'Before', to: 'After' }, all_day: { from: false, to: true } },
    })
    expect(changed?.changes).not.toHaveProperty('title_folded')
    expect(created).toMatchObject({ action: 'created', by: { id: app.ids.administrator }, changes: {} })
  })

  test('tells the later value of a field that has changed twice, and pages', async () => {
    await edit(`events/${id}`, { title: 'Second' })
    await edit(`events/${id}`, { title: 'Third' })
    const told = (await historyOf(`events/${id}`)).map(({ changes }) => changes['title'])
    expect(told).toEqual([{ from: 'Second', to: 'Third' }, { from: 'Before', to: 'Second' }, undefined])
    const page = await app.read(`events/${id}/history`, { per_page: 1, page: 2 }, 'editor')
    expect(page).toMatchObject({ total: 3, total_pages: 3 })
    expect(page.history).toHaveLength(1)
    expect(page.history[0].changes.title).toEqual({ from: 'Before', to: 'Second' })
  })

  test('tells links and terms by their ids, the categories apart from the tags', async () => {
    const other = await app.create('venues', { venue: `There ${made}` })
    const before = await app.read(`events/${id}`)
    await edit(`events/${id}`, { venue: other.id, tags: ['rock'], categories: [] })
    const [changed] = await historyOf(`events/${id}`)
    const after = await app.read(`events/${id}`)
    expect(changed?.changes).toMatchObject({
      venue: { from: [before.venue.id], to: [other.id] },
      tags: { from: [before.tags[0].id], to: [after.tags[0].id] },
    })
    expect(changed?.changes).not.toHaveProperty('categories')
    const undone = await undo(`events/${id}`, changed?.revision ?? 0)
    expect(undone.status, undone.text).toBe(200)
    const again = await app.read(`events/${id}`)
    expect([again.venue.id, again.tags[0].id]).toEqual([before.venue.id, before.tags[0].id])
  })

  test('is for those who may change it, and of what there is', async () => {
    expect((await app.ask({ path: `events/${id}/history` })).status).toBe(401)
    expect((await app.ask({ as: 'author', path: `events/${id}/history` })).status).toBe(403)
    expect((await app.ask({ as: 'editor', path: `events/99999999/history` })).status).toBe(404)
    expect((await app.ask({ as: 'author', path: 'history' })).status).toBe(403)
  })

  test('a password is told to be there, and never what it is', async () => {
    await edit(`events/${id}`, { password: 'secret' })
    const [changed] = await historyOf(`events/${id}`)
    expect(changed?.changes['password']).toEqual({ from: false, to: true })
  })

  test('what is undone goes back with all that follows from it, and is an entry itself', async () => {
    const before = await app.read(`events/${id}`)
    await edit(`events/${id}`, {
      title: 'After',
      start_date: '2031-06-01 18:00:00',
      end_date: '2031-06-01 19:00:00',
    })
    const [changed] = await historyOf(`events/${id}`)
    const { status, body, text } = await undo(`events/${id}`, changed?.revision ?? 0)
    expect(status, text).toBe(200)
    expect(body.fields).toEqual(expect.arrayContaining(['title', 'start_date', 'end_date']))
    const after = await app.read(`events/${id}`)
    expect({ ...after, modified: 0, modified_utc: 0 }).toEqual({ ...before, modified: 0, modified_utc: 0 })
    expect(
      (
        await app.read('events', { search: 'Before', start_date: '2031-05-01', end_date: '2033-01-01' })
      ).events.map((one: { id: number }) => one.id),
    ).toContain(id)
    expect((await historyOf(`events/${id}`))[0]?.changes['title']).toEqual({ from: 'After', to: 'Before' })
  })

  test('what has changed since is a conflict that names the fields; the others can be chosen', async () => {
    await edit(`events/${id}`, { title: 'After', website: 'https://one.example' })
    const [changed] = await historyOf(`events/${id}`)
    await edit(`events/${id}`, { title: 'Later' })
    const refused = await undo(`events/${id}`, changed?.revision ?? 0)
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'rest_undo_conflict', data: { fields: ['title'] } },
    })
    expect((await app.read(`events/${id}`)).title).toBe('Later')
    const chosen = await undo(`events/${id}`, changed?.revision ?? 0, { fields: 'website' })
    expect(chosen).toMatchObject({ status: 200, body: { fields: ['website'] } })
    const unknown = await undo(`events/${id}`, changed?.revision ?? 0, { fields: 'slug' })
    expect(unknown).toMatchObject({
      status: 400,
      body: { code: 'rest_invalid_param', data: { params: { fields: expect.any(String) } } },
    })
    expect((await undo(`events/${id}`, 999_999_999)).status).toBe(404)
  })

  test('the trash, a cancellation and the making itself are named, and can be undone', async () => {
    const { slug } = await app.read(`events/${id}`)
    await app.ask({ as: 'editor', method: 'DELETE', path: `events/${id}` })
    const [trashed] = await historyOf(`events/${id}`)
    expect(trashed?.action).toBe('trashed')
    expect((await undo(`events/${id}`, trashed?.revision ?? 0)).status).toBe(200)
    expect(await app.read(`events/${id}`)).toMatchObject({ slug, status: 'publish' })
    await edit(`events/${id}`, { event_status: 'canceled' })
    expect((await historyOf(`events/${id}`))[0]?.action).toBe('canceled')
    const alone = await app.create('events', event())
    const [created] = await historyOf(`events/${alone.id}`)
    expect((await undo(`events/${alone.id}`, created?.revision ?? 0)).status).toBe(200)
    expect((await app.ask({ path: `events/${alone.id}` })).status).toBe(403)
  })

  test('who may not publish does not publish by undoing', async () => {
    const own = await app.create('events', event({ status: 'draft', author: app.ids.contributor }))
    await edit(`events/${own.id}`, { status: 'publish' })
    await edit(`events/${own.id}`, { status: 'draft' })
    const [unpublished] = await historyOf(`events/${own.id}`)
    const path = `events/${own.id}/history/${unpublished?.revision}/undo`
    expect((await app.ask({ as: 'contributor', method: 'POST', path })).status).toBe(403)
  })

  test('texts of what is removed for good are not kept', async () => {
    await edit(`events/${id}`, { title: 'Gone' })
    await app.remove(`events/${id}`)
    const kept = await app.db.read
      .selectFrom('history_values')
      .selectAll()
      .where('id', '=', id)
      .where('kind', '=', 'event')
      .execute()
    expect(kept).toEqual([])
    const entries = await app.db.read
      .selectFrom('history')
      .select('action')
      .where('id', '=', id)
      .where('kind', '=', 'event')
      .orderBy('revision')
      .execute()
    expect(entries.map(({ action }) => action)).toEqual(['created', 'updated', 'deleted'])
  })
})

describe('venues, organizers and terms', () => {
  test('have a history of their own, and go back', async () => {
    for (const [path, name] of [
      ['venues', 'venue'],
      ['organizers', 'organizer'],
      ['categories', 'name'],
      ['tags', 'name'],
    ] as const) {
      const { id } = await app.create(path, { [name]: `Old ${++made}`, description: 'One.' })
      await edit(`${path}/${id}`, { [name]: `New ${made}`, description: 'Two.' })
      const [changed, created] = await historyOf(`${path}/${id}`)
      expect(created?.action).toBe('created')
      expect(changed?.changes).toMatchObject({ description: { from: 'One.', to: 'Two.' } })
      const undone = await undo(`${path}/${id}`, changed?.revision ?? 0)
      expect(undone.status, `${path}: ${undone.text}`).toBe(200)
      expect((await app.read(`${path}/${id}`))[name]).toBe(`Old ${made}`)
    }
  })

  test('a term that is used is not taken away by undoing that it was made', async () => {
    const { id } = await app.create('tags', { name: `Used ${++made}` })
    const holder = await app.create('events', event({ tags: [id] }))
    const [created] = await historyOf(`tags/${id}`)
    expect(await undo(`tags/${id}`, created?.revision ?? 0)).toMatchObject({
      status: 409,
      body: { code: 'rest_undo_impossible' },
    })
    await app.remove(`events/${holder.id}`)
    expect((await undo(`tags/${id}`, created?.revision ?? 0)).status).toBe(200)
    expect((await app.ask({ path: `tags/${id}` })).status).not.toBe(200)
  })
})

test('a change of all dates of a series is one entry, and goes back as one', async () => {
  const first = await app.create('events', event({ title: 'Weekly', recurrence: 'FREQ=WEEKLY;COUNT=50' }))
  const { series } = await app.read(`events/${first.id}`)
  const changed = await app.ask({
    as: 'editor',
    method: 'POST',
    path: `events/${first.id}`,
    query: { scope: 'all' },
    json: { title: 'Renamed' },
  })
  expect(changed.status, changed.text).toBe(200)
  const [entry] = await historyOf(`series/${series.id}`)
  expect(entry).toMatchObject({
    action: 'updated',
    dates: 50,
    changes: { title: { from: 'Weekly', to: 'Renamed' } },
  })
  const acts = await app.read('history', {}, 'editor')
  expect(acts.history[0]).toMatchObject({
    revision: entry?.revision,
    counts: [
      { kind: 'event', records: 50 },
      { kind: 'series', records: 1 },
    ],
  })
  expect(acts.history[0].records[0]).toMatchObject({ kind: 'series', id: series.id, title: 'Renamed' })
  const undone = await undo(`series/${series.id}`, entry?.revision ?? 0)
  expect(undone.status, undone.text).toBe(200)
  expect(undone.body.records).toBe(50)
  const dates = await app.read('events', {
    post_parent: series.id,
    per_page: 50,
    start_date: '2031-01-01',
    end_date: '2033-01-01',
  })
  expect(new Set(dates.events.map((one: { title: string }) => one.title))).toEqual(new Set(['Weekly']))
})

test('a change of this and the following dates goes back into one series', async () => {
  const first = await app.create('events', event({ title: 'Daily', recurrence: 'FREQ=DAILY;COUNT=6' }))
  const { series } = await app.read(`events/${first.id}`)
  const { events } = await app.read('events', {
    post_parent: series.id,
    start_date: '2031-01-01',
    end_date: '2033-01-01',
  })
  await app.ask({
    as: 'editor',
    method: 'POST',
    path: `events/${events[3].id}`,
    query: { scope: 'following' },
    json: { title: 'Split' },
  })
  const [entry] = await historyOf(`series/${series.id}`)
  const undone = await undo(`series/${series.id}`, entry?.revision ?? 0)
  expect(undone.status, undone.text).toBe(200)
  const again = await app.read('events', {
    post_parent: series.id,
    start_date: '2031-01-01',
    end_date: '2033-01-01',
  })
  expect(again.events.map((one: { title: string }) => one.title)).toEqual(
    Array.from({ length: 6 }, () => 'Daily'),
  )
})

test('what was changed too long ago is forgotten, and nothing else', async () => {
  const old = await createTestApp({ HISTORY_DAYS: '10' })
  try {
    old.setNow(Temporal.Instant.from('2031-01-01T00:00:00Z'))
    const { id } = await old.create('tags', { name: 'Old' })
    old.setNow(Temporal.Instant.from('2031-01-08T00:00:00Z'))
    await old.create('tags', { name: 'New' })
    old.setNow(Temporal.Instant.from('2031-01-12T00:00:00Z'))
    expect(await old.app.forgetHistory()).toBe(1)
    expect((await old.read(`tags/${id}/history`, {}, 'administrator')).history).toEqual([])
    expect(await old.app.forgetHistory()).toBe(0)
  } finally {
    await old.close()
  }
})

describe('what screens of history show', () => {
  test('is what the linked records are called, and what changed of the example of an act', async () => {
    const hall = await app.create('venues', { venue: 'Named Hall' })
    const { id } = await app.create('events', event())
    await edit(`events/${id}`, { venue: hall.id, tags: ['Named tag'] })
    const { history } = await app.read(`events/${id}/history`, {}, 'editor')
    const [tag] = history[0].changes.tags.to
    expect(history[0].names).toEqual({ [`venue ${hall.id}`]: 'Named Hall', [`tags ${tag}`]: 'Named tag' })
    const acts = await app.read('history', { per_page: 1, kind: 'event' }, 'editor')
    const told = acts.history[0].records.find((record: { kind: string }) => record.kind === 'event')
    expect(told).toMatchObject({ id, changes: { venue: { from: [], to: [hall.id] } } })
    expect(acts.history[0].names).toMatchObject({ [`venue ${hall.id}`]: 'Named Hall' })
  })

  test('is a change of many dates as one act, with what changed of one of them', async () => {
    const { id } = await app.create(
      'events',
      event({
        start_date: '2041-05-01 20:00',
        end_date: '2041-05-01 21:00',
        recurrence: 'RRULE:FREQ=DAILY;COUNT=50',
      }),
    )
    const before = (await app.read('history', {}, 'editor')).total
    await app.ask({
      as: 'editor',
      method: 'POST',
      path: `events/${id}`,
      query: { scope: 'all' },
      json: { cost: '7 €' },
    })
    const { total, history } = await app.read('history', { per_page: 1 }, 'editor')
    expect(total).toBe(before + 1)
    expect(history[0].counts).toContainEqual({ kind: 'event', action: 'updated', records: 50 })
    expect(history[0].records).toHaveLength(20)
    const [series, date] = history[0].records
    expect([series.kind, date.kind]).toEqual(['series', 'event'])
    expect(date.changes).toEqual({ cost: { from: [], to: ['7 €'] } })
  })

  test('is what an import did, record by record', async () => {
    const nothing = await app.read('history', { import: 999_999 }, 'editor')
    expect(nothing).toMatchObject({ history: [], total: 0 })
    expect((await app.ask({ as: 'editor', path: 'history', query: { import: 'x' } })).status).toBe(400)
  })
})
