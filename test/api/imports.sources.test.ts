import { expect, onTestFinished, test, vi } from 'vitest'
import { fakeSite, wireEvent } from '../imports/fakeSite.ts'
import { appBeside, ask, atRest, form } from '../imports/sources.ts'
import { createTestApp } from '../support/app.ts'

const events = (count: number) => Array.from({ length: count }, (_, at) => wireEvent(1000 + at))

test('a source is imported at once and again every so often, and tells how it does', async () => {
  const site = await fakeSite({ events: events(3) })
  const app = await appBeside(site)
  const start = Temporal.Instant.from('2031-03-11T18:00:00Z')
  app.setNow(start)
  const made = await ask(app, 'POST', 'sources', { url: site.root, name: 'Old site', every: '6h' })
  expect(made).toMatchObject({
    status: 201,
    body: { name: 'Old site', every: '6h', at: null, url: site.root },
  })
  const { id } = made.body
  const first = await atRest(app, id)
  expect(first).toMatchObject({
    health: 'good',
    kind: 'site',
    events: 3,
    failures: 0,
    last_success_utc: '2031-03-11 18:00:00',
    next_run_utc: '2031-03-12 00:00:00',
    runs: [{ status: 'done', created: 3, updated: 0, removed: 0, skipped: 0 }],
  })
  expect(await app.app.importDue()).toBe(0)
  app.setNow(start.add({ hours: 6 }))
  expect(await app.app.importDue()).toBe(1)
  const second = await atRest(app, id)
  expect(second.runs).toMatchObject([{ created: 0 }, { created: 3 }])
  expect(second.next_run_utc).toBe('2031-03-12 06:00:00')
  const { body } = await ask(app, 'GET', `?source=${id}`)
  expect(body.imports.map(({ source_id }: { source_id: number }) => source_id)).toEqual([id, id])
  expect((await ask(app, 'GET', 'sources')).body).toMatchObject({ total: 1, sources: [{ id }] })

  await app.ask({ as: 'editor', method: 'DELETE', path: 'events/1000' })
  expect((await ask(app, 'GET', 'sources')).body.sources[0].events).toBe(2)
})

test('a source that does not answer says so, and what it brought stays', async () => {
  const site = await fakeSite({ events: events(2) })
  const app = await appBeside(site)
  const { body } = await ask(app, 'POST', 'sources', { url: site.root, every: '30m' })
  await atRest(app, body.id)
  await ask(app, 'POST', `sources/${body.id}`, { url: `${site.origin}/wp-json/gone/events/v1` })
  for (const failures of [1, 2]) {
    expect((await ask(app, 'POST', `sources/${body.id}/run`)).status).toBe(201)
    const failed = await atRest(app, body.id)
    expect(failed).toMatchObject({ health: 'failing', failures, events: 2 })
    expect(failed.message).toContain('There is no calendar')
    expect(failed.failing_since_utc).not.toBeNull()
    expect(failed.next_run_utc).not.toBeNull()
  }
  expect((await app.ask({ path: 'events/1000' })).status).toBe(200)
  await ask(app, 'POST', `sources/${body.id}`, { url: site.root })
  await ask(app, 'POST', `sources/${body.id}/run`)
  expect(await atRest(app, body.id)).toMatchObject({ health: 'good', failures: 0, failing_since_utc: null })
})

