import { expect, test } from 'vitest'
import { csvSource } from '../../src/outward/imports/csv/csv.source.ts'
import {
  ImportFault,
  type ImportRecord,
  type ImportSource,
} from '../../src/outward/imports/imports.record.ts'
import { usesSqlite } from '../support/database.ts'
import { isLong } from '../support/runs.ts'
import { emptyCalendar, now, sourceOf } from './importing.ts'

const category: ImportRecord = {
  kind: 'category',
  key: '5',
  id: 5,
  fields: { name: 'Music &amp; Dance', slug: 'music' },
}
const child: ImportRecord = { kind: 'category', key: '6', id: 6, parent: '5', fields: { name: 'Jazz' } }
const venue: ImportRecord = {
  kind: 'venue',
  key: '40',
  id: 40,
  fields: { venue: 'Town Hall', city: 'Berlin', date_utc: '2020-01-01 00:00:00', slug: 'the-hall' },
  kept: { modified_at: 1_600_000_000 },
}
const event: ImportRecord = {
  kind: 'event',
  key: '41',
  id: 41,
  fields: {
    title: 'Concert',
    description: '<p>Loud</p><script>x</script>',
    status: 'publish',
    slug: 'concert',
    timezone: 'America/New_York',
    start_date: '2031-05-01 20:00:00',
    end_date: '2031-05-01 22:00:00',
    date_utc: '2030-01-01 00:00:00',
    cost: '10',
    website: 'https://example.org/a',
  },
  kept: { modified_at: 1_900_000_000 },
  venues: ['40'],
  categories: ['6'],
  permalink: 'https://old.example/veranstaltung/concert/',
}
const all = [category, child, venue, event]
const others = [50, 51, 52].map((id) => Object.assign({}, event, { key: String(id), id }))

test('what a source has is here afterwards: ids, slugs, times, links, counts, and where it came from', async () => {
  const { db, run } = await emptyCalendar()
  const report = await run(sourceOf(all))
  expect(report.counts.event).toMatchObject({ created: 1, skipped: 0 })
  const row = await db.read.selectFrom('events').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    id: 41,
    slug: 'concert',
    title: 'Concert',
    status: 'publish',
    start_wall: '2031-05-01 20:00:00',
    starts_at: Date.UTC(2031, 4, 2) / 1000,
    modified_at: 1_900_000_000,
    date_at: Date.UTC(2030, 0, 1) / 1000,
  })
  expect(row.description).not.toContain('script')
  expect(await db.read.selectFrom('event_venues').selectAll().execute()).toEqual([
    { event_id: 41, venue_id: 40, position: 0 },
  ])
  const terms = await db.read.selectFrom('terms').select(['id', 'name', 'slug', 'parent', 'count']).execute()
  expect(terms).toEqual([
    { id: 5, name: 'Music & Dance', slug: 'music', parent: 0, count: 0 },
    { id: 6, name: 'Jazz', slug: 'jazz', parent: 5, count: 1 },
  ])
  expect(await db.read.selectFrom('redirects').selectAll().execute()).toEqual([
    { path: '/veranstaltung/concert', kind: 'event', record_id: 41 },
  ])
})

test('read again nothing changes, not even the revision; what has changed at the source changes here', async () => {
  const { db, run } = await emptyCalendar()
  await run(sourceOf(all))
  const before = await db.revision()
  const again = await run(sourceOf(all))
  expect(again.counts.event).toMatchObject({ created: 0, updated: 0, unchanged: 1 })
  expect(await db.revision()).toBe(before)
  const later = { ...event, fields: { ...event.fields, title: 'Late concert' }, categories: ['5'] }
  const report = await run(sourceOf([category, child, venue, later]))
  expect(report.counts.event).toMatchObject({ updated: 1, unchanged: 0 })
  expect(report.changes).toEqual({ 'event.title': 1, 'event.categories': 1 })
  expect(await db.read.selectFrom('events').select(['id', 'title', 'slug']).execute()).toEqual([
    { id: 41, title: 'Late concert', slug: 'concert' },
  ])
  expect(await db.read.selectFrom('terms').select(['id', 'count']).orderBy('id').execute()).toEqual([
    { id: 5, count: 1 },
    { id: 6, count: 0 },
  ])
})

