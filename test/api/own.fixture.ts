import type { Role } from '../../src/storage/schema/tables.ts'
import type { TestApp } from '../support/app.ts'

export const options = [
  { value: 'children', label: { en: 'Children', de: 'Kinder' } },
  { value: 'adults', label: 'Adults' },
]
/** A field of a choice of several. */
export const audience = { name: 'audience', type: 'choices', label: 'For whom', options }
export const times = { start_date: '2031-05-01 10:00', end_date: '2031-05-01 11:00' }

/** Asks for fields, and for events that say something of them: what writes does so as an administrator, unless it is said. */
export function ownIn(app: () => TestApp) {
  return {
    send: (
      method: 'POST' | 'PATCH' | 'DELETE',
      path: string,
      json: object = {},
      as: Role = 'administrator',
    ) => app().ask({ method, path, as, json }),
    event: (fields: unknown, more: object = {}) =>
      app().create('events', { title: 'A', ...times, fields, ...more }),
    read: async (path: string, as?: Role) => (await app().ask({ path, ...(as ? { as } : {}) })).body,
  }
}