test('events say which source they came from, and lists have those of imports or the others', async () => {
  const site = await fakeSite({ events: events(2) })
  const app = await appBeside(site)
  const day = { start_date: '2031-03-11 18:00', end_date: '2031-03-11 21:00' }
  const own = await app.create('events', { title: 'Our own', ...day })
  const { body } = await ask(app, 'POST', 'sources', { url: site.root, name: 'Box office' })
  await atRest(app, body.id)
  const sent = await app.ask({
    as: 'editor',
    method: 'PUT',
    path: 'events/by-source/crm/7',
    json: { title: 'Sent', ...day },
  })
  const origins = await ask(app, 'GET', `origins?events=${[1000, own.id, sent.body.id].join()}`)
  expect(origins.body.origins).toEqual(
    expect.arrayContaining([
      { event: 1000, source: 'Box office' },
      { event: sent.body.id, source: 'crm' },
    ]),
  )
  expect(origins.body.origins).toHaveLength(2)
  const refused = await app.ask({ as: 'author', path: `imports/origins?events=${own.id}` })
  expect(refused.status).toBe(403)

  const ids = async (imported: boolean, as?: 'author') => {
    const query = { imported, starts_after: '2000-01-01', per_page: 50 }
    const answer = await app.ask({ path: 'events', query, ...(as ? { as } : {}) })
    return answer.body.events
      .map(({ id }: { id: number }) => id)
      .toSorted((one: number, other: number) => one - other)
  }
  expect(await ids(false, 'author')).toEqual([own.id])
  expect(await ids(true, 'author')).toEqual([1000, 1001, sent.body.id].toSorted((one, other) => one - other))
  // To readers it tells nothing.
  expect(await ids(true)).toEqual(await ids(false))
})

test('what was edited here stays when its source is imported again', async () => {
  const site = await fakeSite({ events: events(1) })
  const app = await appBeside(site)
  const { body } = await ask(app, 'POST', 'sources', { url: site.root })
  await atRest(app, body.id)
  await app.ask({ as: 'editor', method: 'POST', path: 'events/1000', json: { title: 'As we say it' } })
  await ask(app, 'POST', `sources/${body.id}/run`)
  await atRest(app, body.id)
  expect(await app.read('events/1000')).toMatchObject({ title: 'As we say it' })
})

test('a source has one run at a time; a stopped one has none, and is not due any more', async () => {
  const site = await fakeSite({ events: events(2) })
  const app = await appBeside(site)
  const { body } = await ask(app, 'POST', 'sources', { url: site.root, every: '1d', at: '03:00', run: false })
  expect(body).toMatchObject({ health: 'new', runs: [], every: '1d', at: '03:00' })
  expect(body.next_run_utc).toMatch(/ 03:00:00$/)
  // As another process holds it, which then dies.
  const now = Math.floor(Date.now() / 1000)
  const hold = (until: number) =>
    app.db.write((tx) =>
      tx
        .updateTable('import_schedules')
        .set({ lease_key: 'theirs', lease_until: until, next_at: now - 10 })
        .where('id', '=', body.id)
        .execute(),
    )
  await hold(now + 3600)
  expect(await ask(app, 'POST', `sources/${body.id}/run`)).toMatchObject({
    status: 409,
    body: { code: 'rest_import_is_running' },
  })
  expect(await app.app.importDue()).toBe(0)
  await hold(now - 1)
  expect(await app.app.importDue()).toBe(1)
  expect(await atRest(app, body.id)).toMatchObject({ health: 'good', events: 2 })
  const stopped = await ask(app, 'POST', `sources/${body.id}/stop`)
  expect(stopped.body).toMatchObject({ every: null, at: null, next_run_utc: null })
  expect(await app.app.importDue()).toBe(0)
  expect((await ask(app, 'DELETE', `sources/${body.id}`)).status).toBe(200)
  expect((await ask(app, 'GET', `sources/${body.id}`)).status).toBe(404)
  expect((await app.ask({ path: 'events/1000' })).status).toBe(200)
})

test('a run for somebody who may not import any more fails in words; without anybody it ends', async () => {
  const site = await fakeSite({ events: events(1) })
  const app = await appBeside(site)
  const { body } = await ask(app, 'POST', 'sources', { url: site.root, every: '30m', run: false })
  const due = () =>
    app.db.write((tx) =>
      tx.updateTable('import_schedules').set({ next_at: 1 }).where('id', '=', body.id).execute(),
    )
  const by = (user_id: number | null) =>
    app.db.write((tx) =>
      tx.updateTable('import_schedules').set({ user_id }).where('id', '=', body.id).execute(),
    )
  await by(app.ids.author)
  await due()
  await app.app.importDue()
  expect(await atRest(app, body.id)).toMatchObject({
    health: 'failing',
    message: expect.stringContaining('may not import any more'),
  })
  await by(null)
  await due()
  expect(await app.app.importDue()).toBe(0)
  expect((await ask(app, 'GET', `sources/${body.id}`)).body).toMatchObject({
    every: null,
    next_run_utc: null,
  })
})

