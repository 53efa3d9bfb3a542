import { expect, onTestFinished, test } from 'vitest'
import { exportLines } from '../../src/outward/exports/exports.lines.ts'
import { changeRest } from '../../src/records/own/own.changing.write.ts'
import { createTestApp, type TestApp } from '../support/app.ts'

const as = 'administrator' as const
const value = (name: string) => ({ value: name })
const options = ['kids', 'children', 'adults', 'dogs'].map(value)
const left = ['children', 'adults'].map(value)
const range = 'start_date=2031-01-01&end_date=2034-01-01'
const within = { start_date: '2031-01-01', end_date: '2034-01-01', per_page: 50 }

/** How many events there are: more than change in one transaction. */
const many = 2_100

/** A calendar of series, of whose dates each third says something else. */
async function calendarOfMany(): Promise<TestApp> {
  const app = await createTestApp({ SERIES_HORIZON_MONTHS: '60' })
  onTestFinished(() => app.close())
  app.setNow(Temporal.Instant.from('2031-01-01T00:00Z'))
  const kinds = ['event', 'venue']
  await app.create('fields', {
    name: 'audience',
    type: 'choices',
    label: 'For whom',
    kinds,
    options,
    filter: true,
  })
  await app.create('fields', { name: 'note', type: 'text', label: 'Note' })
  for (const audience of [['kids'], ['kids', 'children', 'adults'], ['dogs']])
    await app.create('events', {
      title: 'Reading',
      start_date: '2031-02-01 10:00',
      end_date: '2031-02-01 11:00',
      recurrence: `RRULE:FREQ=DAILY;COUNT=${many / 3}`,
      fields: { audience },
    })
  await app.create('venues', { venue: 'Hall', fields: { audience: ['kids'] } })
  return app
}

const replacing = { options: left, replace: { kids: 'children', dogs: null } }

/** What all events say by the rows, and how many say it. */
async function stored({ db }: TestApp): Promise<Readonly<Record<string, number>>> {
  const rows = await db.read.selectFrom('events').select('own').execute()
  const all = Map.groupBy(rows, ({ own }) => own)
  return Object.fromEntries([...all].map(([own, some]) => [own, some.length]))
}

/** Does some batches and breaks off in the next one, as a kill would. */
async function someBatches({ db }: TestApp, batches: number): Promise<void> {
  let count = 0
  const onProgress = () => {
    count += 1
    if (count > batches) throw new Error('killed')
  }
  await expect(changeRest(db, { now: () => 2_000_000_000, onProgress })).rejects.toThrow('killed')
}

const done = {
  '{"audience":["children"]}': many / 3,
  '{"audience":["children","adults"]}': many / 3,
  '': many / 3,
}

