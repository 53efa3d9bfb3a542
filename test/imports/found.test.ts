import { expect, test } from 'vitest'
import { csvSource } from '../../src/outward/imports/csv/csv.source.ts'
import { icalSource } from '../../src/outward/imports/ical/ical.source.ts'
import type { ImportRecord } from '../../src/outward/imports/imports.record.ts'
import { jsonldSource } from '../../src/outward/imports/jsonld/jsonld.source.ts'
import { emptyCalendar, now, sourceOf } from './importing.ts'

const library: ImportRecord = {
  kind: 'venue',
  key: '40',
  id: 40,
  fields: {
    venue: 'Central Library',
    address: '',
    city: '',
    slug: 'library',
    status: 'publish',
    date_utc: '2020-01-01 00:00:00',
  },
}

/** A calendar, and a reader of texts as any kind of file. */
async function calendar() {
  const all = await emptyCalendar()
  const { siteZone } = all.context
  const about = { siteZone, now }
  const table = (text: string, name = 'town.csv') =>
    all.run(csvSource(text, { ...about, name, map: new Map() }))
  const venues = () =>
    all.db.read.selectFrom('venues').select(['id', 'title', 'status', 'address']).orderBy('id').execute()
  return { ...all, about, table, venues }
}

test('one place is one venue, from whatever kind of file and source it comes, and the report says so', async () => {
  const { run, table, venues, about, db } = await calendar()
  await run(sourceOf([library], { name: 'https://old.example' }))
  const reports = [
    await table('title,start,venue,organizer\nA,2031-03-11,central library,Ann'),
    await table('title,start,venue,organizer\nB,2031-03-12,Central Library,Ann', 'county.csv'),
    await run(
      icalSource(
        'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20310313T180000Z\r\nSUMMARY:C\r\nLOCATION:Central Library\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
        about,
      ),
    ),
    await run(
      jsonldSource(
        JSON.stringify({ '@type': 'Event', name: 'D', startDate: '2031-03-14', location: 'Central Library' }),
        about,
      ),
    ),
    await run(sourceOf([{ ...library, key: '7', id: 7 }], { name: 'https://another.example' })),
  ]
  expect(await venues()).toMatchObject([{ id: 40, title: 'Central Library' }])
  expect(await db.read.selectFrom('organizers').select('title').execute()).toEqual([{ title: 'Ann' }])
  expect(await db.read.selectFrom('event_venues').select('venue_id').execute()).toEqual([
    { venue_id: 40 },
    { venue_id: 40 },
    { venue_id: 40 },
    { venue_id: 40 },
  ])
  for (const { notes, counts } of reports) {
    expect(counts.venue).toMatchObject({ created: 0, unchanged: 1 })
    expect(notes.join('\n')).toMatch(/The venue “[Cc]entral [Ll]ibrary” was here already, with the ID 40/)
  }
})

test('what differs in anything that is said is another venue; within a file, a bare name is found among those that say more', async () => {
  const { table, venues } = await calendar()
  await table(
    'title,start,venue,address\nA,2031-03-11,Hall,\nB,2031-03-12,Hall,1 Main Street\nC,2031-03-13,Hall,2 Main Street',
  )
  expect((await venues()).map(({ address }) => address).toSorted()).toEqual([
    '1 Main Street',
    '2 Main Street',
  ])
  await table('title,start,venue,address\nD,2031-03-14,Hall,3 Main Street', 'other.csv')
  expect(await venues()).toHaveLength(3)
})

test('venues that a site calls by names of its own stay as many as it has', async () => {
  const { run, venues } = await calendar()
  const twin = { ...library, key: '41', id: 41, fields: { ...library.fields, slug: 'library-2' } }
  await run(sourceOf([library, twin], { size: 2, name: 'https://old.example' }))
  await run(sourceOf([library, twin], { size: 1, name: 'https://old.example' }))
  expect((await venues()).map(({ id }) => id)).toEqual([40, 41])
})

test('a venue that was here before its source named it, or that others use, is not the source’s to remove', async () => {
  const { run, table, venues } = await calendar()
  const others = [50, 51, 52, 53].map((id): ImportRecord => {
    const fields = { venue: `V ${id}`, slug: `v-${id}`, status: 'publish' }
    return { kind: 'venue', key: String(id), id, fields }
  })
  const first = { ...library, fields: { venue: 'Hall', status: 'publish' } }
  await table('title,start,venue\nA,2031-03-11,Central Library')
  await run(sourceOf([library, ...others, { ...first, key: '60', id: 60 }], { name: 'https://old.example' }))
  await table('title,start,venue\nB,2031-03-11,Hall', 'later.csv')
  const foreseen = await run(sourceOf(others, { name: 'https://old.example' }), { isDryRun: true })
  const report = await run(sourceOf(others, { name: 'https://old.example' }))
  expect(report.counts.venue.removed).toBe(0)
  expect(foreseen.counts.venue.removed).toBe(0)
  expect((await venues()).map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 'publish'))
})

test('what was edited here and not at the source stays, field by field (D64)', async () => {
  const { run, db } = await calendar()
  const event = (fields: object): ImportRecord => ({
    kind: 'event',
    key: '1',
    fields: {
      title: 'Fair',
      description: 'Old',
      start_date: '2031-03-11 18:00',
      end_date: '2031-03-11 20:00',
      status: 'publish',
      ...fields,
    },
  })
  await run(sourceOf([event({})]))
  await db.write((tx) =>
    tx
      .updateTable('events')
      .set({ title: 'Our fair', start_wall: '2031-03-12 18:00:00', end_wall: '2031-03-12 20:00:00' })
      .execute(),
  )
  const report = await run(sourceOf([event({ description: 'New' })]))
  expect(report.changes).toEqual({ 'event.description': 1 })
  const row = () =>
    db.read.selectFrom('events').select(['title', 'description', 'start_wall']).executeTakeFirst()
  expect(await row()).toEqual({ title: 'Our fair', description: 'New', start_wall: '2031-03-12 18:00:00' })
  await run(sourceOf([event({ description: 'New', end_date: '2031-03-11 21:00' })]))
  expect(await row()).toMatchObject({ title: 'Our fair', start_wall: '2031-03-11 18:00:00' })
})