const table = {
  name: 'winter.csv',
  text: 'Was;Wann;Raum;Preis\nDrawing;2031-12-04 18:00;Kiln;£4\nSinging;2031-12-05 19:00;Kiln;£5\nNothing;31.11.2031;Kiln;\n',
}

test('a table shows its columns before it is imported, and a dry run what would change', async () => {
  const site = await fakeSite()
  const app = await appBeside(site)
  const seen = await form(app, 'imports/preview', { ...table, text: table.text.replace('Wann', 'Unclear') })
  expect(seen).toMatchObject({
    status: 200,
    body: {
      kind: 'table',
      separator: ';',
      ready: false,
      columns: [
        { header: 'Was', field: 'title' },
        { header: 'Unclear', field: null },
        { header: 'Raum', field: 'venue' },
        { header: 'Preis', field: 'cost' },
      ],
    },
  })
  expect(seen.body.rows[0]).toEqual({ line: 2, cells: ['Drawing', '2031-12-04 18:00', 'Kiln', '£4'] })
  expect(seen.body.fields).toEqual(expect.arrayContaining(['title', 'start_date', 'venue']))
  const map = 'Was=title,Wann=start_date'
  expect((await form(app, 'imports/preview', table, { map })).body).toMatchObject({
    ready: true,
    columns: [{ field: 'title' }, { field: 'start_date' }, {}, {}],
  })
  const made = await form(app, 'imports/sources', table, { map })
  expect(made).toMatchObject({
    status: 201,
    body: { name: 'winter.csv', file: 'winter.csv', url: null, every: null },
  })
  const { id } = made.body
  expect(await atRest(app, id)).toMatchObject({
    kind: 'table',
    events: 2,
    health: 'attention',
    runs: [{ created: 2, skipped: 1 }],
  })

  const later = { ...table, text: table.text.replace('£4', '£12') }
  const dry = await form(app, `imports/sources/${id}/run`, later, { dry_run: 'true' })
  expect(dry).toMatchObject({ status: 201, body: { dry_run: true, source_id: id } })
  const report = await vi.waitFor(
    async () => {
      const { body } = await ask(app, 'GET', String(dry.body.id))
      expect(body.status).toBe('done')
      return body.report
    },
    { timeout: 60_000, interval: 25 },
  )
  expect(report.counts.event.updated).toBeGreaterThan(0)
  expect(report.differences).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        title: 'Drawing',
        field: 'cost',
        from: '£4',
        to: '£12',
      }),
    ]),
  )
  expect((await ask(app, 'GET', `sources/${id}`)).body.runs).toHaveLength(1)
  expect(await ask(app, 'POST', `sources/${id}/run`)).toMatchObject({
    status: 409,
    body: { code: 'rest_import_source_file' },
  })
})

test('what a table does not say is said of it, kept with the source, and taken back by an empty text', async () => {
  const site = await fakeSite()
  const app = await appBeside(site)
  const says = { dates: 'dmy', status: 'draft', timezone: 'europe/lisbon', duration: '120' }
  const made = await form(
    app,
    'imports/sources',
    { name: 'night.csv', text: 'Was;Wann\nDusk;04/12/2031 21:00\n' },
    says,
  )
  const kept = { dates: 'dmy', status: 'draft', duration: '2h' }
  expect(made).toMatchObject({ status: 201, body: kept })
  const { id } = made.body
  expect(await atRest(app, id)).toMatchObject({ ...kept, events: 1, health: 'good' })
  const drafts = async (day: string) => {
    const query = { status: 'draft', start_date: day, end_date: day }
    return (await app.ask({ as: 'editor', path: 'events', query })).body.events
  }
  expect(await drafts('2031-12-04')).toMatchObject([
    {
      status: 'draft',
      start_date: '2031-12-04 21:00:00',
      end_date: '2031-12-04 23:00:00',
      timezone: made.body.timezone,
      timezone_abbr: 'WET',
    },
  ])
  // The next version of the file is read by what is kept.
  const later = { name: 'night.csv', text: 'Was;Wann\nDawn;05/12/2031 05:00\n' }
  await form(app, `imports/sources/${id}/run`, later)
  await atRest(app, id)
  expect(await drafts('2031-12-05')).toMatchObject([{ end_date: '2031-12-05 07:00:00' }])
  const cleared = { dates: '', status: '', timezone: '', duration: '' }
  const none = { dates: null, status: null, timezone: null, duration: null }
  expect((await ask(app, 'POST', `sources/${id}`, cleared)).body).toMatchObject(none)
})

