import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished, expect, test, vi } from 'vitest'
import type { ImportReport } from '../../src/outward/imports/imports.report.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { agendaText } from '../../src/outward/imports/openagenda/openagenda.fixture.ts'
import { send } from './fakeSite.ts'
import { atRest, form } from './sources.ts'

type Wire = Record<string, unknown>

async function calendar(more: Record<string, string> = {}): Promise<TestApp> {
  // Pictures are on a host that nobody has.
  const app = await createTestApp({ SITE_LOCALE: 'fr-FR', ...more })
  onTestFinished(() => app.close())
  app.setNow(Temporal.Instant.from('2031-01-01T00:00:00Z'))
  return app
}

const done = (app: TestApp, { body }: { body: { id: number } }) =>
  vi.waitFor(
    async () => {
      const { body: one } = await app.ask({ as: 'administrator', path: `imports/${body.id}` })
      expect([one.status, one.message]).toEqual(['done', null])
      return { source: one.source as string, ...(one.report as ImportReport) }
    },
    { timeout: 30_000, interval: 25 },
  )

/** Sends the file, in the name of an editor. */
const sent = async (app: TestApp, agenda: Wire, more: Record<string, string> = {}) =>
  done(app, await form(app, 'imports', { name: 'agenda.json', text: JSON.stringify(agenda) }, more))

const agendaHere = () => JSON.parse(agendaText()) as Wire & { events: Wire[]; agenda: Wire }

async function events(app: TestApp, more: Record<string, string> = {}) {
  const body = await app.read('events', {
    start_date: '2031-01-01',
    end_date: '2032-01-01',
    per_page: 50,
    ...more,
  })
  return body.events as {
    title: string
    start_date: string
    fields?: Wire
    venue: { venue: string }
    series?: Wire
  }[]
}

test('a file of an agenda comes once, is changed by what has changed in it, and what was edited here stays', async () => {
  const app = await calendar()
  const first = await sent(app, agendaHere())
  expect(first.counts).toMatchObject({
    event: { created: 5, skipped: 0 },
    venue: { created: 1 },
    tag: { created: 2 },
  })
  // An editor declares nothing: it is told, once for all records.
  expect(first.notes.join('\n')).toMatch(
    /The source has declared “categories”, .*an import by an administrator declares it/,
  )
  expect(first.notes.join('\n')).toContain(
    'a field “Catégories” (categories), which this calendar has not declared',
  )
  expect((await events(app)).map(({ title, start_date }) => [title, start_date])).toEqual([
    ['Concert de printemps', '2031-05-02 19:00:00'],
    ['Fête du fleuve', '2031-06-21 00:00:00'],
  ])
  const [concert] = await events(app)
  expect(concert?.venue).toMatchObject({ venue: 'Halle des Ateliers', city: 'Arles' })
  const again = await sent(app, agendaHere())
  expect(again.counts.event).toMatchObject({ created: 0, updated: 0, unchanged: 5 })
  const changed = agendaHere()
  const [one, two] = changed.events
  Object.assign(one ?? {}, { title: { fr: 'Grand concert' } })
  // A date less, and one more.
  const timings = two?.['timings'] as Wire[]
  Object.assign(two ?? {}, {
    state: 2,
    timings: [...timings.slice(0, 2), { begin: '2031-04-01T10:00:00+0200', end: '2031-04-01T18:00:00+0200' }],
  })
  const third = await sent(app, changed)
  // The date that was moved is the one that it was.
  expect(third.counts.event).toMatchObject({ created: 0, updated: 4 })
  expect((await events(app)).map(({ title, start_date }) => [title, start_date])).toEqual([
    ['Exposition “Lumières”', '2031-03-29 10:00:00'],
    ['Exposition “Lumières”', '2031-03-30 10:00:00'],
    ['Exposition “Lumières”', '2031-04-01 10:00:00'],
    ['Grand concert', '2031-05-02 19:00:00'],
    ['Fête du fleuve', '2031-06-21 00:00:00'],
  ])
})

/** An agenda at an address, which asks for a key and tells so many events at a time. */
async function agendaServer(agenda: Wire & { events: Wire[] }, size = 2) {
  const asked: { path: string; key: unknown; query: URLSearchParams }[] = []
  const state = { agenda, total: undefined as number | undefined }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://x')
    asked.push({ path: url.pathname, key: request.headers['key'], query: url.searchParams })
    if (request.headers['key'] !== 'abc') return send(response, 403, { error: 'Forbidden' })
    if (url.pathname === '/v2/agendas/12') return send(response, 200, state.agenda['agenda'])
    if (url.pathname !== '/v2/agendas/12/events') return send(response, 404, {})
    const at = Number(url.searchParams.getAll('after[]')[1] ?? 0)
    const some = state.agenda.events.slice(at, at + size)
    const after = at + size < state.agenda.events.length ? ['x', String(at + size)] : null
    return send(response, 200, { total: state.total ?? state.agenda.events.length, events: some, after })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { host, asked, state, address: `http://${host}/v2/agendas/12?key=abc` }
}

