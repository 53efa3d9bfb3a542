import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isPostgres } from '../../src/config/databaseAddress.ts'
import { kalends, temporaryFolder } from '../cli/sandbox.ts'
import type { TestApp } from '../support/app.ts'
import { list, make, noon, openMailing, outbox, press, register } from './guests.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await openMailing()
})
afterAll(() => app.close())
beforeEach(() => app.setNow(noon))

/** The names of the files below the folder in which the text stands. */
function holding(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).includes(text))
    .map(({ name }) => name)
}

test('what is kept under an address goes with its mails, its places go to who is next, and who has come stays counted', async () => {
  const past = await make(
    app,
    { capacity: 5 },
    { start_date: '2031-03-02 18:00', end_date: '2031-03-02 20:00' },
  )
  const next = await make(app, { capacity: 1 }, { title: 'Other' })
  for (const id of [past, next]) await register(app, id, { name: 'Grizelda', email: 'Grizelda@Mail.example' })
  await register(app, next, { name: 'Ottoline', email: 'ottoline@mail.example' })
  for (const id of [past, next]) for (const { url } of await list(app, id)) await press(app, url, 'confirm')
  app.setNow(noon.add({ hours: 48 }))
  await app.app.tendGuests()
  const erase = (as?: 'editor' | 'administrator', email = 'grizelda@mail.example') =>
    app.ask({ ...(as ? { as } : {}), method: 'DELETE', path: `guests?email=${email}` })
  expect((await erase()).status).toBe(401)
  expect((await erase('editor')).body.message).toContain('erase what is kept of a person')
  expect((await erase('administrator', 'nobody')).status).toBe(400)
  expect((await erase('administrator', 'nobody@mail.example')).body).toEqual({
    deleted: true,
    guests: 0,
    mails: 0,
  })
  const waiting = (await outbox(app)).filter(({ recipient }) => recipient.startsWith('Grizelda')).length
  expect(waiting).toBeGreaterThan(0)
  const erased = await erase('administrator')
  expect(erased.body).toEqual({ deleted: true, guests: 2, mails: waiting })
  expect(erased.headers['cache-control']).toContain('no-store')
  expect(await list(app, past)).toEqual([])
  expect(await list(app, next)).toMatchObject([{ name: 'Ottoline', state: 'offered' }])
  expect((await outbox(app)).filter(({ recipient }) => /grizelda/i.test(recipient))).toEqual([])
  const totals = await app.db.read.selectFrom('registration_totals').selectAll().execute()
  expect(totals).toMatchObject([{ event_id: past, registered: 1, people: 1 }])
  if (isPostgres(app.address)) return
  // In none of the files that keep the calendar; mails that were sent are elsewhere.
  await register(app, next, { name: 'Grizelda', email: 'grizelda@mail.example' })
  expect(holding(app.folder, 'Grizelda').length).toBeGreaterThan(0)
  const gone = await kalends(temporaryFolder(), ['guests', 'erase', ' Grizelda@Mail.Example'], {
    DATA_DIR: app.folder,
    DATABASE_URL: app.address,
  })
  expect(gone).toMatchObject({ status: 0, stdout: '1 guests, 0 mails\n' })
  expect(holding(app.folder, 'Grizelda')).toEqual([])
  const wrong = await kalends(temporaryFolder(), ['guests', 'erase', 'nobody'], { DATABASE_URL: app.address })
  expect(wrong.status).toBe(2)
})

test('what the settings say of guests is changed while the calendar runs', async () => {
  const settings = async (json: object) =>
    (await app.ask({ as: 'administrator', method: 'POST', path: 'settings', json })).status
  const privacy = 'https://city.example/privacy#guests'
  expect(await settings({ registration_confirm_minutes: 0, registration_privacy_url: privacy })).toBe(200)
  const id = await make(app, {})
  const { body, status } = await register(app, id, { name: 'Ada', email: 'ada@example.org' })
  expect([status, body.confirm_by_utc]).toEqual([202, null])
  const { registration, url } = await app.read(`events/${id}`)
  expect(registration.state).toBe('open')
  expect((await app.read(`events/${id}/registration`)).privacy_url).toBe(privacy)
  const page = await app.ask({ path: new URL(url).pathname, absolute: true })
  expect(page.text).toContain(`href="${privacy}"`)
  expect(await settings({ guests_days: 1 })).toBe(200)
  app.setNow(Temporal.Instant.from('2031-03-21T20:00:01Z'))
  await app.app.tendGuests()
  expect(await list(app, id)).toEqual([])
})

test('who came is erased in time where nobody registers any more, and mails to who is gone go with their address', async () => {
  const settings = { guests_days: 1, registration_confirm_minutes: 0 }
  await app.ask({ as: 'administrator', method: 'POST', path: 'settings', json: settings })
  const change = (id: number, json: object) =>
    app.ask({ as: 'administrator', method: 'POST', path: `events/${id}`, json })
  const kept = async (email: string) =>
    (await app.db.read.selectFrom('guests').select('id').where('email', '=', email).execute()).length
  const over = await make(app, {})
  await register(app, over, { name: 'Hedwig', email: 'hedwig@example.org' })
  app.setNow(Temporal.Instant.from('2031-03-21T10:00:00Z'))
  expect((await change(over, { registration: null })).status).toBe(200)
  await app.app.tendGuests()
  expect(await kept('hedwig@example.org')).toBe(1)
  app.setNow(Temporal.Instant.from('2031-03-21T20:00:01Z'))
  await app.app.tendGuests()
  expect(await kept('hedwig@example.org')).toBe(0)
  app.setNow(noon)
  const off = await make(app, {})
  await register(app, off, { name: 'Ilse', email: 'ilse@example.org' })
  expect((await change(off, { event_status: 'canceled' })).status).toBe(200)
  await app.app.tendGuests()
  const force = { as: 'administrator', method: 'DELETE', path: `events/${off}?force=true` } as const
  expect((await app.ask(force)).status).toBe(200)
  expect(await kept('ilse@example.org')).toBe(0)
  const erase = { as: 'administrator', method: 'DELETE', path: 'guests?email=Ilse@example.org' } as const
  const { body } = await app.ask(erase)
  expect(body).toMatchObject({ guests: 0 })
  expect(body.mails).toBeGreaterThan(0)
  expect((await outbox(app)).filter(({ recipient }) => recipient === 'ilse@example.org')).toEqual([])
})
