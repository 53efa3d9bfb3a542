import { expect, test } from 'vitest'
import { icalSource } from '../../src/outward/imports/ical/ical.source.ts'
import { emptyCalendar, now } from './importing.ts'

const address = 'https://club.example/calendar.ics'

/** An event of a calendar on a day of March 2031, which is the 10th now. */
const event = (uid: string, day: number, ...lines: string[]) =>
  [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTART;TZID=Europe/Berlin:203103${String(day).padStart(2, '0')}T190000`,
    `SUMMARY:Event ${uid}`,
    ...lines,
    'END:VEVENT',
  ].join('\r\n')

const calendarOf = (...events: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events, 'END:VCALENDAR', ''].join('\r\n')

async function calendar() {
  const { db, context, run } = await emptyCalendar()
  const about = { siteZone: context.siteZone, now }
  const statuses = async () => {
    const rows = await db.read.selectFrom('events').select(['title', 'status']).orderBy('id').execute()
    return rows.map(({ title, status }) => [title.replace('Event ', ''), status])
  }
  return {
    db,
    statuses,
    follow: (text: string, options = {}, from = address) =>
      run(icalSource(text, { ...about, address: from }), options),
    file: (text: string, options = {}) => run(icalSource(text, about), options),
  }
}

test('what an address no longer has goes to the trash, and comes back when it has it again', async () => {
  const { follow, statuses } = await calendar()
  const [a, b] = [event('a', 11), event('b', 12)]
  await follow(calendarOf(a, b))
  const foreseen = await follow(calendarOf(b), { isDryRun: true })
  expect(foreseen.counts.event).toMatchObject({ unchanged: 1, removed: 1 })
  const gone = await follow(calendarOf(b))
  expect(gone.counts.event).toMatchObject({ unchanged: 1, removed: 1 })
  expect(await statuses()).toEqual([
    ['a', 'trash'],
    ['b', 'publish'],
  ])
  expect((await follow(calendarOf(b))).counts.event).toMatchObject({ unchanged: 1, removed: 0 })
  await follow(calendarOf(a, b))
  expect(await statuses()).toEqual([
    ['a', 'publish'],
    ['b', 'publish'],
  ])
})

test('a file may be a part of a calendar: nothing is gone for not being in it', async () => {
  const { file, statuses } = await calendar()
  await file(calendarOf(event('a', 11), event('b', 12)))
  expect((await file(calendarOf(event('b', 12)))).counts.event).toMatchObject({ removed: 0 })
  expect(await statuses()).toEqual([
    ['a', 'publish'],
    ['b', 'publish'],
  ])
})

test('when most is gone nothing goes, unless that is allowed', async () => {
  const { follow, statuses } = await calendar()
  const all = ['a', 'b', 'c', 'd', 'e'].map((uid, index) => event(uid, 11 + index))
  await follow(calendarOf(...all))
  await expect(follow(calendarOf())).rejects.toThrow(
    'The source has only 0 of the 5 records of the kind “event” that it had. Nothing was removed.',
  )
  await expect(follow(calendarOf(event('a', 11), event('b', 12)))).rejects.toThrow('only 2 of the 5')
  expect((await statuses()).map(([, status]) => status)).toEqual(Array(5).fill('publish'))
  const { counts } = await follow(calendarOf(event('a', 11)), { allowsRemovals: true })
  expect(counts.event).toMatchObject({ unchanged: 1, removed: 4 })
})

test('what is over stays: calendars drop it, and it took place', async () => {
  const { follow, statuses } = await calendar()
  await follow(calendarOf(event('over', 9), event('a', 11), event('b', 12)))
  expect((await follow(calendarOf(event('b', 12)))).counts.event).toMatchObject({ removed: 1 })
  expect(await statuses()).toEqual([
    ['over', 'publish'],
    ['a', 'trash'],
    ['b', 'publish'],
  ])
})

test('what cannot be read is not gone; where nobody knows what it is, nothing is', async () => {
  const { follow, statuses } = await calendar()
  const all = [event('a', 11), event('b', 12), event('c', 13)]
  await follow(calendarOf(...all))
  const broken = event('a', 11).replace(/DTSTART.*/, 'DTSTART:soon')
  const { counts } = await follow(calendarOf(broken, event('b', 12)))
  expect(counts.event).toMatchObject({ skipped: 1, unchanged: 1, removed: 1 })
  expect(await statuses()).toEqual([
    ['a', 'publish'],
    ['b', 'publish'],
    ['c', 'trash'],
  ])
  const cut = calendarOf(event('a', 11), event('b', 12)).replace(
    /BEGIN:VEVENT\r\nUID:b[^]*/,
    'BEGIN:VEVENT\r\nUI',
  )
  const part = await follow(cut)
  expect(part.counts.event.removed).toBe(0)
  expect(part.notes.join()).toContain('Nothing was removed: a part of the source could not be read')
})

test('occurrences that a series no longer has go; those before the thousand that are told stay', async () => {
  const { follow, statuses } = await calendar()
  const weekly = (count: number, ...more: string[]) =>
    calendarOf(event('s', 11, `RRULE:FREQ=WEEKLY;COUNT=${count}`, ...more))
  await follow(weekly(4))
  const { counts } = await follow(weekly(3, 'EXDATE;TZID=Europe/Berlin:20310318T190000'))
  // How it repeats is told with its first date.
  expect(counts.event).toMatchObject({ updated: 1, unchanged: 1, removed: 2 })
  expect((await statuses()).map(([, status]) => status)).toEqual(['publish', 'trash', 'publish', 'trash'])
})

test('a calendar that was read from a file, and one that two addresses have, are not doubled', async () => {
  const { file, follow, statuses, db } = await calendar()
  const text = calendarOf(event('a', 11, 'LOCATION:Old Mill'), event('b', 12))
  await file(text)
  expect((await follow(text)).counts.event).toMatchObject({ created: 0, unchanged: 2 })
  const other = 'https://county.example/all.ics'
  expect((await follow(text, {}, other)).counts.event).toMatchObject({ created: 0, unchanged: 2 })
  expect(await db.read.selectFrom('venues').select('title').execute()).toEqual([{ title: 'Old Mill' }])
  // One of them still has it.
  expect((await follow(calendarOf(event('b', 12)))).counts.event).toMatchObject({ removed: 0 })
  expect((await follow(calendarOf(event('b', 12)), {}, other)).counts.event).toMatchObject({ removed: 1 })
  expect(await statuses()).toEqual([
    ['a', 'trash'],
    ['b', 'publish'],
  ])
})

test('what was edited here stays when an address is read again', async () => {
  const { follow, db } = await calendar()
  await follow(calendarOf(event('a', 11)))
  await db.write((tx) => tx.updateTable('events').set({ description: 'Ours' }).execute())
  await follow(calendarOf(event('a', 11, 'LOCATION:Old Mill')))
  expect(await db.read.selectFrom('events').select('description').execute()).toEqual([
    { description: 'Ours' },
  ])
})