test.each([
  [{}, 'url'],
  [{ url: 'ftp://old.example/a.ics' }, 'url'],
  [{ url: 'https://ann:secret@old.example/a.ics' }, 'url'],
  [{ url: 'https://old.example/a.ics', every: '1m' }, 'every'],
  [{ url: 'https://old.example/a.ics', every: 'often' }, 'every'],
  [{ url: 'https://old.example/a.ics', every: '90d' }, 'every'],
  [{ url: 'https://old.example/a.ics', every: '6h', at: '03:00' }, 'at'],
  [{ url: 'https://old.example/a.ics', every: '1d', at: '25:00' }, 'at'],
  [{ url: 'https://old.example/a.ics', name: 'two\nlines' }, 'name'],
  [{ url: 'https://old.example/a.csv', dates: 'ydm' }, 'dates'],
  [{ url: 'https://old.example/a.csv', status: 'trash' }, 'status'],
  [{ url: 'https://old.example/a.csv', timezone: 'Europe/Atlantis' }, 'timezone'],
  [{ url: 'https://old.example/a.csv', duration: '-2h' }, 'duration'],
  [{ url: 'https://old.example/a.csv', duration: 0 }, 'duration'],
  [{ url: 'https://old.example/a.csv', duration: '2 years' }, 'duration'],
])('the source %j is refused for its %s, and not kept', async (json, field) => {
  const app = await createTestApp()
  onTestFinished(() => app.close())
  const refused = await ask(app, 'POST', 'sources', json)
  expect(refused).toMatchObject({ status: 400, body: { data: { params: { [field]: expect.any(String) } } } })
  expect((await ask(app, 'GET', 'sources')).body.total).toBe(0)
})

test('a source on a private address is not read, in the background either', async () => {
  const site = await fakeSite({ events: events(1) })
  const app = await createTestApp()
  onTestFinished(() => app.close())
  for (const url of [
    site.root,
    `${site.origin}/a.ics`,
    'http://169.254.169.254/latest/a.ics',
    'http://[::1]:8080/a.ics',
  ]) {
    const { body } = await ask(app, 'POST', 'sources', { url })
    const failed = await atRest(app, body.id)
    expect(failed).toMatchObject({ health: 'failing', events: 0 })
    expect(failed.message).toMatch(/the address|cannot be fetched/)
  }
  expect(site.asked).toEqual([])
})

test('sources are for those who may import, and an address is a source once', async () => {
  const site = await fakeSite()
  const app = await appBeside(site)
  const { body } = await ask(app, 'POST', 'sources', { url: `${site.root}#there`, run: false })
  for (const [method, path] of [
    ['GET', 'sources'],
    ['POST', 'sources'],
    ['GET', `sources/${body.id}`],
    ['POST', `sources/${body.id}`],
    ['DELETE', `sources/${body.id}`],
    ['POST', `sources/${body.id}/run`],
    ['POST', `sources/${body.id}/stop`],
    ['GET', ''],
  ] as const) {
    const json = path === 'sources' ? { url: site.root } : {}
    const asked = {
      method,
      path: `imports/${path}`.replace(/\/$/, ''),
      ...(method === 'GET' ? {} : { json }),
    }
    expect((await app.ask({ ...asked, as: 'author' })).status).toBe(403)
    expect((await app.ask(asked)).status).toBe(401)
  }
  expect(await ask(app, 'POST', 'sources', { url: site.root })).toMatchObject({
    status: 409,
    body: { code: 'rest_import_source_exists' },
  })
})
