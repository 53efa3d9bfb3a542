import { PassThrough } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '../../src/storage/schema/tables.ts'
import { kalends, temporaryFolder } from '../cli/sandbox.ts'
import { messageTypes } from '../../src/records/webhooks/webhooks.types.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { startReceiver } from '../support/receiver.ts'
import { day, deed, list, mailingEnvironment, noon, outbox, press, register } from './guests.fixture.ts'
import { connected } from './mcp.ts'
import { endpointsOf } from './routes.ts'

let app: TestApp
let event: { id: number; slug: string; url: string }
let logged = ''
/** What was logged before anybody looked for these words. */
let loggedThen = ''
/** What is known of two guests alone, each by itself. */
let secrets: readonly string[]
const guestsOf = async () => list(app, event.id, { state: 'registered,waiting,canceled' })

beforeAll(async () => {
  const written = new PassThrough().setEncoding('utf8')
  written.on('data', (text: string) => (logged += text))
  const environment = { ...(await mailingEnvironment()), TEC_V1: 'on', WEBHOOK_HOSTS: '127.0.0.1' }
  app = await createTestApp(environment, { log: pino({ level: 'trace' }, written) })
  app.setNow(noon)
  const questions = [{ label: 'Allergies', type: 'text' }]
  event = await app.create('events', { ...day, registration: { capacity: 3, questions } })
  for (const [name, email, answer] of [
    ['Zebulon Quirke', 'zebulon@quirke.example', 'peanutty'],
    ['Philippa Vole', 'philippa@vole.example', 'lactosic'],
  ] as const) {
    const sent = await register(app, event.id, { name, email, answers: { q1: answer } })
    expect(sent.status).toBe(202)
  }
  const guests = await guestsOf()
  for (const { url } of guests) await press(app, url, 'confirm')
  await app.ask({
    as: 'editor',
    method: 'PATCH',
    path: `guests/${guests[0].id}`,
    json: { note: 'hummingly' },
  })
  await deed(app, guests[1].id, 'cancel')
  await app.app.tendGuests()
  await app.ask({ as: 'editor', path: `events/${event.id}/guests`, query: { search: 'Zebulon' } })
  loggedThen = logged
  secrets = [
    ...guests.flatMap(({ code, url }: { code: string; url: string }) => [
      code,
      new URL(url).pathname.split('/').at(-1) ?? '',
    ]),
    'zebulon',
    'quirke',
    'philippa',
    'vole.example',
    'peanutty',
    'lactosic',
    'hummingly',
  ].map((secret) => secret.toLowerCase())
})
afterAll(() => app.close())

/** Those of the secrets that stand in a text. */
const leaked = (text: string) => secrets.filter((secret) => text.toLowerCase().includes(secret))

/** Where who may edit the event learns who comes. */
const isOfGuests = (path: string) => /\/(?:guests|attendees)\b/.test(path)

test.each<Role | undefined>([undefined, 'subscriber', 'contributor', 'author', 'editor', 'administrator'])(
  'no address that may be read tells %s of a guest, but those of guests who may edit the event',
  async (as) => {
    const [guest] = await guestsOf()
    const who = as ? { as } : {}
    const isEditor = as === 'editor' || as === 'administrator'
    const paths = (await endpointsOf(app))
      .filter(({ method }) => method === 'GET')
      .map(({ path }) =>
        path
          .replace('/guests/{id}', `/guests/${guest.id}`)
          .replaceAll(/\{(?:slug)\}/g, event.slug)
          .replaceAll(/\{\w+\}/g, String(event.id)),
      )
      .filter((path) => !path.includes('/stream'))
    expect(paths.length).toBeGreaterThan(100)
    for (const path of new Set(paths)) {
      const { status, text } = await app.ask({ ...who, path, absolute: true })
      if (isOfGuests(path) && isEditor) continue
      expect(leaked(text), `${as} ${path}`).toEqual([])
      // The list of the original is there for everybody, and empty.
      if (path.endsWith('/attendees')) expect(JSON.parse(text)).toMatchObject({ total: 0, attendees: [] })
      else if (isOfGuests(path)) expect(status, path).toBeGreaterThanOrEqual(400)
    }
    for (const word of ['zebulon', 'quirke', 'peanutty', 'hummingly', guest.code])
      for (const name of ['search', 'q'])
        expect((await app.read('events', { [name]: word }, as)).total, word).toBe(0)
  },
)

test('no page, feed or other document tells of a guest', async () => {
  const { pathname } = new URL(event.url)
  const pages = [
    '/',
    pathname,
    `${pathname}register/`,
    `${pathname}register/?done=1`,
    '/list?from=2031-03-01',
    '/month/2031-03',
    '/week/2031-03-20',
    '/day/2031-03-20',
    '/map',
    '/llms.txt',
    '/sitemap.xml',
    '/sitemaps/events-0.xml',
    `/embed${pathname}`,
    ...['ics', 'rss', 'json', 'csv', 'geojson'].map(
      (format) => `/vendor/events/v1/events.${format}?start_date=2031-01-01`,
    ),
    `/wp-json/oembed/1.0/embed?url=${encodeURIComponent(event.url)}`,
  ]
  for (const path of pages) expect(leaked((await app.ask({ path, absolute: true })).text), path).toEqual([])
})

test('no message, log, export or assistant tells of a guest, and no mail of another one', async () => {
  const receiver = await startReceiver()
  await app.create('webhooks', { url: receiver.url, types: messageTypes })
  await app.ask({ as: 'editor', method: 'POST', path: `events/${event.id}`, json: { title: 'Masks!' } })
  const [guest] = await guestsOf()
  await deed(app, guest.id, 'cancel')
  await app.app.webhooks.sendDue()
  expect(receiver.got.length).toBeGreaterThan(0)
  expect(leaked(JSON.stringify(receiver.got))).toEqual([])
  const client = await connected(app, 'administrator')
  for (const [name, given] of [
    ['search_events', { words: 'masks', when: 'march 2031' }],
    ['get_event', { id: event.id }],
  ] as const)
    expect(leaked(JSON.stringify(await client.callTool({ name, arguments: given })))).toEqual([])
  await client.close()
  const exported = await kalends(temporaryFolder(), ['export'], {
    DATA_DIR: app.folder,
    DATABASE_URL: app.address,
  })
  expect(exported.stdout).toContain('Masks!')
  expect(leaked(exported.stdout)).toEqual([])
  const all = (await outbox(app)).map((mail) => ({ to: mail.recipient, text: JSON.stringify(mail) }))
  expect(all.length).toBeGreaterThan(1)
  for (const { to, text } of all)
    for (const other of ['zebulon', 'philippa'])
      if (!to.startsWith(other)) expect(text.toLowerCase()).not.toContain(other)
  expect(loggedThen.split('\n').filter((one) => leaked(one).length > 0)).toEqual([])
})
