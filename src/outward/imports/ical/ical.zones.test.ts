import { describe, expect, test } from 'vitest'
import { calendar, event, eventsIn } from './ical.fixture.ts'

/** Rules are of years unless they say. */
const yearly = (rule: string) => (rule.startsWith('FREQ=') ? rule : `FREQ=YEARLY;${rule}`)

/** As Outlook writes zones of its own making: rules since 1601, and a name that no database has. */
const custom = (
  tzid: string,
  [standard, daylight]: readonly [string, string],
  rules: readonly [string, string],
) => [
  'BEGIN:VTIMEZONE',
  `TZID:${tzid}`,
  'BEGIN:STANDARD',
  'DTSTART:16010101T030000',
  `TZOFFSETFROM:${daylight}`,
  `TZOFFSETTO:${standard}`,
  `RRULE:${yearly(rules[0])}`,
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:16010101T020000',
  `TZOFFSETFROM:${standard}`,
  `TZOFFSETTO:${daylight}`,
  `RRULE:${yearly(rules[1])}`,
  'END:DAYLIGHT',
  'END:VTIMEZONE',
]

describe('zones that the file defines', () => {
  const european = ['BYDAY=-1SU;BYMONTH=10', 'BYDAY=-1SU;BYMONTH=3'] as const
  const american = ['BYDAY=1SU;BYMONTH=11', 'BYDAY=2SU;BYMONTH=3'] as const
  const at = (tzid: string) => event('UID:a', 'SUMMARY:x', `DTSTART;TZID="${tzid}":20310711T180000`)

  test.each([
    [
      'are the zone whose city they name',
      'Our house in Vienna',
      ['+0100', '+0200'],
      european,
      '2031-07-11T16:00:00Z',
      'Europe/Vienna',
    ],
    [
      'are the zone of the site where that is the same',
      'Customized Time Zone',
      ['-0500', '-0400'],
      american,
      '2031-07-11T22:00:00Z',
      'America/New_York',
    ],
  ] as const)('%s', async (_, tzid, offsets, rules, start, zone) => {
    const [first] = await eventsIn(
      calendar(...custom(tzid, offsets, rules), ...at(tzid.replaceAll('\\', ''))),
    )
    expect(first?.fields).toMatchObject({ start_date: start, timezone: zone })
  })

  test('with one offset for ever are that offset where no zone is the same', async () => {
    const fixed = [
      'BEGIN:VTIMEZONE',
      'TZID:Odd',
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      'TZOFFSETFROM:+0113',
      'TZOFFSETTO:+0113',
      'END:STANDARD',
      'END:VTIMEZONE',
    ]
    const [first] = await eventsIn(calendar(...fixed, ...at('Odd')))
    expect(first?.fields).toMatchObject({ start_date: '2031-07-11T16:47:00Z', timezone: '+01:13' })
  })

  test('say where they are in their own words', async () => {
    const [first] = await eventsIn(
      calendar(
        'BEGIN:VTIMEZONE',
        'TZID:Home',
        'X-LIC-LOCATION:Europe/Zurich',
        'END:VTIMEZONE',
        ...at('Home'),
      ),
    )
    expect(first?.fields['timezone']).toBe('Europe/Zurich')
  })

  test.each([
    ['hour by hour', 'FREQ=HOURLY'],
    ['second by second', 'FREQ=SECONDLY'],
    [
      'on every second of a day',
      `FREQ=YEARLY;BYSECOND=${Array.from({ length: 60 }, (_, each) => each).join(',')}`,
    ],
    ['on a sixth Sunday', 'FREQ=YEARLY;BYMONTH=2;BYDAY=6SU'],
    ['on one Sunday of many', 'FREQ=YEARLY;BYMONTH=2;BYDAY=SU;BYSETPOS=300'],
    ['on a Sunday that is the 30th of February', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;BYDAY=SU'],
    ['on a first Sunday that is late', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28;BYDAY=1SU'],
    ['in years that do not have the day', 'FREQ=YEARLY;INTERVAL=4;BYMONTH=2;BYDAY=5SU'],
  ])('are not followed where their clocks change %s', async (_, rule) => {
    const rules = [rule, 'BYDAY=-1SU;BYMONTH=3'] as const
    const [first] = await eventsIn(calendar(...custom('Odd', ['+0100', '+0200'], rules), ...at('Odd')))
    expect(first?.fields).toMatchObject({ start_date: '2031-07-11T22:00:00Z', timezone: 'America/New_York' })
    expect(first?.lost).toEqual([expect.stringContaining('nobody knows the zone “Odd”')])
  })

  test('are followed on a Sunday among days of a month', async () => {
    const rules = ['BYMONTHDAY=25,26,27,28,29,30,31;BYDAY=SU;BYMONTH=10', 'BYDAY=-1SU;BYMONTH=3'] as const
    const [first] = await eventsIn(calendar(...custom('Odd', ['+0100', '+0200'], rules), ...at('Odd')))
    expect(first?.fields['start_date']).toBe('2031-07-11T16:00:00Z')
  })
})

test('of a name of a great many parts, the last ones are looked at', async () => {
  const tzid = `${'a/'.repeat(200_000)}Europe/Berlin`
  const [first] = await eventsIn(calendar(...event('UID:a', `DTSTART;TZID="${tzid}":20310711T180000`)))
  expect(first?.fields).toMatchObject({ start_date: '2031-07-11T16:00:00Z' })
})

describe('zones of files whose years are over', () => {
  const old = (tzid: string, rules: readonly string[], start: string) =>
    calendar(...rules, ...event('UID:a', 'SUMMARY:x', `DTSTART;TZID=${tzid}:${start}`))
  /** American clocks until 2006, as old programs write them: for ever. */
  const until2006 = (tzid: string) =>
    custom(tzid, ['-0500', '-0400'], ['BYDAY=-1SU;BYMONTH=10', 'BYDAY=1SU;BYMONTH=4'])
  const summer = ['20050711T180000', '2005-07-11T22:00:00Z'] as const

  test.each([
    ['by the clocks of these years', 'Head office', until2006('Head office'), ...summer],
    ['by a name with a hyphen', 'US-Eastern', [], ...summer],
    ['by their name, whatever an old file says of it', 'US-Eastern', until2006('US-Eastern'), ...summer],
    [
      'by the moments of their events, where clocks were never set like that for a year',
      'Head office',
      custom('Head office', ['-0500', '-0400'], ['BYDAY=3SU;BYMONTH=10', 'BYDAY=3SU;BYMONTH=4']),
      ...summer,
    ],
    [
      'where what they say ends with their years',
      'Head office',
      custom('Head office', ['-0500', '-0400'], ['UNTIL=20051101', 'UNTIL=20051101']).map((line) =>
        line.replace('16010101T03', '20051030T02').replace('16010101', '20050403'),
      ),
      ...summer,
    ],
    [
      'by what they say, where they are called as a clock that is never set',
      'GMT',
      custom('GMT', ['+0000', '+0100'], ['BYDAY=-1SU;BYMONTH=10', 'BYDAY=-1SU;BYMONTH=3']),
      '20310711T180000',
      '2031-07-11T17:00:00Z',
    ],
  ])('are found %s', async (_, tzid, rules, start, instant) => {
    const [first] = await eventsIn(old(tzid, rules, start))
    expect(first).toMatchObject({ fields: { start_date: instant }, lost: [] })
  })
})
