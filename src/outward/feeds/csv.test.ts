import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeCsv } from './csv.ts'
import { anyHostileEvent } from './feed.arbitrary.ts'
import type { FeedEvent } from './feed.ts'
import { sampleEvent, sampleWith, written } from './feed.fixture.ts'
import { runs } from '../../../test/support/runs.ts'

/** The records of a table, read strictly as RFC 4180 has it (2.1 to 2.7). */
function records(csv: string): string[][] {
  const table: string[][] = []
  let row: string[] = []
  let rest = csv
  while (rest !== '') {
    const [whole, quoted, plain = '', end] = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(rest) ?? []
    if (whole === undefined) throw new Error(`No CSV: ${rest.slice(0, 100)}`)
    row.push(quoted?.replaceAll('""', '"') ?? plain)
    rest = rest.slice(whole.length)
    if (end === ',') continue
    table.push(row)
    row = []
  }
  return table
}

/** The rows by the names of their columns. */
async function rowsOf(...events: Partial<FeedEvent>[]) {
  const csv = await written(writeCsv, events.map(sampleWith))
  expect(csv.startsWith('\ufeff')).toBe(true)
  const [header = [], ...rows] = records(csv.slice(1))
  for (const row of rows) expect(row).toHaveLength(header.length)
  return rows.map((row) => Object.fromEntries(header.map((name, index) => [name, row[index]])))
}

test('an event is a row', async () => {
  expect(await rowsOf({})).toEqual([
    {
      id: '42',
      uid: 'event-42@calendar.example',
      status: 'confirmed',
      title: 'Jazz at the mill',
      start_date: '2031-03-11 18:00:00',
      end_date: '2031-03-11 20:30:00',
      timezone: 'Europe/Rome',
      all_day: 'false',
      utc_start_date: '2031-03-11 17:00:00',
      utc_end_date: '2031-03-11 19:30:00',
      location: 'Old mill, Via Roma 1, 00184 Roma',
      latitude: '41.9',
      longitude: '12.5',
      organizers: 'Jazz club',
      organizer_email: 'jazz@club.example',
      categories: 'Music',
      tags: 'outdoor',
      cost: '€10',
      featured: 'true',
      url: 'https://calendar.example/event/jazz/',
      website: 'https://jazz.example/',
      image: 'https://calendar.example/media/jazz.jpg',
      description: 'Three bands.\n\nBring a chair.',
      published_utc: '2030-03-17 17:46:40',
      modified_utc: '2030-03-17 18:46:40',
      event_status: 'scheduled',
      event_status_reason: '',
      attendance_mode: 'in_person',
      online_url: '',
    },
  ])
})

test('without events there is the header', async () => {
  expect(records(await written(writeCsv, []))).toHaveLength(1)
})

test.each([
  ['=1+1', "'=1+1"],
  ['+39 06', "'+39 06"],
  ['-', "'-"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['＝1', "'＝1"],
  ['\0=1', "'=1"],
  ['a=1', 'a=1'],
  ["'=1", "''=1"],
  ["'a", "'a"],
  ['"x";=1', '"x";=1'],
])('the text %j is no formula: %j', async (title, cell) => {
  expect(await rowsOf({ title })).toMatchObject([{ title: cell }])
})

test('numbers below zero stay numbers', async () => {
  const csv = await written(writeCsv, [
    { ...sampleEvent, venues: [{ name: '', address: '', geo: { lat: -33.9, lng: -70.6 } }] },
  ])
  expect(csv).toContain(',-33.9,-70.6,')
})

test('any text is the same when read, but for what makes it no formula', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyHostileEvent, { maxLength: 3 }), async (events) => {
      const rows = await rowsOf(...events)
      expect(rows.map(({ title, description }) => [title, description])).toEqual(
        events.map(({ title, description }) => [cell(title), cell(description)]),
      )
    }),
    { numRuns: runs(200) },
  )
})

function cell(text: string): string {
  const kept = text.toWellFormed().replaceAll('\0', '')
  return /^'*[=+\-@\t\r\n＝＋－＠]/.test(kept) ? `'${kept}` : kept
}