test('an id that is in use here is mapped, and said to be', async () => {
  const { db, run } = await emptyCalendar()
  await run(sourceOf(all))
  const report = await run(sourceOf(all, { name: 'another' }))
  expect(report.renumbered.map(({ kind, key }) => [kind, key])).toEqual([
    ['category', '5'],
    ['category', '6'],
    ['event', '41'],
  ])
  const events = await db.read.selectFrom('events').select(['id', 'slug']).orderBy('id').execute()
  expect(events).toEqual([
    { id: 41, slug: 'concert' },
    { id: 42, slug: 'concert-2' },
  ])
  // Terms of the same name and slug are the same, and so are venues that are the same in everything.
  expect(await db.read.selectFrom('terms').select('id').execute()).toHaveLength(2)
  const links = await db.read.selectFrom('event_venues').selectAll().orderBy('event_id').execute()
  expect(links[1]).toMatchObject({ event_id: 42, venue_id: 40 })
})

test('what is wrong with a record is told: a field is left out, a record without a title is skipped', async () => {
  const { db, run } = await emptyCalendar()
  const { title: _title, ...untitled } = event.fields
  const report = await run(
    sourceOf([
      venue,
      { ...event, fields: { ...event.fields, website: 'not one', image: 7 }, at: 'line 3' },
      { ...event, key: '42', fields: untitled },
      { kind: 'event', key: '43', fault: 'It is a list.', at: 'line 9' },
    ]),
  )
  expect(report.counts.event).toMatchObject({ created: 1, skipped: 2 })
  expect(report.skipped).toEqual([
    { kind: 'event', key: '43', at: 'line 9', says: 'It is a list.' },
    { kind: 'event', key: '42', says: 'Its title is missing.' },
  ])
  expect(report.lost.map(({ says }) => says)).toEqual([
    expect.stringMatching(/^website must be a whole http/),
    'category is “6”, which was not imported',
  ])
  expect(await db.read.selectFrom('events').select('website').execute()).toEqual([{ website: null }])
})

test('what is gone at the source goes to the trash, and comes back with it', async () => {
  const { db, run } = await emptyCalendar()
  await run(sourceOf([...all, ...others]))
  const report = await run(sourceOf([category, child, venue, ...others]))
  expect(report.counts.event).toMatchObject({ removed: 1, unchanged: 3 })
  const status = () => db.read.selectFrom('events').select(['status', 'slug']).where('id', '=', 41).execute()
  expect(await status()).toEqual([{ status: 'trash', slug: 'concert__trashed' }])
  await run(sourceOf([...all, ...others]))
  expect(await status()).toEqual([{ status: 'publish', slug: 'concert' }])
})

test('a source with less than half of what it had is not followed', async () => {
  const { db, run } = await emptyCalendar()
  await run(sourceOf([...all, ...others]))
  await expect(run(sourceOf([category, child, venue, event]))).rejects.toThrow(ImportFault)
  expect(await db.read.selectFrom('events').select('id').where('status', '=', 'trash').execute()).toEqual([])
  await run(sourceOf([category, child, venue, event]), { allowsRemovals: true })
  expect(
    await db.read.selectFrom('events').select('id').where('status', '=', 'trash').execute(),
  ).toHaveLength(3)
})

test('a dry run tells what would be done and does nothing', async () => {
  const { db, run } = await emptyCalendar()
  const report = await run(sourceOf(all), { isDryRun: true })
  expect(report.counts.event.created).toBe(1)
  for (const table of ['events', 'venues', 'terms', 'items', 'import_sources', 'import_keys'] as const)
    expect(await db.read.selectFrom(table).selectAll().execute()).toEqual([])
})

test('of a table with rows that are left out, a dry run tells what the import does', async () => {
  const { db, context, run } = await emptyCalendar()
  const table =
    'title,start,venue,categories\nFair,2031-03-11,Hall,Music\n,2031-03-12,Lost,Void\nBall,never,Gone,Never\n'
  const open = () => csvSource(table, { name: 'town.csv', map: new Map(), siteZone: context.siteZone, now })
  const foreseen = await run(open(), { isDryRun: true })
  expect(foreseen.counts).toMatchObject({
    event: { created: 1, skipped: 2 },
    venue: { created: 1 },
    category: { created: 1 },
  })
  expect((await run(open())).counts).toEqual(foreseen.counts)
  // Another table finds the category and the venue here.
  const other = () =>
    csvSource(table, { name: 'county.csv', map: new Map(), siteZone: context.siteZone, now })
  const { counts, notes } = await run(other(), { isDryRun: true })
  expect(counts).toMatchObject({
    venue: { created: 0, unchanged: 1 },
    category: { created: 0, unchanged: 1 },
  })
  expect(await run(other())).toMatchObject({ counts, notes })
  const titles = await db.read.selectFrom('venues').select('title').execute()
  expect(titles).toEqual([{ title: 'Hall' }])
})

