import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'

async function emptyApp(): Promise<TestApp> {
  const app = await createTestApp()
  onTestFinished(() => app.close())
  return app
}

/** Sends a file as browsers do. */
async function upload(
  app: TestApp,
  name: string,
  text: string,
  path = 'imports',
  fields: Record<string, string> = {},
) {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set('file', new Blob([text], { type: 'text/plain' }), name)
  const request = new Request('http://calendar.example/', { method: 'POST', body: form })
  return app.ask({
    as: 'editor',
    method: 'POST',
    path,
    raw: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  })
}

async function end(app: TestApp, id: number) {
  return vi.waitFor(
    async () => {
      const { body } = await app.ask({ as: 'editor', path: `imports/${id}` })
      expect(body.status).not.toBe('running')
      return body
    },
    { timeout: 60_000, interval: 50 },
  )
}

/** A calendar of so many events, whose names begin with a word. */
function calendar(word: string, count: number): string {
  const events = Array.from({ length: count }, (_, index) =>
    [
      'BEGIN:VEVENT',
      `UID:${word}-${index}@club.example`,
      `SUMMARY:${word} ${index}`,
      `DTSTART:203105${String((index % 28) + 1).padStart(2, '0')}T180000Z`,
      'END:VEVENT',
    ].join('\r\n'),
  )
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events, 'END:VCALENDAR', ''].join('\r\n')
}

