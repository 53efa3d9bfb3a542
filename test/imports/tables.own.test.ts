import { describe, expect, test } from 'vitest'
import { feedOfEverything } from '../../src/outward/exports/exports.feed.ts'
import { formatByExtension } from '../../src/outward/feeds/formats.ts'
import { siteOf } from '../../src/http/site.ts'
import { csvSource } from '../../src/outward/imports/csv/csv.source.ts'
import type { ImportedEvent, ImportRecord } from '../../src/outward/imports/imports.record.ts'
import { emptyCalendar, now, sourceOf } from './importing.ts'

const hall: ImportRecord = {
  kind: 'venue',
  key: 'hall',
  fields: { venue: 'Town Hall', address: '1 Main Street', city: 'Springfield', status: 'publish' },
}
const concert: ImportedEvent = {
  kind: 'event',
  key: 'concert',
  fields: {
    title: 'Rock &amp; Roll',
    description: '<p>Loud, <a href="https://example.org/">see</a></p>',
    timezone: 'America/New_York',
    start_date: '2031-05-01 20:00:00',
    end_date: '2031-05-01 22:00:30',
    cost: '10',
    status: 'publish',
  },
  venues: ['hall'],
}
const fair: ImportedEvent = {
  kind: 'event',
  key: 'fair',
  fields: {
    title: 'Fair',
    start_date: '2031-05-03',
    end_date: '2031-05-04',
    all_day: true,
    timezone: 'Europe/Berlin',
    status: 'private',
  },
}

/** A calendar with two events, and the table that it exports. */
async function exported() {
  const calendar = await emptyCalendar()
  const { db, context, run } = calendar
  await run(sourceOf([hall, concert, fair]))
  const write = async () => {
    const format = formatByExtension('csv')
    if (!format) throw new Error('There is no CSV.')
    const site = siteOf({ siteUrl: 'https://town.example', restRoot: '' }, 'vendor/events/v1', '')
    const facts = { ...context, name: 'Town', description: '', site }
    let text = ''
    for await (const chunk of feedOfEverything(db.read, format, facts)) text += chunk
    return text
  }
  const read = (text: string, name = 'events.csv') =>
    run(csvSource(text, { name, map: new Map(), siteZone: context.siteZone, now, locale: 'en-US' }))
  const events = () =>
    db.read
      .selectFrom('events')
      .select(['id', 'title', 'description', 'start_wall', 'end_wall', 'timezone', 'status', 'cost'])
      .orderBy('id')
      .execute()
  return { ...calendar, write, read, events, table: await write() }
}

/** The table as a spreadsheet of the United States writes it back: dates in another form and without seconds. */
function reformatted(table: string): string {
  return table
    .replaceAll(
      /"(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):\d\d"/g,
      (_, y, m, d, h, min) => `${Number(m)}/${Number(d)}/${y} ${Number(h)}:${min}`,
    )
    .replaceAll(/,true,|,false,/g, (word) => word.toUpperCase())
    .replace('\ufeff', '')
}

