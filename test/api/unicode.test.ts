import fc from 'fast-check'
import ICAL from 'ical.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findZone } from '../../src/pure/calendar/zone.ts'
import type { Database } from '../../src/storage/db/dialect.ts'
import { exportLines } from '../../src/outward/exports/exports.lines.ts'
import { plainParagraphs } from '../../src/outward/feeds/feed.text.ts'
import { openText } from '../../src/outward/imports/imports.textSource.ts'
import { newReport } from '../../src/outward/imports/imports.report.ts'
import { loadExport } from '../../src/outward/imports/kalends/kalends.load.ts'
import { openExport } from '../../src/outward/imports/kalends/kalends.read.ts'
import { escapeHtml } from '../../src/pure/text/html.ts'
import { linesIn } from '../../src/pure/text/lines.ts'
import { plainLineOfHtml } from '../../src/pure/text/plain.ts'
import { renderContent } from '../../src/pure/text/render.ts'
import { temporaryDatabase } from '../cli/sandbox.ts'
import { emptyCalendar } from '../imports/importing.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { runs } from '../support/runs.ts'
import { anyCharacter } from '../support/anyCharacter.ts'

/** Characters that end lines somewhere, or mean something to a format. */
const specials = [
  '\u2028',
  '\u2029',
  '\u0085',
  '\v',
  '\f',
  '\u00a0',
  '\ufeff',
  '\u00ad',
  '\u200b',
  '\u202e',
  '\u009f',
  '\u007f',
  ' ',
  '  ',
  '\t',
  '\n',
  '\n\n',
  '\r\n',
  '\r',
  "'",
  '=',
  '"',
  '""',
  ',',
  ';',
  ':',
  '\\',
  '\\n',
  '\\,',
  '|',
  '<',
  '<b',
  '&',
  '&amp;',
  '&#10;',
  'x'.repeat(80),
  '日'.repeat(30),
  'END:VEVENT',
  '\nBEGIN:VALARM',
]
const anyText = fc
  .tuple(
    fc.constantFrom('T', '=', "'=1", "''@x", '+', '-', '＝', '#', ';', '"', '\u2028'),
    fc.array(fc.oneof(fc.string({ unit: anyCharacter, maxLength: 6 }), fc.constantFrom(...specials)), {
      maxLength: 10,
    }),
  )
  // The API refuses NUL.
  .map(([first, parts]) => `${first}${parts.join('')}.`.replaceAll('\0', ''))

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ SITE_TIMEZONE: 'Europe/Berlin' })
  const first = Temporal.PlainDateTime.from('2031-03-01T10:00')
  await app.create('venues', { venue: 'Hall\u2028of\u0085\u2029mirrors' })
  for (const [at, text] of fc.sample(anyText, runs(300)).entries()) {
    const start = first.add({ hours: 2 * at })
    await app.create('events', {
      title: escapeHtml(text),
      description: escapeHtml(text),
      start_date: start.toString(),
      end_date: start.add({ hours: 1 }).toString(),
      venue: { venue: 'Barn' },
      categories: ['Rock\u2028Pop'],
    })
  }
})
afterAll(() => app.close())

/** What is seen of events, venues and terms, the events by their start. */
async function seen({ read }: Pick<Database, 'read'>) {
  const events = await read
    .selectFrom('events')
    .select(['title', 'description'])
    .orderBy('starts_at')
    .execute()
  const terms = await read.selectFrom('terms').select('name').execute()
  return {
    titles: events.map(({ title }) => plainLineOfHtml(title)),
    descriptions: events.map(({ description }) => plainParagraphs(renderContent(description))),
    terms: terms.map(({ name }) => name),
  }
}

test('every text of an export is read back as it was', async () => {
  const facts = { calendar: 'c', program: 'p', now: Temporal.Instant.from('2031-01-01T00:00Z') }
  const lines = await Array.fromAsync(exportLines(app.db.read, facts))
  expect(lines.join('')).toContain('\u2028')
  const copy = await temporaryDatabase()
  const report = newReport()
  const bytes = Buffer.from(lines.join(''))
  await loadExport(copy, await openExport(linesIn([bytes])), {
    isDryRun: false,
    report,
    onProgress: () => {},
  })
  expect(report.skipped).toEqual([])
  for (const table of ['events', 'venues', 'terms'] as const) {
    const rows = (db: Database) => db.read.selectFrom(table).selectAll().orderBy('id').execute()
    expect(await rows(copy)).toEqual(await rows(app.db))
  }
  expect(await seen(copy)).toEqual(await seen(app.db))
})

const all = { start_date: '2031-01-01', end_date: '2039-01-01' }

test('every text of a table is read back as it was', async () => {
  const { text, status } = await app.ask({ path: 'events.csv', query: all })
  expect(status).toBe(200)
  const { db, run } = await emptyCalendar({ IMAGE_FETCH: 'false' })
  const siteZone = findZone('Europe/Berlin') ?? { name: 'UTC', id: 'UTC' }
  const now = Temporal.Instant.from('2031-01-01T00:00Z')
  const report = await run(openText(text, { name: 'feed.csv', siteZone, now, map: new Map() }))
  expect(report.skipped).toEqual([])
  expect(await seen(db)).toEqual(await seen(app.db))
})

test('every text of a calendar is what another reader of calendars finds in it', async () => {
  const { text, status } = await app.ask({ path: 'events.ics', query: all })
  expect(status).toBe(200)
  const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')
  const values = (name: string) => events.map((event) => event.getFirstPropertyValue(name) ?? '')
  const { titles, descriptions } = await seen(app.db)
  // The one control character that a text of ours may have, and iCalendar may not (RFC 5545, 3.1).
  const told = (texts: readonly string[]) => texts.map((each) => each.replaceAll('\u007f', ''))
  expect(values('summary')).toEqual(told(titles))
  // Each ends with the address of its event.
  const urls = values('url').map(String)
  const withoutUrl = (said: string, at: number) => {
    expect(said.endsWith(urls[at] ?? 'none')).toBe(true)
    return said.slice(0, -(urls[at] ?? '').length).replace(/\n\n$/, '')
  }
  expect(values('description').map((said, at) => withoutUrl(String(said), at))).toEqual(told(descriptions))
})

test('half of a pair of surrogates, which UTF-8 cannot hold, is U+FFFD from the moment that it is sent (D58)', async () => {
  const text = 'a\ud83d b\udfb7 \ud83c\udfb7'
  const kept = 'a\ufffd b\ufffd \ud83c\udfb7'
  for (const [kind, fields] of [
    ['events', { title: text, description: text, start_date: '2040-01-01', end_date: '2040-01-01' }],
    ['venues', { venue: text, description: text, city: text }],
    ['organizers', { organizer: text, description: text }],
    ['categories', { name: text, description: text }],
    ['tags', { name: text }],
  ] as const) {
    const made = await app.create(kind, fields)
    for (const record of [made, await app.read(`${kind}/${made.id}`)])
      for (const name of Object.keys(fields).filter((name) => !name.endsWith('_date')))
        expect(String(record[name]), `${kind} ${name}`).toContain(kept)
  }
  const read = async (extension: string) =>
    (
      await app.ask({
        path: `events.${extension}`,
        query: { starts_after: '2039-12-01', starts_before: '2040-02-01' },
      })
    ).text
  for (const extension of ['ics', 'csv', 'json', 'rss'])
    expect(await read(extension), extension).toContain(kept)
})