test('an agenda at an address is read to its end with its fields, kept without its key, and followed', async () => {
  const site = await agendaServer(agendaHere())
  const app = await calendar({ IMAGE_HOSTS: site.host })
  const begin = (more: object = {}) =>
    app.ask({ method: 'POST', path: 'imports', as: 'administrator', json: { url: site.address, ...more } })
  // What would be declared is not told as missing, and is not declared.
  const tried = (await done(app, await begin({ dry_run: true }))).notes.join('\n')
  expect(tried).toContain('would be declared: “categories”')
  expect(tried).not.toContain('has not declared')
  expect((await app.read('fields')).total).toBe(0)
  site.asked.length = 0
  const report = await done(app, await begin())
  expect(report.source).toBe(`http://${site.host}/v2/agendas/12/events`)
  expect(report.notes[0]).toBe(
    'What the source has declared was declared: “categories_2”, “quartier_de_la_ville”, “jauge”, “note_interne”, “age_from”, “age_to”.',
  )
  expect(
    site.asked.map(({ path, query }) => [path, query.get('size'), query.getAll('after[]').length]),
  ).toEqual([
    ['/v2/agendas/12/events', '300', 0],
    ['/v2/agendas/12/events', '300', 2],
    ['/v2/agendas/12', null, 0],
  ])
  expect(site.asked.every(({ key, query }) => key === 'abc' && !query.has('key'))).toBe(true)
  const [concert] = await events(app)
  expect(concert?.fields).toEqual({
    age_from: 6,
    age_to: 12,
    categories_2: ['fete_salon_marche', 'musique'],
    quartier_de_la_ville: 'les_2_rives',
    jauge: 120,
  })
  // Again: what is declared is known by its key, what is said no longer is taken away, and what is gone goes.
  const [one, two] = site.state.agenda.events
  Object.assign(one ?? {}, { 'quartier-de-la-ville': null, age: { min: 8, max: null } })
  site.state.agenda.events = [one ?? {}, two ?? {}]
  const again = await done(
    app,
    await app.ask({ method: 'POST', path: 'imports', as: 'administrator', json: { url: site.address } }),
  )
  expect(again.notes).not.toContainEqual(expect.stringContaining('was declared'))
  expect(again.counts.event).toMatchObject({ updated: 1, removed: 1 })
  expect((await events(app)).map(({ fields }) => fields)).toEqual([
    { age_from: 8, categories_2: ['fete_salon_marche', 'musique'], jauge: 120 },
  ])
})

test('a field with a key that cannot be one here gets a name that nothing has, and is known by what people call it', async () => {
  const text = agendaText().replaceAll('"categories"', '"catégories"')
  const site = await agendaServer(JSON.parse(text) as Wire & { events: Wire[] })
  const app = await calendar({ IMAGE_HOSTS: site.host })
  const begin = () =>
    app.ask({ method: 'POST', path: 'imports', as: 'administrator', json: { url: site.address } })
  expect((await done(app, await begin())).notes[0]).toContain('was declared: “categories_2”')
  const [concert] = await events(app)
  expect(concert?.fields).toMatchObject({ categories_2: ['fete_salon_marche', 'musique'] })
  const again = await done(app, await begin())
  expect(again.notes).not.toContainEqual(expect.stringContaining('was declared'))
  expect(again.counts.event).toMatchObject({ created: 0, updated: 0 })
})

test('an agenda that does not show all that it says it has removes nothing, and without a key it says what is missing', async () => {
  const site = await agendaServer(agendaHere())
  const app = await calendar({ IMAGE_HOSTS: site.host })
  await done(
    app,
    await app.ask({ method: 'POST', path: 'imports', as: 'editor', json: { url: site.address } }),
  )
  site.state.total = 9
  site.state.agenda.events = site.state.agenda.events.slice(0, 1)
  const failed = async (url: string) => {
    const { body } = await app.ask({ method: 'POST', path: 'imports', as: 'editor', json: { url } })
    return vi.waitFor(async () => {
      const { body: one } = await app.ask({ as: 'editor', path: `imports/${body.id}` })
      expect(one.status).toBe('failed')
      return one.message
    })
  }
  expect(await failed(site.address)).toBe('The agenda says that it has 9 events, and shows 1 of them.')
  expect(await failed(site.address.replace('?key=abc', ''))).toContain(
    '(status 403): its address needs a key of yours, as ?key=….',
  )
  expect(await events(app)).toHaveLength(2)
})

test('a kept agenda is asked with its key each time', async () => {
  const site = await agendaServer(agendaHere())
  const app = await calendar({ IMAGE_HOSTS: site.host })
  const json = { url: site.address, every: '1d', map: 'categories=categories' }
  const { status, body } = await app.ask({ method: 'POST', path: 'imports/sources', as: 'editor', json })
  expect(status).toBe(201)
  expect(await atRest(app, body.id)).toMatchObject({ kind: 'agenda', health: 'attention', events: 5 })
  const [concert] = await events(app, { categories: 'musique' })
  expect(concert?.title).toBe('Concert de printemps')
})
