import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  // Behind UTC, and with a day of 25 hours in November.
  app = await createTestApp({ SITE_TIMEZONE: 'America/New_York' })
})
afterAll(() => app.close())

const times = { start_date: '2031-05-01 20:00:00', end_date: '2031-05-01 22:00:00', status: 'publish' }
const ever = { start_date: '2031-01-01', end_date: '2032-01-01' }
const edit = (path: string, json: object) => app.ask({ as: 'editor', method: 'POST', path, json })

/** What was done, each as what was done to which record. */
async function found(query: Readonly<Record<string, string | number>>): Promise<string[]> {
  const { history, total } = await app.read('history', { per_page: 50, ...query }, 'editor')
  expect(total).toBe(history.length)
  return history.map(
    ({ action, records: [first] }: { action: string; records: { kind: string; id: number }[] }) =>
      `${action} ${first?.kind} ${first?.id}`,
  )
}

test('the history of all is searched by what records of each kind are called and were called, whatever the case and the accents', async () => {
  const event = await app.create('events', { title: 'Café Müller’s Première', ...times })
  const venue = await app.create('venues', { venue: 'Mühle <b>am</b> Bach' })
  const organizer = await app.create('organizers', { organizer: 'Les Amis' })
  const category = await app.create('categories', { name: 'Kleinkunst' })
  const tag = await app.create('tags', { name: 'Großstadt' })
  await edit(`events/${event.id}`, { title: 'Renamed altogether' })
  await edit(`events/${event.id}`, { cost: '5' })
  const of = `event ${event.id}`
  const all = [`updated ${of}`, `updated ${of}`, `created ${of}`]
  expect(await found({ search: 'PREMIERE cafe' })).toEqual(all)
  expect(await found({ search: 'altogether' })).toEqual(all)
  expect(await found({ search: 'premiere altogether' })).toEqual(all)
  expect(await found({ search: 'muhle' })).toEqual([`created venue ${venue.id}`])
  expect(await found({ search: 'amis' })).toEqual([`created organizer ${organizer.id}`])
  expect(await found({ search: 'kleinkunst' })).toEqual([`created category ${category.id}`])
  expect(await found({ search: 'GROSSSTADT' })).toEqual([`created tag ${tag.id}`])
  expect(await found({ search: 'kleinkunst amis' })).toEqual([])
  expect(await found({ search: '100%_' })).toEqual([])
})

test('what people did is found by what they are called, with what it was done to', async () => {
  const { body: person } = await app.ask({
    as: 'administrator',
    method: 'POST',
    absolute: true,
    path: '/wp/v2/users/me',
    json: { name: 'Zoë Nightingale' },
  })
  expect(person.name).toBe('Zoë Nightingale')
  const other = await app.create('events', { title: 'By somebody else', ...times }, 'editor')
  const { id } = await app.create('events', { title: 'Owls', ...times }, 'administrator')
  expect(await found({ search: 'nightingale owls' })).toEqual([`created event ${id}`])
  expect((await found({ search: 'nightingale' }))[0]).toBe(`created event ${id}`)
  expect(await found({ search: 'nightingale', kind: 'event' })).not.toContain(`created event ${other.id}`)
  expect(await found({ search: 'nightingale owls', user: app.ids.editor })).toEqual([])
})

test('a series is found by its title before and now, and of many records those that were searched for are told first', async () => {
  const recurrence = 'RRULE:FREQ=DAILY;COUNT=25'
  const { id } = await app.create('events', { title: 'Swimming lessons', ...times, recurrence })
  const { series } = await app.read(`events/${id}`)
  await app.ask({
    as: 'editor',
    method: 'POST',
    path: `events/${id}`,
    query: { scope: 'all' },
    json: { title: 'Diving lessons' },
  })
  const made = [`updated series ${series.id}`, `created series ${series.id}`]
  expect(await found({ search: 'swimming' })).toEqual(made)
  expect(await found({ search: 'diving' })).toEqual(made)

  const { events } = await app.read('events', { series: series.id, per_page: 50, ...ever })
  const ids = events.map((date: { id: number }) => date.id)
  const last = ids.at(-1)
  await edit(`events/${last}`, { title: 'Needle' })
  await edit('events/bulk', { ids, action: 'cancel' })
  const { history } = await app.read('history', { search: 'needle' }, 'editor')
  expect(history[0].counts).toEqual([{ kind: 'event', action: 'canceled', records: ids.length }])
  expect(history[0].records[0]).toMatchObject({ id: last, title: 'Needle' })
})

test('days are those of the site, however long they are, and both ends are among them', async () => {
  const at = async (moment: string) => {
    app.setNow(Temporal.Instant.from(moment))
    const { id } = await app.create('events', { title: `Daily ${moment}`, ...times })
    return `created event ${id}`
  }
  // The clocks go back on this day.
  const before = await at('2031-11-02T03:59:59Z')
  const first = await at('2031-11-02T04:00:00Z')
  const last = await at('2031-11-03T04:59:59Z')
  const after = await at('2031-11-03T05:00:00Z')
  app.setNow(undefined)
  expect(await found({ from: '2031-11-02', to: '2031-11-02' })).toEqual([last, first])
  expect(await found({ from: '2031-11-02' })).toEqual([after, last, first])
  expect(await found({ to: '2031-11-02', search: 'daily' })).toEqual([last, first, before])
  expect(await found({ from: '2031-11-03 00:00:00', to: '2031-11-04' })).toEqual([after])
  expect(await found({ from: '2031-11-02', to: '2031-11-04', kind: 'venue' })).toEqual([])
})

test.each([
  ['search', ''],
  ['from', 'someday'],
  ['to', '2031-02-30'],
  ['from', ''],
])('a bad value is refused by its name: %s=%s', async (name, value) => {
  const { status, body } = await app.ask({ as: 'editor', path: 'history', query: { [name]: value } })
  expect([status, body.code, Object.keys(body.data.params)]).toEqual([400, 'rest_invalid_param', [name]])
})

test('days in the wrong order are refused, and strangers are not told that they are', async () => {
  const query = { from: '2031-05-02', to: '2031-05-01' }
  const { status, body } = await app.ask({ as: 'editor', path: 'history', query })
  expect([status, body.data.params]).toEqual([400, { to: 'to must not be before “from”.' }])
  expect((await app.ask({ path: 'history', query: { from: '2031-05-01' } })).status).toBe(401)
})