const page = (word: string) =>
  `<script type="application/ld+json">${JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'Event',
    '@id': `https://club.example/${word}`,
    name: word,
    startDate: '2031-05-01T20:00',
  })}</script>`

const table = (word: string) => `title,start\n${word},2031-05-01 18:00\n`

test('files that are sent at the same time are runs of their own, and each report counts its own', async () => {
  const app = await emptyApp()
  const sent = await Promise.all([
    upload(app, 'a.ics', calendar('Jazz', 700)),
    upload(app, 'b.ics', calendar('Rock', 600)),
    upload(app, 'c.html', page('Dance')),
  ])
  expect(sent.map(({ status }) => status)).toEqual([201, 201, 201])
  const ended = await Promise.all(sent.map(({ body }) => end(app, body.id)))
  expect(ended.map(({ status, message }) => [status, message])).toEqual([
    ['done', null],
    ['done', null],
    ['done', null],
  ])
  expect(ended.map(({ report }) => report.counts.event.created)).toEqual([700, 600, 1])
  expect(ended.flatMap(({ report }) => report.notes)).toEqual([])
})

test.each([
  ['ics', calendar('Jazz', 600), calendar('Rock', 2)],
  ['html', page('Jazz'), page('Rock')],
  ['csv', table('Jazz'), table('Rock')],
])('of two files %s of one name the second waits for the first', async (extension, first, second) => {
  const app = await emptyApp()
  const sent = [await upload(app, `club.${extension}`, first), await upload(app, `club.${extension}`, second)]
  expect(sent.map(({ status }) => status)).toEqual([201, 201])
  const ended = await Promise.all(sent.map(({ body }) => end(app, body.id)))
  expect(ended.map(({ status }) => status)).toEqual(['done', 'done'])
  expect(ended.map(({ report }) => report.counts.event.skipped)).toEqual([0, 0])
  const { body } = await app.ask({
    path: 'events',
    query: { start_date: '2031-05-01', end_date: '2031-05-31', search: 'Rock' },
  })
  expect(body.total).toBeGreaterThan(0)
})

test('a file of another name is another run, and knows the events of files before: the last one that says them counts', async () => {
  const app = await emptyApp()
  const say = (summary: string) => calendar('Jazz', 1).replace(/SUMMARY:.*/, `SUMMARY:${summary}`)
  const counts = []
  for (const [name, summary] of [
    ['town.ics', 'One'],
    ['town (1).ics', 'Two'],
    ['town.ics', 'One'],
    ['town.ics', 'One'],
  ] as const) {
    const { body } = await upload(app, name, say(summary))
    const { report } = await end(app, body.id)
    const { created, updated, unchanged } = report.counts.event
    const { body: list } = await app.ask({
      path: 'events',
      query: { start_date: '2031-05-01', end_date: '2031-05-31' },
    })
    counts.push([
      created,
      updated,
      unchanged,
      list.events.map(({ title }: { title: string }) => title).join(),
    ])
  }
  expect(counts).toEqual([
    [1, 0, 0, 'One'],
    [0, 1, 0, 'Two'],
    [0, 1, 0, 'One'],
    [0, 0, 1, 'One'],
  ])
})

test('an import whose process is gone ends with its message, and others are told', async () => {
  const app = await emptyApp()
  const { body: source } = await upload(app, 'kept.csv', table('Jazz'), 'imports/sources')
  await end(app, source.runs[0].id)
  const at = Math.floor(Date.now() / 1000)
  const report = (await app.db.read.selectFrom('imports').select('report').executeTakeFirstOrThrow()).report
  const lost = {
    user_id: app.ids.editor,
    status: 'running' as const,
    done: 3,
    expected: 9,
    report,
    fault: null,
  }
  const times = { created_at: at - 500, updated_at: at - 400 }
  await app.db.write(async (tx) => {
    const rows = [
      { ...lost, ...times, source: 'gone.ics', dry_run: 0 as const, schedule_id: null },
      { ...lost, ...times, source: 'kept.csv', dry_run: 0 as const, schedule_id: source.id },
      { ...lost, ...times, source: 'told.ics', dry_run: 1 as const, schedule_id: null },
      {
        ...lost,
        source: 'alive.ics',
        dry_run: 0 as const,
        schedule_id: null,
        created_at: at,
        updated_at: at,
      },
    ]
    await tx.insertInto('imports').values(rows).execute()
    await tx
      .updateTable('import_schedules')
      .set({ lease_key: 'x', lease_until: at - 400 + 90 })
      .execute()
    await tx.deleteFrom('import_ends').execute()
  })
  await app.app.importDue()
  const { body } = await app.ask({ as: 'editor', path: 'imports' })
  const told = body.imports.map(
    ({ source, status }: { source: string; status: string }) => `${source} ${status}`,
  )
  expect(told).toEqual([
    'alive.ics running',
    'told.ics failed',
    'kept.csv failed',
    'gone.ics failed',
    'kept.csv done',
  ])
  expect(body.imports[3].message).toBe(
    'The process that did it is gone. What it had written is here; import the same again, and the rest follows.',
  )
  const ends = await app.db.read.selectFrom('import_ends').select('import_id').orderBy('id').execute()
  expect(ends.map(({ import_id }) => import_id)).toEqual([body.imports[3].id, body.imports[2].id])
  // It is free to be sent again.
  const again = await upload(app, 'kept.csv', table('Jazz'), `imports/sources/${source.id}/run`)
  expect((await end(app, again.body.id)).status).toBe('done')
  await app.app.importDue()
  expect(await app.db.read.selectFrom('import_ends').selectAll().execute()).toHaveLength(3)
})

test('the same table under another name is told before anything is twice, and can be a new version, or meant', async () => {
  const app = await emptyApp()
  const rows = ['Jazz,2031-05-01 18:00,Hall', 'Rock,2031-05-02 18:00,Hall', 'Folk,2031-05-03 18:00,Barn']
  const whole = (...more: string[]) => ['title,start,venue', ...rows, ...more, ''].join('\n')
  await end(app, (await upload(app, 'club.csv', whole())).body.id)
  const total = async () =>
    (await app.read('events', { start_date: '2031-05-01', end_date: '2031-05-31' })).total

  const seen = await upload(app, 'club (1).csv', whole(), 'imports/preview')
  expect(seen.body).toMatchObject({ kind: 'table', copy_of: 'club.csv' })
  const dry = await end(
    app,
    (await upload(app, 'club (1).csv', whole(), 'imports', { dry_run: '1' })).body.id,
  )
  expect(dry.report.notes.join()).toContain(
    'Of its first 3 events, 3 have come from the file “club.csv” already',
  )
  const refused = await end(
    app,
    (await upload(app, 'club (1).csv', whole('Blues,2031-05-04 18:00,Barn'))).body.id,
  )
  expect([refused.status, refused.message]).toEqual([
    'failed',
    expect.stringMatching(
      /^Of its first 4 events, 3 have come from the file “club.csv” already.* Nothing was written\.$/,
    ),
  ])
  expect(await total()).toBe(3)

  const text = whole('Blues,2031-05-04 18:00,Barn')
  const version = await upload(app, 'club (1).csv', text, 'imports', { file_name: 'club.csv' })
  expect((await end(app, version.body.id)).report.counts.event).toMatchObject({ created: 1, unchanged: 3 })
  const meant = await upload(app, 'club (1).csv', text, 'imports', { file_name: 'club (1).csv' })
  expect((await end(app, meant.body.id)).report.counts.event).toMatchObject({ created: 4 })
  // Known under its own name, it is asked no more.
  const again = await upload(app, 'club (1).csv', text)
  expect((await end(app, again.body.id)).report.counts.event).toMatchObject({ created: 0, unchanged: 4 })
})

test('another table with the same numbers is no copy, nor one that shares a few rows', async () => {
  const app = await emptyApp()
  const numbered = (...rows: string[]) => ['id,title,start', ...rows, ''].join('\n')
  await end(
    app,
    (await upload(app, 'one.csv', numbered('1,Jazz,2031-05-01 18:00', '2,Rock,2031-05-02 18:00'))).body.id,
  )
  const other = numbered('1,Yoga,2031-06-01 18:00', '2,Dance,2031-06-02 18:00', '3,Choir,2031-06-03 18:00')
  const { report, status } = await end(app, (await upload(app, 'two.csv', other)).body.id)
  expect([status, report.counts.event.created]).toEqual(['done', 3])
  expect((await upload(app, 'a.csv', other, 'imports', { file_name: '../a' })).status).toBe(400)
})

test('a source is kept for what is here already, as a new version or because it is meant', async () => {
  const app = await emptyApp()
  const text = 'title,start\nJazz,2031-05-01 18:00\nRock,2031-05-02\n'
  await end(app, (await upload(app, 'club.csv', text)).body.id)
  const keep = async (fields: Record<string, string>) => {
    const kept = await upload(app, 'club (1).csv', text, 'imports/sources', fields)
    const [run] = (await app.ask({ as: 'editor', path: `imports?source=${kept.body.id}` })).body.imports
    const { status, report } = await end(app, run.id)
    return [kept.status, kept.body.file, status, report.counts.event.created]
  }
  expect(await keep({})).toEqual([201, 'club (1).csv', 'failed', 0])
  expect(await keep({ file_name: 'club.csv' })).toEqual([201, 'club.csv', 'done', 0])
  expect(await keep({ file_name: 'club (1).csv' })).toEqual([201, 'club (1).csv', 'done', 2])
  const json = { url: 'https://club.example/club.csv', file_name: 'club.csv' }
  const refused = await app.ask({ as: 'editor', method: 'POST', path: 'imports/sources', json })
  expect([refused.status, Object.keys(refused.body.data.params)]).toEqual([400, ['file_name']])
})

test('a dry run names the events that would come, with their dates, and of very many the first', async () => {
  const app = await emptyApp()
  const many = Array.from({ length: 250 }, (_, at) => `Jazz ${at} &amp; Blues,2031-05-01 18:00`)
  const text = ['title,start', 'Fair,2031-05-03', 'No day,2031-05-32', ...many, ''].join('\n')
  const { report } = await end(app, (await upload(app, 'a.csv', text, 'imports', { dry_run: '1' })).body.id)
  expect(report.coming).toHaveLength(200)
  expect(report.coming.slice(0, 2)).toMatchObject([
    { title: 'Fair', start_date: '2031-05-03 00:00:00', all_day: true, at: 'line 2' },
    { title: 'Jazz 0 & Blues', start_date: '2031-05-01 18:00:00', all_day: false, at: 'line 4' },
  ])
  const brought = await end(app, (await upload(app, 'a.csv', text)).body.id)
  expect([brought.report.counts.event.created, brought.report.coming]).toEqual([251, undefined])
  const again = await end(app, (await upload(app, 'a.csv', text, 'imports', { dry_run: '1' })).body.id)
  expect(again.report.coming).toEqual([])
})
