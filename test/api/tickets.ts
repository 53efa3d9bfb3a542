import { afterAll, beforeEach } from 'vitest'
import type { Role } from '../../src/storage/schema/tables.ts'
import { type Answered, createTestApp, type TestApp } from '../support/app.ts'

/** What is sent. */
export type Fields = Readonly<Record<string, unknown>>

/** When tests about tickets take place: five weeks before their events, in New York. */
export const now = Temporal.Instant.from('2031-02-01T12:00:00Z')

const times = { start_date: '2031-03-10 10:00', end_date: '2031-03-10 12:00', timezone: 'Europe/Berlin' }

/** An app for the tests of a file at that time and place, and what they do with tickets there. */
export async function openDesk() {
  const app = await createTestApp({ SITE_TIMEZONE: 'America/New_York' })
  beforeEach(() => app.setNow(now))
  afterAll(() => app.close())
  return { app, desk: deskOf(app) }
}

/** What tests do with tickets; an author does it, unless they say who. */
export function deskOf(app: TestApp) {
  const event = async (fields: Fields = {}): Promise<number> =>
    (await app.create('events', { title: 'Concert', ...times, ...fields }, 'author')).id
  const post = (id: number | string, json: unknown, as: Role | null = 'author'): Promise<Answered> =>
    app.ask({ ...(as ? { as } : {}), method: 'POST', path: `events/${id}/tickets`, json })
  return {
    event,
    post,
    /** Makes a ticket that costs ten dollars; answers its id. */
    ticket: async (id: number, fields: Fields = {}): Promise<number> =>
      (await app.create(`events/${id}/tickets`, { name: 'Stalls', price: 10, ...fields }, 'author')).id,
    read: (id: number): Promise<Answered> => app.ask({ path: `tickets/${id}` }),
    patch: (id: number, json: unknown): Promise<Answered> =>
      app.ask({ as: 'author', method: 'PATCH', path: `tickets/${id}`, json }),
    remove: (id: number, query: Fields = {}): Promise<Answered> =>
      app.ask({ as: 'author', method: 'DELETE', path: `tickets/${id}`, query }),
    /** The event as anybody reads it. */
    eventOf: async (id: number) => (await app.ask({ path: `events/${id}` })).body,
    patchEvent: (id: number, json: unknown): Promise<Answered> =>
      app.ask({ as: 'author', method: 'PATCH', path: `events/${id}`, json }),
  }
}
