import { expect, onTestFinished, test, vi } from 'vitest'
import type { ImportReport } from '../../src/outward/imports/imports.report.ts'
import { openText } from '../../src/outward/imports/imports.textSource.ts'
import { declareExported } from '../../src/records/own/own.exported.ts'
import { readDeclarations } from '../../src/records/own/own.query.ts'
import { audience } from '../api/own.fixture.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { fakeSite, wireEvent } from './fakeSite.ts'
import { emptyCalendar } from './importing.ts'
import { sourceAt } from './siteSource.ts'
import { form } from './sources.ts'

const builtIn = new Set(['title'])
const now = Temporal.Instant.from('2031-01-01T00:00:00Z')

async function calendar(more: Record<string, string> = {}): Promise<TestApp> {
  const app = await createTestApp(more)
  onTestFinished(() => app.close())
  app.setNow(now)
  return app
}

const declare = async (app: TestApp, ...fields: object[]) => {
  for (const json of fields)
    expect(await app.ask({ method: 'POST', path: 'fields', as: 'administrator', json })).toMatchObject({
      status: 201,
    })
}

/** Fields of every type. */
const each = [
  { ...audience, wire_name: '_ecp_custom_7', label: { en: 'For whom', de: 'Zielgruppe' } },
  { name: 'age_from', type: 'number', label: { en: 'From age', de: 'Alter ab' }, min: 0 },
  { name: 'signed', type: 'boolean', label: 'Signed' },
  { name: 'until', type: 'date', label: 'Until' },
  { name: 'hint', type: 'text', label: 'Hint' },
  { name: 'stage', type: 'text', label: 'Stage', kinds: ['venue'] },
]

/** What events say, by title. */
async function said(app: TestApp) {
  const { events } = await app.read('events', {
    start_date: '2031-01-01',
    end_date: '2032-01-01',
    per_page: 50,
  })
  return Object.fromEntries(
    events.map(({ title, fields }: { title: string; fields?: object }) => [title, fields]),
  )
}

async function job(
  app: TestApp,
  { body }: { body: { id: number; message?: string } },
): Promise<ImportReport> {
  return vi.waitFor(
    async () => {
      const { body: one } = await app.ask({ as: 'administrator', path: `imports/${body.id}` })
      expect([one.status, one.message]).toEqual(['done', null])
      return one.report
    },
    { timeout: 30_000, interval: 25 },
  )
}

const table = async (app: TestApp, text: string, more: Record<string, string> = {}) =>
  job(app, await form(app, 'imports', { name: 'town.csv', text }, more))

test('a table has them by name, by what people call them in any language, and where a map says so, never by guessing', async () => {
  const app = await calendar()
  await declare(app, ...each)
  const report = await table(
    app,
    [
      'title,start_date,fields.audience,Alter ab,Signed,Ends,Hinweis,Hints,fields.audienz',
      'A,2031-05-01 10:00,Kinder; adults,6,ja,2031-06-01,Bring it,x,x',
      'B,2031-05-02 10:00,kids,six,perhaps,soon,,x,',
      'C,2031-05-03 10:00,,,,,,,',
    ].join('\n'),
    { map: 'Hinweis=fields.hint,Ends=fields.until' },
  )
  expect(await said(app)).toEqual({
    A: { audience: ['children', 'adults'], age_from: 6, signed: true, until: '2031-06-01', hint: 'Bring it' },
    B: undefined,
    C: undefined,
  })
  expect(report.lost.map(({ says }) => says)).toEqual([
    expect.stringContaining('fields.audience “kids”: it must be some of children, adults'),
    expect.stringContaining('fields.age_from “six”: it must be a number'),
    expect.stringContaining('fields.signed “perhaps”'),
    expect.stringContaining('fields.until “soon”: it must be a day'),
  ])
  expect(report.notes.join()).toContain(
    'Columns left out: Hints, fields.audienz (the nearest is fields.audience).',
  )
  // What an empty cell says counts as much.
  await table(app, ['title,start_date,fields.audience,Hint', 'A,2031-05-01 10:00,,Other'].join('\n'))
  expect((await said(app))['A']).toEqual({ age_from: 6, signed: true, until: '2031-06-01', hint: 'Other' })
  const unknown = await form(
    app,
    'imports',
    { name: 'town.csv', text: 'title,start_date\nA,2031-05-01' },
    { map: 'title=fields.audiense' },
  )
  expect([unknown.status, unknown.text]).toEqual([
    400,
    expect.stringContaining('the nearest is fields.audience; there are uid, id'),
  ])
})

test('a table of venues has those of venues', async () => {
  const app = await calendar()
  await declare(app, ...each)
  const report = await table(
    app,
    ['Venue Name,Venue City,Stage,fields.audience', 'Mill,Ulm,Large,adults'].join('\n'),
  )
  expect((await app.read('venues')).venues).toMatchObject([{ venue: 'Mill', fields: { stage: 'Large' } }])
  expect(report.notes.join()).toContain('Columns left out: fields.audience.')
})