describe('a table of this calendar, imported again', () => {
  test.each<[string, (table: string) => string]>([
    ['as it is', (table) => table],
    ['as a spreadsheet reformatted it', reformatted],
  ])('%s changes nothing: no event, no text, no second', async (_, edit) => {
    const { read, events, table, db } = await exported()
    const before = await events()
    const report = await read(edit(table))
    expect(report.counts.event).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
    expect({ skipped: report.skipped, lost: report.lost }).toEqual({ skipped: [], lost: [] })
    expect(await events()).toEqual(before)
    expect(await db.read.selectFrom('venues').select('id').execute()).toHaveLength(1)
  })

  test('with another title changes that alone', async () => {
    const { read, events, table } = await exported()
    const [before] = await events()
    const report = await read(table.replace('Rock & Roll', 'Jazz'))
    expect(report.changes).toEqual({ 'event.title': 1 })
    expect(await events()).toMatchObject([{ ...before, title: 'Jazz' }, { title: 'Fair' }])
  })

  test.each<[string, (table: string) => string]>([
    ['', (table) => table],
    [' in a table that was reformatted', reformatted],
  ])('with another local date moves the event, whatever the UTC columns say%s', async (_, edit) => {
    const { read, events, table } = await exported()
    const edited = edit(
      table
        .replace('2031-05-01 20:00:00', '2031-05-08 19:00:00')
        .replace('2031-05-01 22:00:30', '2031-05-08 21:00:00'),
    )
    const report = await read(edited)
    expect(report.counts.event).toMatchObject({ updated: 1, unchanged: 1, created: 0 })
    expect(await events()).toMatchObject([
      { start_wall: '2031-05-08 19:00:00', end_wall: '2031-05-08 21:00:00', timezone: 'America/New_York' },
      { start_wall: '2031-05-03 00:00:00' },
    ])
  })

  test('with another start alone takes the end along, where it would be before it, and says so', async () => {
    const { read, events, table } = await exported()
    const report = await read(table.replace('2031-05-01 20:00:00', '2031-05-08 20:00:00'))
    expect(await events()).toMatchObject([
      { start_wall: '2031-05-08 20:00:00', end_wall: '2031-05-08 22:00:30' },
      {},
    ])
    expect(report.lost.map(({ says }) => says)).toEqual([expect.stringContaining('moved along')])
  })

  test('with a row that was copied makes that an event of its own, and so does a row without id', async () => {
    const { read, events, table } = await exported()
    const row = table.split('\r\n').find((line) => line.includes('Rock')) ?? ''
    const copy = row
      .replace('Rock & Roll', 'Second night')
      .replaceAll('2031-05-01', '2031-05-02')
      .replaceAll('2031-05-02 0', '2031-05-03 0')
    const fresh = 'New one,2031-06-01 18:00'
    const headers = table.slice(1, table.indexOf('\r\n')).split(',')
    const cells = headers.map((name) =>
      name === 'title' ? fresh.split(',')[0] : name === 'start_date' ? fresh.split(',')[1] : '',
    )
    const report = await read(`${table}${copy}\r\n${cells.join(',')}\r\n`)
    expect(report.counts.event).toMatchObject({ created: 2, unchanged: 2 })
    expect((await events()).map(({ title }) => title).toSorted()).toEqual([
      'Fair',
      'New one',
      'Rock &amp; Roll',
      'Second night',
    ])
    // Once more, they are known.
    const again = await read(`${table}${copy}\r\n${cells.join(',')}\r\n`)
    expect(again.counts.event).toMatchObject({ created: 0, updated: 0 })
  })

  test('what was edited here meanwhile stays, unless the table says something new; then that is told', async () => {
    const { db, read, events, table } = await exported()
    await read(table.replace('Rock & Roll', 'Jazz'))
    await db.write((tx) =>
      tx
        .updateTable('events')
        .set({ title: 'Blues', modified_at: 2_000_000_000 })
        .where('title', '=', 'Jazz')
        .execute(),
    )
    // The same table once more says nothing new.
    await read(table.replace('Rock & Roll', 'Jazz'))
    expect((await events())[0]?.title).toBe('Blues')
    const report = await read(table.replace('Rock & Roll', 'Soul'), 'other.csv')
    expect((await events())[0]?.title).toBe('Soul')
    expect(report.lost.map(({ says }) => says)).toEqual([
      expect.stringMatching(/^title: the event was changed here after the table was written/),
    ])
  })

  test('a table of another calendar does not change the events that have its ids here', async () => {
    const { read, events, table } = await exported()
    const other = table.replaceAll(
      /"([0-9a-f-]{36})"/g,
      (_, uid: string) => `"${uid.slice(0, -1)}${uid.endsWith('0') ? '1' : '0'}"`,
    )
    const report = await read(other)
    expect(report.counts.event).toMatchObject({ created: 2, updated: 0 })
    expect(await events()).toHaveLength(4)
    // What is private there is private here.
    expect((await events()).filter(({ title }) => title === 'Fair').map(({ status }) => status)).toEqual([
      'private',
      'private',
    ])
  })

  test('an event that has come into the trash is left there, and that is told', async () => {
    const { db, read, table } = await exported()
    await db.write((tx) =>
      tx
        .updateTable('events')
        .set({ status: 'trash', status_before: 'publish' })
        .where('title', 'like', 'Rock%')
        .execute(),
    )
    const report = await read(table)
    expect(report.skipped.map(({ says }) => says)).toEqual(['It is in the trash here; restore it first.'])
  })
})

describe('an event that an import publishes', () => {
  const waiting: ImportRecord = { kind: 'venue', key: 'barn', fields: { venue: 'Barn', status: 'draft' } }
  const alone: ImportRecord = { kind: 'venue', key: 'den', fields: { venue: 'Den', status: 'private' } }
  const pending: ImportedEvent = {
    ...concert,
    fields: { ...concert.fields, status: 'pending' },
    venues: ['barn', 'den'],
  }
  const statuses = async ({ db }: Awaited<ReturnType<typeof emptyCalendar>>) => ({
    event: (await db.read.selectFrom('events').select('status').executeTakeFirstOrThrow()).status,
    venues: (await db.read.selectFrom('venues').select('status').orderBy('id').execute()).map(
      ({ status }) => status,
    ),
  })

  test('publishes what its author had made for it here (D55)', async () => {
    const calendar = await emptyCalendar()
    const { context, run } = calendar
    await run(sourceOf([waiting, alone, pending]))
    const { id, uid } = await calendar.db.read
      .selectFrom('events')
      .select(['id', 'uid'])
      .executeTakeFirstOrThrow()
    const table = `id,uid,status,title,start_date\r\n${id},${uid},confirmed,Rock & Roll,2031-05-01 20:00:00\r\n`
    const how = { name: 'events.csv', map: new Map(), siteZone: context.siteZone, now, locale: 'en-US' }
    const report = await run(csvSource(table, how))
    expect(report.counts.event).toMatchObject({ created: 0, updated: 1 })
    expect(await statuses(calendar)).toEqual({ event: 'publish', venues: ['publish', 'private'] })
  })

  test('leaves what its source has too as the source says', async () => {
    const calendar = await emptyCalendar()
    await calendar.run(sourceOf([waiting, alone, pending]))
    const fields = { ...pending.fields, status: 'publish' }
    await calendar.run(sourceOf([waiting, alone, { ...pending, fields }]))
    expect(await statuses(calendar)).toEqual({ event: 'publish', venues: ['draft', 'private'] })
  })
})
