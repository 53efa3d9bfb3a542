import { describe, expect, test } from 'vitest'
import { calendar, event, eventsIn, read, timesIn } from './ical.fixture.ts'

// Kinds of files that were read otherwise than they are meant.

const days = async (...lines: string[]) =>
  (await timesIn(calendar(...lines))).map((text) => /\d{4}-(\d\d-\d\d)/.exec(text)?.[1])
const daily = (...lines: string[]) => event('UID:a', 'SUMMARY:x', 'DTSTART:20310303T100000Z', ...lines)

describe('series', () => {
  test.each([
    ['a date left out that is none', ['EXDATE:', 'EXDATE:20310304T100000Z,soon'], ['03-03', '03-05']],
    ['a rule that is escaped like a text', [], ['03-03', '03-04', '03-05'], String.raw`\;`],
    [
      'a rule of dates left out that does not have the start',
      ['EXRULE:FREQ=WEEKLY;BYDAY=TU'],
      ['03-03', '03-05'],
    ],
  ])('with %s keep the others', async (_, lines, expected, between = ';') => {
    expect(await days(...daily(`RRULE:FREQ=DAILY${between}COUNT=3`, ...lines))).toEqual(expected)
  })

  test('tell of a date that is none by its own name', async () => {
    const [first] = await eventsIn(calendar(...daily('RRULE:FREQ=DAILY;COUNT=2', 'EXDATE:soon')))
    expect(first?.lost).toEqual(['EXDATE: it is “soon”, which is no day or time that there is'])
  })

  test('without a number of times, as -1 is meant, go on to their end', async () => {
    expect(await days(...daily('RRULE:FREQ=DAILY;COUNT=-1;UNTIL=20310304T100000Z'))).toEqual([
      '03-03',
      '03-04',
    ])
  })

  test.each([
    ['an earlier version, for a date that it no longer has, is outdated', '0', ['03-03', '03-04']],
    ['the same version adds the date', '2', ['03-03', '03-04', '03-09']],
  ])('an exception of %s', async (_, sequence, expected) => {
    const rest = ['UID:a', 'SUMMARY:x', `SEQUENCE:${sequence}`, 'RECURRENCE-ID:20310309T100000Z']
    const lines = [
      ...daily('RRULE:FREQ=DAILY;COUNT=2', 'SEQUENCE:2'),
      ...event(...rest, 'DTSTART:20310309T100000Z'),
    ]
    expect(await days(...lines)).toEqual(expected)
    const [first] = await eventsIn(calendar(...lines))
    expect(first?.assumed).toEqual(
      sequence === '0' ? [expect.stringMatching(/no longer has the date of line \d+/)] : [],
    )
  })
})

test('a day with a time is a moment, even if it is said to be a day', async () => {
  const lines = ['DTSTART;VALUE=DATE:20310303T200000', 'DTEND;VALUE=DATE:20310303T220000']
  expect(await timesIn(calendar(...event('UID:a', 'SUMMARY:x', ...lines)))).toEqual([
    'a 2031-03-04T01:00:00Z – 2031-03-04T03:00:00Z America/New_York',
  ])
})

test('a calendar may begin after blanks', async () => {
  expect(await eventsIn(`   ${calendar(...daily())}`)).toHaveLength(1)
})

describe('signs as HTML has them', () => {
  const texts = async (...lines: string[]) => {
    const [first] = await eventsIn(calendar(...event('UID:a', 'DTSTART:20310303T100000Z', ...lines)))
    return first?.fields
  }

  test('are signs in texts', async () => {
    expect(
      await texts(
        String.raw`SUMMARY:Rock &amp\; Roll &#8211; live`,
        'DESCRIPTION:M&#252;hle &lt;old&gt;',
        'URL:https://a.example/?b=1&amp;c=2',
      ),
    ).toMatchObject({
      title: 'Rock &amp; Roll – live',
      description: 'Mühle &lt;old&gt;',
      website: 'https://a.example/?b=1&c=2',
    })
  })

  test('stay where the text is HTML', async () => {
    expect(await texts('SUMMARY:x', 'DESCRIPTION:<p>a &lt; b</p>')).toMatchObject({
      description: '<p>a &lt; b</p>',
    })
  })

  test('are letters in a calendar of ours', async () => {
    const own = calendar(...event('UID:a', 'DTSTART:20310303T100000Z', 'SUMMARY:&amp'), '').replace(
      '-//test//EN',
      '-//Kalends//Kalends//EN',
    )
    expect((await eventsIn(own.replace('&amp', String.raw`&amp\;`)))[0]?.fields['title']).toBe('&amp;amp;')
  })
})

test('a name with a colon that is escaped and not quoted', async () => {
  const organizer = String.raw`ORGANIZER;CN=Joe\: Magic:mailto:joe@a.example`
  const { records } = await read(calendar(...daily(organizer)))
  expect(records[0]).toMatchObject({
    kind: 'organizer',
    fields: { organizer: 'Joe: Magic', email: 'joe@a.example' },
  })
})