test('our own tables and calendars bring back what they said, and as they are they change nothing', async () => {
  const [app, other] = [await calendar(), await calendar()]
  await declare(app, ...each)
  await declare(other, ...each)
  const fields = {
    audience: ['children', 'adults'],
    age_from: 6,
    signed: false,
    until: '2031-06-01',
    hint: 'A, b; “c”\\',
  }
  const event = await app.create('events', {
    title: 'A',
    start_date: '2031-05-01 10:00',
    end_date: '2031-05-01 11:00',
    fields,
  })
  const range = 'start_date=2031-01-01&end_date=2032-01-01'
  const [csv, ics] = await Promise.all(
    ['csv', 'ics'].map(async (extension) => (await app.ask({ path: `events.${extension}?${range}` })).text),
  )
  const again = await table(app, csv ?? '')
  expect(again.counts.event).toMatchObject({ unchanged: 1, updated: 0 })
  expect((await app.read(`events/${event.id}`)).modified_utc).toBe(event.modified_utc)
  // A cell that was edited is the only thing that changes.
  const edited = await table(app, (csv ?? '').replace('"children,adults"', '"adults"'))
  expect(edited.changes).toEqual({ 'event.fields.audience': 1 })
  expect((await app.read(`events/${event.id}`)).fields).toEqual({ ...fields, audience: ['adults'] })
  await job(other, await form(other, 'imports', { name: 'town.ics', text: ics ?? '' }))
  expect(await said(other)).toEqual({ A: fields })
  const repeated = await job(other, await form(other, 'imports', { name: 'town.ics', text: ics ?? '' }))
  expect(repeated.counts.event).toMatchObject({ unchanged: 1, updated: 0 })
})

test('what a calendar says in fields that nobody has declared is told once, with how many events that are', async () => {
  const app = await calendar()
  const event = (n: number) =>
    `BEGIN:VEVENT\nUID:${n}@a\nSUMMARY:E${n}\nDTSTART:2031050${n}T100000Z\nX-KALENDS-FIELD;X-NAME=mood:good\nEND:VEVENT`
  const text = ['BEGIN:VCALENDAR', event(1), event(2), 'END:VCALENDAR'].join('\n')
  const report = await job(app, await form(app, 'imports', { name: 'town.ics', text }))
  expect(report.lost).toEqual([])
  expect(report.notes).toContainEqual(
    expect.stringContaining('2 records have a field “mood”, which this calendar has not declared'),
  )
})

test('each field is compared by itself: what was edited here and not there stays', async () => {
  const app = await calendar()
  await declare(app, ...each)
  const rows = (audienceSaid: string, age: string) =>
    ['title,start_date,fields.audience,fields.age_from', `A,2031-05-01 10:00,${audienceSaid},${age}`].join(
      '\n',
    )
  await table(app, rows('children', '6'))
  const { events } = await app.read('events', { start_date: '2031-01-01', end_date: '2032-01-01' })
  await app.ask({
    method: 'PATCH',
    path: `events/${events[0].id}`,
    as: 'editor',
    json: { fields: { age_from: 9 } },
  })
  await table(app, rows('adults', '6'))
  expect((await said(app))['A']).toEqual({ audience: ['adults'], age_from: 9 })
})

test('what is required is told of new records, and refuses none', async () => {
  const app = await calendar()
  await declare(app, { ...audience, required: true })
  const report = await table(app, ['title,start_date', 'A,2031-05-01 10:00'].join('\n'))
  expect(report.counts.event.created).toBe(1)
  expect(report.lost).toMatchObject([
    { field: 'fields.audience', why: expect.stringContaining('must have it') },
  ])
  expect((await table(app, ['title,start_date', 'A,2031-05-01 10:00'].join('\n'))).lost).toEqual([])
})

const custom = (key: string, label: string, value: string) => ({ [key]: { label, value } })

