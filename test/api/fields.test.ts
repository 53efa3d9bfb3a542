import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventFields } from '../../src/fields/events.fields.ts'
import type { Kind } from '../../src/fields/declare.ts'
import { organizerFields } from '../../src/fields/organizers.fields.ts'
import { venueFields } from '../../src/fields/venues.fields.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { furtherFields } from '../support/furtherFields.ts'

// Whatever a field is, once it is declared: a new one is tried here without a line of its own.

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const when = { start_date: '2031-05-01 20:00', end_date: '2031-05-01 22:00' }
const kinds: readonly { path: string; kind: Kind; title: string; wp: string }[] = [
  { path: 'venues', kind: venueFields, title: 'venue', wp: 'tribe_venue' },
  { path: 'organizers', kind: organizerFields, title: 'organizer', wp: 'tribe_organizer' },
  { path: 'events', kind: eventFields, title: 'title', wp: 'tribe_events' },
]
const cases = kinds.flatMap(({ kind, ...others }) =>
  Object.entries(furtherFields(kind)).map(([name, value]) =>
    Object.assign({ name, value, meta: kind.fields[name]?.wp }, others),
  ),
)

describe('each field that follows from its declaration', () => {
  test.each(cases)('$path $name is written, read, told, cleared and taken back', async (field) => {
    const { path, title, name, value, wp, meta } = field
    const { id } = await app.create(path, { [title]: `One for its ${name}`, status: 'publish', ...when })
    const blank = (await app.read(`${path}/${id}`, {}, 'editor'))[name]
    const change = async (json: object) => {
      const { status, text } = await app.ask({ as: 'editor', method: 'POST', path: `${path}/${id}`, json })
      expect([status, status === 200 ? '' : text]).toEqual([200, ''])
    }
    await change({ [name]: value })
    const written = await app.read(`${path}/${id}`, {}, 'editor')
    expect(written[name]).toBe(value)
    // What was read is written back as it was.
    await change({ [name]: written[name] })
    const { history } = await app.read(`${path}/${id}/history`, {}, 'editor')
    expect(history).toHaveLength(2)
    expect(history[0].changes).toMatchObject({ [name]: { to: value } })
    if (meta !== undefined) {
      const { body } = await app.ask({
        as: 'editor',
        path: `/wp/v2/${wp}/${id}?context=edit`,
        absolute: true,
      })
      expect(body.meta[meta]).toBe(value)
    }
    const undo = `${path}/${id}/history/${history[0].revision}/undo`
    expect(await app.ask({ as: 'editor', method: 'POST', path: undo })).toMatchObject({ status: 200 })
    expect((await app.read(`${path}/${id}`, {}, 'editor'))[name]).toBe(blank)
    await change({ [name]: value })
    await change({ [name]: typeof value === 'boolean' && blank !== undefined ? blank : null })
    expect((await app.read(`${path}/${id}`, {}, 'editor'))[name]).toBe(blank)
  })
})