test('options that many records have go in batches, while everybody reads and writes the new ones at once', async () => {
  const app = await calendarOfMany()
  const patch = async (path: string, json: object) => app.ask({ method: 'PATCH', path, as, json })
  const { status, body } = await patch('fields/audience', replacing)
  expect([status, body.changing, body.progress]).toEqual([200, true, { done: 0, of: many + 1 }])
  await someBatches(app, 3)

  const field = await app.read('fields/audience', { context: 'edit' }, as)
  expect([field.changing, field.progress.done > 0, field.options.length]).toEqual([true, true, 2])
  expect((await app.read('fields/audience')).changing).toBe(true)
  expect((await patch('fields/audience', { label: 'Whom' })).body).toMatchObject({ code: 'field-changing' })
  expect((await patch('fields/audience', { position: 2 })).status).toBe(200)
  // Some have it stored in one way, some in the other: nobody reads anything of that.
  expect(Object.keys(await stored(app)).length).toBeGreaterThan(3)
  const counted = async (query: string) => (await app.ask({ path: `events?${range}&${query}` })).body.total
  expect(await counted('fields[audience]=children')).toBe((many / 3) * 2)
  expect(await counted('fields[audience]=-children')).toBe(many / 3)
  expect(await counted('fields[audience]=*')).toBe((many / 3) * 2)
  expect(await counted('fields[audience]=-*')).toBe(many / 3)
  expect((await app.ask({ path: `events?${range}&fields[audience]=kids` })).status).toBe(400)
  const { events } = await app.read('events', { ...within, order: 'desc' })
  for (const { fields } of events as { fields?: object }[])
    expect([undefined, '["children"]', '["children","adults"]']).toContain(
      fields && JSON.stringify((fields as { audience: unknown }).audience),
    )
  const custom = (await app.ask({ path: `events?${range}&per_page=50` })).text
  expect(custom).not.toMatch(/kids|dogs/)
  expect(await app.read(`venues`)).toMatchObject({ venues: [{ fields: { audience: ['children'] } }] })

  // The last event has not been reached: whoever writes of it writes what is new, and what was read is written back equal.
  const { id } = await app.db.read
    .selectFrom('events')
    .select('id')
    .where('own', 'like', '%dogs%')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect((await patch(`events/${id}`, { fields: { note: 'Both' } })).body.fields).toEqual({ note: 'Both' })
  expect(
    (await patch(`events/${id}`, { fields: { audience: ['kids', 'adults'] } })).body.fields.audience,
  ).toEqual(['children', 'adults'])
  expect((await patch(`events/${id}`, { fields: { audience: ['cats'] } })).status).toBe(400)
  let lines = ''
  const facts = { calendar: 'a', program: '1.0.0', now: Temporal.Instant.from('2031-01-01T00:00Z') }
  for await (const some of exportLines(app.db.read, facts)) lines += some
  expect(lines).not.toMatch(/"kids"|dogs/)

  expect(await app.app.changeFields()).toBeGreaterThan(0)
  expect(await app.app.changeFields()).toBe(0)
  expect(await stored(app)).toEqual({
    ...done,
    '': many / 3 - 1,
    '{"audience":["children","adults"],"note":"Both"}': 1,
  })
  expect(await app.read('fields/audience', {}, as)).not.toHaveProperty('changing')
  const before = await app.db.read
    .selectFrom('history_values')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('field', '=', 'own')
    .where('kind', '=', 'event')
    .executeTakeFirstOrThrow()
  // Each once, and the one that was written thrice.
  expect(Number(before.count)).toBe(many - 1 + 2)
}, 60_000)

test('a field that many records have is removed in batches; nobody writes of it meanwhile, and its dates to come have none of it', async () => {
  const app = await calendarOfMany()
  const remove = async () => app.ask({ method: 'DELETE', path: 'fields/audience', as, json: { force: true } })
  expect((await remove()).body).toMatchObject({ name: 'audience', changing: true, progress: { done: 0 } })
  await someBatches(app, 2)
  expect((await remove()).body.code).toBe('field-changing')
  const { events } = await app.read('events', { ...within, order: 'desc' })
  const { id, fields } = (events as { id: number; fields?: object }[]).find((one) => one.fields) ?? {}
  const write = async (sent: unknown) =>
    app.ask({ method: 'PATCH', path: `events/${id}`, as, json: { fields: sent } })
  // It is still to be read; what was read is written back equal.
  expect(fields).toHaveProperty('audience')
  expect((await write({ ...fields, note: 'A' })).body.fields).toEqual({ ...fields, note: 'A' })
  const refused = await write({ audience: ['adults', 'children', 'kids'] })
  expect([refused.status, refused.body.data.params.fields]).toEqual([
    400,
    'fields has audience, which is being removed, with all that records say of it.',
  ])
  expect((await write({ audience: null })).body.fields).toEqual({ note: 'A' })
  await app.app.changeFields()
  expect(await stored(app)).toEqual({ '': many - 1, '{"note":"A"}': 1 })
  expect((await app.ask({ path: 'fields/audience' })).status).toBe(404)
  const templates = await app.db.read.selectFrom('series').select('template').execute()
  for (const { template } of templates) expect(template).not.toContain('audience')
}, 60_000)