test('fields of the original’s add-on are found by wire_name, then by label, and others are told once', async () => {
  const site = await fakeSite({
    events: [
      wireEvent(1001, {
        custom_fields: {
          ...custom('_ecp_custom_7', 'Anything', 'Children|Adults'),
          ...custom('_ecp_custom_9', 'Alter ab', '6'),
        },
      }),
      wireEvent(1002, { custom_fields: custom('_ecp_custom_8', 'Mood', 'Good &amp; <b>calm</b>') }),
      wireEvent(1003, { custom_fields: custom('_ecp_custom_8', 'Mood', 'Bad') }),
      wireEvent(1004, { custom_fields: [] }),
    ],
  })
  const known = await emptyCalendar()
  for (const { name, ...declaration } of each.slice(0, 2))
    await known.db.write((tx) => declareExported(tx, { name, declaration }, { language: 'en', now: 0 }))
  const found = await known.run(sourceAt(site).source)
  expect(found.notes.join()).not.toContain('_ecp_custom_7')
  const texts = await known.db.read.selectFrom('events').select('own').orderBy('id').execute()
  expect(texts.map(({ own: text }) => text)).toEqual([
    '{"age_from":6,"audience":["children","adults"]}',
    '',
    '',
    '',
  ])
  const { db, run } = await emptyCalendar()
  const report = await run(sourceAt(site).source)
  expect(report.notes).toContainEqual(
    expect.stringContaining('2 records have a field “Mood” (_ecp_custom_8)'),
  )
  expect(report.lost).toEqual([])
  // With --fields they are declared, and what was read before comes along.
  const declaring = await run(sourceAt(site).source, { declaring: { custom: true, builtIn } })
  expect(declaring.notes).toContainEqual('The field “Mood” was declared as mood, a text.')
  const declared = await readDeclarations(db.read)
  expect(declared.map(({ name, type, wire_name }) => [name, type, wire_name])).toEqual([
    ['anything', 'text', '_ecp_custom_7'],
    ['alter_ab', 'text', '_ecp_custom_9'],
    ['mood', 'text', '_ecp_custom_8'],
  ])
  const own = await db.read.selectFrom('events').select(['id', 'own']).orderBy('id').execute()
  expect(own.map(({ own: text }) => text)).toEqual([
    '{"alter_ab":"6","anything":"Children|Adults"}',
    '{"mood":"Good & calm"}',
    '{"mood":"Bad"}',
    '',
  ])
  const again = await run(sourceAt(site).source, { declaring: { custom: true, builtIn } })
  expect(again.counts.event).toMatchObject({ unchanged: 4, updated: 0 })
  // A dry run declares nothing.
  const dry = await emptyCalendar()
  await dry.run(sourceAt(site).source, { declaring: { custom: true, builtIn }, isDryRun: true })
  expect(await readDeclarations(dry.db.read)).toEqual([])
})

test('another Kalends brings its declarations where an administrator imports it, and what it clears is cleared', async () => {
  const [from, to] = [await calendar(), await calendar({ IMAGE_HOSTS: '127.0.0.1' })]
  await declare(from, ...each, { name: 'desk', type: 'text', label: 'Desk', public: false })
  const fields = { audience: ['children'], age_from: 6, desk: 'secret-desk' }
  const event = await from.create('events', {
    title: 'A',
    start_date: '2031-05-01 10:00',
    end_date: '2031-05-01 11:00',
    venue: { venue: 'Hall', fields: { stage: 'Large' } },
    fields,
  })
  const origin = await from.app.server.listen({ port: 0, host: '127.0.0.1' })
  const url = `${origin}/vendor/events/v1`
  const [user, password] = from.credentials.administrator.split(':')
  const run = async (as: 'editor' | 'administrator', login: object = {}) =>
    job(to, await to.ask({ as, method: 'POST', path: 'imports', json: { url, ...login } }))
  const told = await run('editor')
  expect(told.notes).toContainEqual(
    expect.stringMatching(/has declared “audience”.*an import by an administrator declares it/),
  )
  expect(await said(to)).toEqual({ A: undefined })
  const brought = await run('administrator', { user, password })
  expect(brought.notes).toContainEqual(
    expect.stringMatching(/^What the source has declared was declared: “audience”/),
  )
  expect(await said(to)).toEqual({ A: { audience: ['children'], age_from: 6 } })
  const [there] = (
    await to.read(
      'events',
      { start_date: '2031-01-01', end_date: '2032-01-01', context: 'edit' },
      'administrator',
    )
  ).events
  expect([there.fields, there.venue.fields]).toEqual([fields, { stage: 'Large' }])
  expect((await to.read('fields/audience', { context: 'edit' }, 'administrator')).label).toEqual({
    de: 'Zielgruppe',
    en: 'For whom',
  })
  expect(await to.read('fields')).toMatchObject({ total: each.length })
  await from.ask({
    method: 'PATCH',
    path: `events/${event.id}`,
    as: 'editor',
    json: { fields: { age_from: null, signed: true } },
  })
  expect((await run('administrator', { user, password })).counts.event).toMatchObject({ updated: 1 })
  expect(await said(to)).toEqual({ A: { audience: ['children'], signed: true } })
  expect((await run('administrator', { user, password })).counts.event).toMatchObject({ updated: 0 })
})

test('a series of a calendar brings them for all of its dates', async () => {
  const { db, context, run } = await emptyCalendar()
  const text = [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'UID:1@a',
    'SUMMARY:Yoga',
    'DTSTART:20310501T100000Z',
    'RRULE:FREQ=WEEKLY;COUNT=3',
    'X-KALENDS-FIELD;X-NAME=mood:calm',
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\n')
  const source = () =>
    openText(text, {
      name: 'a.ics',
      siteZone: context.siteZone,
      now,
      map: new Map(),
      address: 'https://a.example/a.ics',
    })
  const other = source()
  await run(
    { ...other, declarations: async () => [{ name: 'mood', kinds: ['event'], type: 'text', label: 'Mood' }] },
    { declaring: { builtIn } },
  )
  const rows = await db.read.selectFrom('events').select(['own', 'series_id']).execute()
  expect(rows.map(({ own }) => own)).toEqual(Array.from({ length: 3 }, () => '{"mood":"calm"}'))
})