test('a dry run tells what would be removed, or why nothing would be, and removes nothing', async () => {
  const { db, run } = await emptyCalendar()
  await run(sourceOf([...all, ...others]))
  const rows = () => db.read.selectFrom('events').select(['id', 'status']).orderBy('id').execute()
  const before = await rows()
  const fewer = sourceOf([category, venue, ...others])
  const foreseen = await run(fewer, { isDryRun: true })
  expect(foreseen.counts).toMatchObject({ event: { removed: 1, unchanged: 3 }, category: { removed: 1 } })
  const guarded = await run(sourceOf([category, child, venue, event]), { isDryRun: true })
  expect(guarded.counts.event.removed).toBe(0)
  expect(guarded.notes).toEqual([
    expect.stringMatching(/^The source has only 1 of the 4 records of the kind “event” that it had/),
  ])
  expect(await rows()).toEqual(before)
  expect((await run(fewer)).counts).toEqual(foreseen.counts)
})

test('an import that broke off goes on after the last batch that was written', async () => {
  const { db, run } = await emptyCalendar()
  const source = sourceOf(all)
  const asked: (string | undefined)[] = []
  const broken: ImportSource = {
    ...source,
    async *read(resume, pages) {
      asked.push(resume?.cursor)
      for await (const batch of source.read(resume, pages)) {
        yield batch
        if (resume === undefined) throw new Error('broken')
      }
    },
  }
  await expect(run(broken)).rejects.toThrow('broken')
  expect(await db.read.selectFrom('events').select('id').execute()).toEqual([])
  const report = await run(broken)
  expect(asked).toEqual([undefined, '2'])
  expect(report.counts.category.created).toBe(2)
  expect(report.counts.event.created).toBe(1)
})

test('a record that is called by more than can be remembered is left out, and the others are written', async () => {
  const { db, run } = await emptyCalendar()
  // What can be compressed may be longer.
  const long = Array.from({ length: 3_000 }, (_, index) => String.fromCodePoint(0x4e00 + index * 7)).join('')
  const report = await run(
    sourceOf([
      ...all,
      { ...event, key: long, id: 60, at: 'line 7' },
      { ...event, key: '61', id: 61, permalink: `https://old.example/${long}/` },
      { kind: 'image', key: '62', urls: [`https://old.example/${long}.png`], fields: {} },
      { ...event, key: '63', id: 63, venues: [long] },
    ]),
  )
  expect(report.counts.event).toMatchObject({ created: 2, skipped: 2 })
  const says = 'What the source calls it has more than 2000 bytes.'
  expect(report.skipped).toEqual([
    { kind: 'event', key: `${long.slice(0, 60)}…`, at: 'line 7', says },
    { kind: 'event', key: '61', says },
    { kind: 'image', key: '62', says },
  ])
  const ids = await db.read.selectFrom('events').select('id').orderBy('id').execute()
  expect(ids.map(({ id }) => id)).toEqual([41, 63])
})

// PostgreSQL is given a list for each column. It takes as long as all the others together, so only the long run has it.
test.runIf(usesSqlite() && isLong)(
  'a page of more records than a statement takes parameters is imported, and an event has no more of them than it can have',
  async () => {
    const { db, run } = await emptyCalendar()
    const many = 33_000
    const keys = Array.from({ length: many }, (_, index) => String(index + 1))
    const organizers = keys.map((key): ImportRecord => {
      return { kind: 'organizer', key, id: Number(key), fields: { organizer: `Band ${key}` } }
    })
    const busy: ImportRecord = {
      ...event,
      key: '900000',
      id: 900_000,
      organizers: keys,
      venues: [],
      categories: [],
    }
    const source = () => sourceOf([...organizers, busy], { size: many + 1 })
    const report = await run(source())
    expect(report.counts.organizer).toMatchObject({ created: many, skipped: 0 })
    expect(report.counts.event).toMatchObject({ created: 1 })
    expect(report.lost.map(({ says }) => says)).toContain(`organizers: of ${many} it has the first 500`)
    const linked = await db.read
      .selectFrom('event_organizers')
      .select('organizer_id')
      .orderBy('position')
      .execute()
    expect(linked.map(({ organizer_id }) => organizer_id)).toEqual(keys.slice(0, 500).map(Number))
    expect((await run(source())).counts.event).toMatchObject({ created: 0, updated: 0, unchanged: 1 })
  },
)
