import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Role } from '../../src/storage/schema/tables.ts'
import { createTestApp, type TestApp } from '../support/app.ts'

/** A calendar where nobody registers too often. */
export const openPlain = () => createTestApp({ REGISTRATION_HOURLY: '1000000' })

/** What makes a calendar send mails as well. */
export const mailingEnvironment = async () => ({
  REGISTRATION_HOURLY: '1000000',
  SITE_URL: 'http://localhost',
  MAIL_FOLDER: await mkdtemp(join(tmpdir(), 'guests-')),
  MAIL_FROM: 'calendar@example.org',
})

/** One that sends mails as well. */
export const openMailing = async (): Promise<TestApp> => createTestApp(await mailingEnvironment())

export const noon = Temporal.Instant.from('2031-03-01T12:00:00Z')

/** Calendars for the tests of a file that asks for them by {@link useCalendars}: one that sends mails, and one that does not. */
export let plain: TestApp
export let mailing: TestApp

/** Opens both for the file that calls it: modules are kept from file to file, and would do so for one only. */
export function useCalendars(): void {
  beforeAll(async () => {
    plain = await openPlain()
    mailing = await openMailing()
  })
  afterAll(async () => {
    await plain.close()
    await mailing.close()
  })
  beforeEach(() => {
    plain.setNow(noon)
    mailing.setNow(noon)
  })
}

export const day = {
  title: 'Masks',
  start_date: '2031-03-20 18:00',
  end_date: '2031-03-20 20:00',
  timezone: 'UTC',
}
export const make = async (app: TestApp, registration: object, more: object = {}): Promise<number> =>
  (await app.create('events', { ...day, registration, ...more })).id
export const register = (app: TestApp, id: number, json: object, as?: Role) =>
  app.ask({ ...(as ? { as } : {}), method: 'POST', path: `events/${id}/guests`, json })
export const list = async (app: TestApp, id: number, query: object = {}) =>
  (await app.read(`events/${id}/guests`, { per_page: 50, ...query }, 'administrator')).guests
export const deed = (app: TestApp, id: number, what: string, json: object = {}) =>
  app.ask({ as: 'administrator', method: 'POST', path: `guests/${id}/${what}`, json })
export const press = (app: TestApp, url: string, what: string) =>
  app.ask({ method: 'POST', path: new URL(url).pathname, absolute: true, form: { do: what } })
export const outbox = (app: TestApp) =>
  app.db.read.selectFrom('mail_outbox').select(['recipient', 'subject', 'body_text']).orderBy('id').execute()
export const taken = async (app: TestApp, id: number) =>
  (await app.read(`events/${id}/registration`)).remaining

/** What is queued by some work, as “to whom subject”. */
export async function mailsBy(app: TestApp, work: () => Promise<unknown>): Promise<string[]> {
  const rows = () =>
    app.db.read.selectFrom('mail_outbox').select(['id', 'recipient', 'subject']).orderBy('id').execute()
  const last = (await rows()).at(-1)?.id ?? 0
  await work()
  return (await rows()).flatMap(({ id, recipient, subject }) => (id > last ? `${recipient} ${subject}` : []))
}

/** An event with guests who have confirmed; answers its id and their records. */
export async function makeWithGuests(
  app: TestApp,
  registration: object,
  { names, more }: { readonly names: readonly string[]; readonly more: object },
) {
  const id = await make(app, registration, more)
  for (const name of names) await register(app, id, { name, email: `${name}-${id}@example.org` })
  await app.app.tendGuests()
  for (const { url } of await list(app, id)) await press(app, url, 'confirm')
  await app.app.tendGuests()
  return { id, guests: await list(app, id) }
}
