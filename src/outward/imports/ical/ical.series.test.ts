import { describe, expect, test, vi } from 'vitest'
import { calendar, event, eventsIn, timesIn } from './ical.fixture.ts'

describe('series', () => {
  const weekly = event(
    'UID:w',
    'SUMMARY:Class',
    'DTSTART;TZID=Europe/Berlin:20310318T180000',
    'DTEND;TZID=Europe/Berlin:20310318T190000',
    'RRULE:FREQ=WEEKLY;COUNT=4',
  )

  test('become dated events of one series, by the clock on the wall', async () => {
    const events = await eventsIn(calendar(...weekly))
    expect(events.map(({ key, occurrence, fields }) => [key, occurrence?.at, fields['start_date']])).toEqual([
      ['w', '2031-03-18 18:00:00', '2031-03-18T17:00:00Z'],
      ['w/2031-03-25T18:00:00', '2031-03-25 18:00:00', '2031-03-25T17:00:00Z'],
      ['w/2031-04-01T18:00:00', '2031-04-01 18:00:00', '2031-04-01T16:00:00Z'],
      ['w/2031-04-08T18:00:00', '2031-04-08 18:00:00', '2031-04-08T16:00:00Z'],
    ])
    expect(new Set(events.map(({ parent }) => parent))).toEqual(new Set([null]))
    expect(events.map(({ recurrence }) => recurrence?.recurrence)).toEqual([
      '["RRULE:FREQ=WEEKLY;COUNT=4"]',
      ...Array.from({ length: 3 }, () => undefined),
    ])
  })

  test('whose rule ours do not have become events that belong to the first', async () => {
    const events = await eventsIn(calendar(...weekly).replace('FREQ=WEEKLY;COUNT=4', 'FREQ=HOURLY;COUNT=2'))
    expect(events.map(({ key, parent, occurrence }) => [key, parent, occurrence])).toEqual([
      ['w', null, undefined],
      ['w/2031-03-18T19:00:00', 'w', undefined],
    ])
  })

  test.each([
    ['in the zone of the event', 'EXDATE;TZID=Europe/Berlin:20310325T180000'],
    ['in UTC', 'EXDATE:20310325T170000Z'],
    ['by its day', 'EXDATE;VALUE=DATE:20310325'],
  ])('leave out an occurrence named %s', async (_, line) => {
    const events = await eventsIn(calendar(...weekly.toSpliced(-1, 0, line)))
    expect(events.map(({ fields }) => fields['start_date'])).toEqual([
      '2031-03-18T17:00:00Z',
      '2031-04-01T16:00:00Z',
      '2031-04-08T16:00:00Z',
    ])
  })

  test('end where UNTIL says, which is in UTC', async () => {
    const text = calendar(...weekly).replace('COUNT=4', 'UNTIL=20310401T160000Z')
    expect(await eventsIn(text)).toHaveLength(3)
    expect(await eventsIn(text.replace('20310401T160000Z', '20310401T155959Z'))).toHaveLength(2)
    expect(await eventsIn(text.replace('20310401T160000Z', '20310401'))).toHaveLength(3)
  })

  test('say single occurrences otherwise', async () => {
    const moved = event(
      'UID:w',
      'RECURRENCE-ID:20310325T170000Z',
      'SUMMARY:Moved',
      'DTSTART;TZID=Europe/Berlin:20310326T100000',
      'DURATION:PT1H',
    )
    const events = await eventsIn(calendar(...moved, ...weekly))
    expect(events.map(({ key, fields }) => [key, fields['title'], fields['start_date']])).toEqual([
      ['w', 'Class', '2031-03-18T17:00:00Z'],
      ['w/2031-03-25T18:00:00', 'Moved', '2031-03-26T09:00:00Z'],
      ['w/2031-04-01T18:00:00', 'Class', '2031-04-01T16:00:00Z'],
      ['w/2031-04-08T18:00:00', 'Class', '2031-04-08T16:00:00Z'],
    ])
  })

  test('say one occurrence and all after it otherwise', async () => {
    const moved = event(
      'UID:w',
      'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20310325T180000',
      'SUMMARY:Later',
      'DTSTART;TZID=Europe/Berlin:20310326T193000',
      'DURATION:PT2H',
    )
    const events = await eventsIn(calendar(...weekly, ...moved))
    expect(events.map(({ fields }) => [fields['title'], fields['start_date'], fields['end_date']])).toEqual([
      ['Class', '2031-03-18T17:00:00Z', '2031-03-18T18:00:00Z'],
      ['Later', '2031-03-26T18:30:00Z', '2031-03-26T20:30:00Z'],
      ['Later', '2031-04-02T17:30:00Z', '2031-04-02T19:30:00Z'],
      ['Later', '2031-04-09T17:30:00Z', '2031-04-09T19:30:00Z'],
    ])
  })

  const from = (n: number) =>
    event(
      'UID:s',
      `RECURRENCE-ID;RANGE=THISANDFUTURE:${dayOf(n)}T180000Z`,
      `SUMMARY:From ${n}`,
      `DTSTART:${dayOf(n)}T190000Z`,
      'DURATION:PT1H',
    )
  const dayOf = (n: number) =>
    Temporal.PlainDate.from('2031-03-01').add({ days: n }).toString().replaceAll('-', '')
  const daily = (count: number) =>
    event('UID:s', 'SUMMARY:All', `DTSTART:${dayOf(0)}T180000Z`, `RRULE:FREQ=DAILY;COUNT=${count}`)

  test('say in several parts otherwise, whichever stands first in the file: the latest that has begun counts', async () => {
    const events = await eventsIn(calendar(...from(4), ...from(2), ...from(9), ...daily(6)))
    expect(events.map(({ fields }) => fields['title'])).toEqual([
      'All',
      'All',
      'From 2',
      'From 2',
      'From 4',
      'From 4',
      'From 9',
    ])
  })

  test('of many parts are gone through once', async () => {
    const [count, compare] = [300, vi.spyOn(Temporal.PlainDateTime, 'compare')]
    const parts = Array.from({ length: count }, (_, index) => from(count + index)).flat()
    expect(await eventsIn(calendar(...daily(count), ...parts))).toHaveLength(2 * count)
    expect(compare.mock.calls.length).toBeLessThan(count * 100)
    compare.mockRestore()
  })

  test('of days stay days', async () => {
    const days = event(
      'UID:d',
      'SUMMARY:x',
      'DTSTART;VALUE=DATE:20310329',
      'DTEND;VALUE=DATE:20310331',
      'RRULE:FREQ=YEARLY;UNTIL=20320401',
      'EXDATE;VALUE=DATE:20330329',
      'RDATE;VALUE=DATE:20310501',
    )
    expect(await timesIn(calendar(...days))).toEqual([
      'd 2031-03-29 – 2031-03-30 America/New_York',
      'd/2031-05-01 2031-05-01 – 2031-05-02 America/New_York',
      'd/2032-03-29 2032-03-29 – 2032-03-30 America/New_York',
    ])
  })

  test('with a rule that cannot be followed are their first occurrence, and that is told', async () => {
    const [first, ...others] = await eventsIn(
      calendar(...weekly).replace('FREQ=WEEKLY;COUNT=4', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'),
    )
    expect(others).toEqual([])
    expect(first?.lost?.[0]).toMatch(/^RRULE: it is “.*BYMONTHDAY=30.*only the first occurrence was taken$/)
  })

  test('of which only an occurrence is in the file are that occurrence', async () => {
    const lone = event('UID:x', 'RECURRENCE-ID:20310325T170000Z', 'SUMMARY:Guest', 'DTSTART:20310325T180000Z')
    expect(await timesIn(calendar(...lone))).toEqual([
      'x/2031-03-25T17:00:00 2031-03-25T18:00:00Z – 2031-03-25T18:00:00Z America/New_York',
    ])
  })

  test('of several versions of an event the latest counts', async () => {
    const version = (sequence: number, title: string) =>
      event('UID:v', `SEQUENCE:${sequence}`, `SUMMARY:${title}`, 'DTSTART:20310311T180000Z')
    const events = await eventsIn(
      calendar(...version(1, 'Old'), ...version(3, 'New'), ...version(2, 'Between')),
    )
    expect(events.map(({ fields }) => fields['title'])).toEqual(['New'])
  })
})
