import { expect } from 'vitest'
import type { Role } from '../../src/db/tables.ts'
import type { Answered, TestApp } from '../support/app.ts'

export type Fields = Readonly<Record<string, unknown>>

/** The clock of tests about tickets, five weeks before their events. */
export const now = Temporal.Instant.from('2031-02-01T12:00:00Z')

const times = { start_date: '2031-03-10 10:00', end_date: '2031-03-10 12:00', timezone: 'Europe/Berlin' }

/** What tests do with tickets; an author does it, unless they say who. */
export function deskOf(app: TestApp) {
  const event = async (fields: Fields = {}): Promise<number> => {
    const json = { title: 'Concert', ...times, ...fields }
    const { status, body, text } = await app.ask({ as: 'author', method: 'POST', path: 'events', json })
    expect(status, text).toBe(201)
    return body.id
  }
  const post = (id: number | string, json: unknown, as: Role | null = 'author'): Promise<Answered> =>
    app.ask({ ...(as ? { as } : {}), method: 'POST', path: `events/${id}/tickets`, json })
  return {
    event,
    post,
    /** Makes a ticket that costs ten dollars; answers its id. */
    ticket: async (id: number, fields: Fields = {}): Promise<number> => {
      const { status, body, text } = await post(id, { name: 'Stalls', price: 10, ...fields })
      expect(status, text).toBe(201)
      return body.id
    },
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
