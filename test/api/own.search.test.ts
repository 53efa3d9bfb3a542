import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../src/storage/db/dialect.ts'
import { exportLines } from '../../src/outward/exports/exports.lines.ts'
import { newReport } from '../../src/outward/imports/imports.report.ts'
import { loadExport } from '../../src/outward/imports/kalends/kalends.load.ts'
import { openExport } from '../../src/outward/imports/kalends/kalends.read.ts'
import { sayAllAnew } from '../../src/records/own/own.said.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { audience, options, ownIn } from './own.fixture.ts'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

const { send, event, read } = ownIn(() => app)

describe('searches', () => {
  const found = async (search: string, path = 'events?start_date=2031-01-01&end_date=2032-01-01&') => {
    const { body } = await app.ask({ path: `${path}search=${encodeURIComponent(search)}` })
    return (body.events ?? body.venues)
      .map(({ title, venue }: { title?: string; venue?: string }) => title ?? venue)
      .toSorted()
      .join('')
  }
  beforeEach(async () => {
    for (const field of [
      { ...audience, kinds: ['event', 'venue'] },
      { name: 'hint', type: 'text', label: 'Hint', kinds: ['event', 'venue'] },
      {
        name: 'desk',
        type: 'choice',
        label: 'Desk',
        options: [{ value: 'x', label: 'Zirkon' }],
        public: false,
      },
      { name: 'note', type: 'text', label: 'Note', public: false },
    ])
      expect((await send('POST', 'fields', field)).status).toBe(201)
  })

  test('find what texts and labels of choices say, in every language, and nothing that is for editors alone', async () => {
    const { id } = await event({
      audience: ['children'],
      hint: 'Äpfel  <Quitten>',
      desk: 'x',
      note: 'geheimnis',
    })
    for (const word of ['kinder', 'CHILDREN', 'apfel', 'quitten']) expect(await found(word), word).toBe('A')
    for (const word of ['zirkon', 'geheimnis', 'adults', '-kinder']) expect(await found(word), word).toBe('')
    await send('PATCH', `events/${id}`, { fields: { audience: 'adults', hint: null } }, 'editor')
    for (const word of ['adults', '-kinder', '-quitten']) expect(await found(word), word).toBe('A')
    expect(await found('quitten')).toBe('')
    // What is no change of fields keeps what they say.
    await send('PATCH', `events/${id}`, { description: 'Trumpets' }, 'editor')
    expect(await found('adults trumpets')).toBe('A')
    await app.create('venues', { venue: 'Hall', fields: { audience: 'children', hint: 'Quitten' } })
    for (const word of ['kinder', 'quitten']) expect(await found(word, 'venues?'), word).toBe('Hall')
  })

  test('find nothing any more of a field that becomes internal, or is removed, or of an option that was replaced', async () => {
    await event({ audience: ['children'], hint: 'Quitten' })
    await send('PATCH', 'fields/hint', { public: false })
    expect(await found('quitten')).toBe('')
    await send('PATCH', 'fields/hint', { public: true })
    expect(await found('quitten')).toBe('A')
    await send('PATCH', 'fields/audience', { options: [options[1]], replace: { children: 'adults' } })
    expect([await found('kinder'), await found('adults')]).toEqual(['', 'A'])
    await send('DELETE', 'fields/hint?force=true')
    expect(await found('quitten')).toBe('')
  })

  test('find a label that has changed once the record changes, or all have been gone through', async () => {
    const { id } = await event({ audience: ['children'] })
    await app.create('venues', { venue: 'Hall', fields: { audience: 'children' } })
    const called = (en: string) =>
      send('PATCH', 'fields/audience', { options: [{ value: 'children', label: { en } }, options[1]] })
    await called('Youngsters')
    expect([await found('kinder'), await found('youngsters')]).toEqual(['A', ''])
    const modified = (await read(`events/${id}`)).modified
    expect(await sayAllAnew(app.db)).toBe(2)
    expect([await found('kinder'), await found('youngsters')]).toEqual(['', 'A'])
    expect(await found('youngsters', 'venues?')).toBe('Hall')
    expect((await read(`events/${id}`)).modified).toBe(modified)
    expect(await sayAllAnew(app.db)).toBe(0)
    await called('Minors')
    await send('PATCH', `events/${id}`, { title: 'B' }, 'editor')
    expect(await found('minors')).toBe('B')
  })

  test('find it in each date of a series, and in what an export brings', async () => {
    const series = {
      recurrence: 'RRULE:FREQ=DAILY;COUNT=2',
      start_date: '2031-05-01 10:00',
      end_date: '2031-05-01 11:00',
    }
    const { id } = await event({ hint: 'Quitten' }, series)
    expect(await found('quitten')).toBe('AA')
    await send('PATCH', `events/${id}`, { fields: { hint: 'Birnen' } }, 'editor')
    expect([await found('quitten'), await found('birnen')]).toEqual(['A', 'A'])
    let text = ''
    const facts = { calendar: 'town', program: '1.2.3', now: Temporal.Instant.from('2031-01-01T00:00:00Z') }
    for await (const chunk of exportLines(app.db.read, facts)) text += chunk
    const other = await createTestApp()
    async function* each() {
      yield* text.trimEnd().split('\n')
    }
    await loadExport(other.db, await openExport(each()), { report: newReport(), isDryRun: false })
    const folded = async (db: Database) =>
      (await db.read.selectFrom('events').select('folded').orderBy('id').execute()).map((row) => row.folded)
    expect(await folded(other.db)).toEqual(await folded(app.db))
    await other.close()
  })
})
