import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { icalSource } from '../../src/outward/imports/ical/ical.source.ts'
import { emptyCalendar, now } from './importing.ts'

const cancelled = readFileSync(new URL('cases/method-cancel.ics', import.meta.url), 'utf8')
const published = cancelled.replace('METHOD:CANCEL', 'METHOD:PUBLISH').replace('SEQUENCE:1', 'SEQUENCE:0')

async function calendar() {
  const { db, context, run } = await emptyCalendar()
  const events = async () =>
    (
      await db.read
        .selectFrom('events')
        .select(['title', 'status', 'event_status', 'start_wall', 'description'])
        .orderBy('starts_at')
        .execute()
    ).map(({ title, status, event_status, start_wall, description }) =>
      [title, event_status === 'canceled' ? `${status}+canceled` : status, start_wall, description]
        .filter((text) => text !== '')
        .join(' '),
    )
  const file = (text: string) =>
    run(icalSource(text, { siteZone: context.siteZone, now: now.subtract({ hours: 24 * 365 * 4 }) }))
  return { file, events }
}

/** A calendar whose only event has more lines, and other ones changed. */
const withLines = (text: string, ...lines: string[]) =>
  text.replace('END:VEVENT', [...lines, 'END:VEVENT'].join('\r\n'))

test('a calendar that cancels cancels the event that was imported before, and changes nothing else of it', async () => {
  const { file, events } = await calendar()
  await file(withLines(published, 'DESCRIPTION:Bring boots'))
  expect(await events()).toEqual(['Evening walk publish 2027-03-10 19:00:00 Bring boots'])
  const { counts } = await file(cancelled.replace('SUMMARY:', 'SUMMARY:Cancelled: '))
  expect(counts.event).toMatchObject({ created: 0, updated: 1 })
  expect(await events()).toEqual(['Evening walk publish+canceled 2027-03-10 19:00:00 Bring boots'])
  expect((await file(cancelled)).counts.event).toMatchObject({ created: 0, updated: 0, unchanged: 1 })
})

test('without an earlier import nothing is published', async () => {
  const { file, events } = await calendar()
  await file(cancelled)
  expect(await events()).toEqual(['Evening walk trash+canceled 2027-03-10 19:00:00'])
})

test('a series that is cancelled is so with all of its occurrences, whether its rule is told again or not', async () => {
  const { file, events } = await calendar()
  await file(withLines(published, 'RRULE:FREQ=WEEKLY;COUNT=3'))
  expect((await events()).map((text) => text.split(' ')[2])).toEqual(['publish', 'publish', 'publish'])
  await file(cancelled)
  expect((await events()).map((text) => text.split(' ')[2])).toEqual([
    'publish+canceled',
    'publish+canceled',
    'publish+canceled',
  ])
})

test('one occurrence of a series is cancelled alone, in whatever zone it is named', async () => {
  for (const id of ['RECURRENCE-ID;TZID=Europe/Berlin:20270317T190000', 'RECURRENCE-ID:20270317T180000Z']) {
    const { file, events } = await calendar()
    await file(withLines(published, 'RRULE:FREQ=WEEKLY;COUNT=3'))
    const { counts } = await file(withLines(cancelled.replaceAll('20270310', '20270317'), id))
    expect(counts.event).toMatchObject({ created: 0, updated: 1 })
    expect((await events()).map((text) => text.split(' ')[2])).toEqual([
      'publish',
      'publish+canceled',
      'publish',
    ])
  }
})

test('an occurrence is cancelled with all later ones where that is said', async () => {
  const { file, events } = await calendar()
  await file(withLines(published, 'RRULE:FREQ=WEEKLY;COUNT=4'))
  await file(
    withLines(
      cancelled.replaceAll('20270310', '20270324'),
      'RECURRENCE-ID;TZID=Europe/Berlin;RANGE=THISANDFUTURE:20270324T190000',
    ),
  )
  expect((await events()).map((text) => text.split(' ')[2])).toEqual([
    'publish',
    'publish',
    'publish+canceled',
    'publish+canceled',
  ])
})

test('an occurrence that is changed in a calendar of its own is the one that is here', async () => {
  const { file, events } = await calendar()
  await file(withLines(published, 'RRULE:FREQ=WEEKLY;COUNT=3'))
  const { counts } = await file(
    withLines(
      published.replaceAll('20270310T190000', '20270317T200000').replaceAll('20270310T21', '20270317T22'),
      'RECURRENCE-ID:20270317T180000Z',
    ),
  )
  expect(counts.event).toMatchObject({ created: 0, updated: 1 })
  expect(await events()).toEqual([
    'Evening walk publish 2027-03-10 19:00:00',
    'Evening walk publish 2027-03-17 20:00:00',
    'Evening walk publish 2027-03-24 19:00:00',
  ])
})
