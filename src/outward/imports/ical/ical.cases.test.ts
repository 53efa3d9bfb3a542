import { partsOf } from '../imports.report.ts'
import { describe, expect, test } from 'vitest'
import type { ImportedEvent } from '../imports.record.ts'
import { decodeText } from '../imports.text.ts'
import { changed, fileOf, read } from './ical.cases.fixture.ts'

describe('a fold takes away the line break and one blank', () => {
  test('after a blank', async () => {
    const { events, venues } = await read(fileOf('fold-after-blank.ics'))
    expect(events.map(({ fields }) => [fields['title'], fields['description']])).toEqual([
      [
        'Open evening of the choir with songs from all parts of the country',
        'Bring a friend and your own cup. Doors open at seven.',
      ],
    ])
    expect(venues).toEqual([
      { venue: 'Old Mill', address: 'Mill Lane 3', city: 'Norwich', status: 'publish' },
    ])
  })

  test('wherever it is', async () => {
    const bytes = Buffer.from(
      fileOf('fold-after-blank.ics')
        .replaceAll(/\r\n[ \t]/g, '')
        .replace('cup', 'cüp 🎷'),
    )
    const lines = bytes.toString('latin1').split('\r\n')
    // After every byte of every line, names and the colon behind them too; the frame of the calendar stays.
    const folded = lines.map((line, index) => (index === 0 ? line : [...line].join('\r\n ')))
    const { events, venues } = await read(decodeText({ bytes: Buffer.from(folded.join('\r\n'), 'latin1') }))
    expect(events).toMatchObject([
      {
        key: 'fold-1@example.org',
        fields: {
          title: 'Open evening of the choir with songs from all parts of the country',
          description: 'Bring a friend and your own cüp 🎷. Doors open at seven.',
        },
      },
    ])
    expect(venues).toMatchObject([{ venue: 'Old Mill' }])
  })
})

describe('a description in HTML', () => {
  test('is what it is in HTML, without what belongs into values', async () => {
    const { events } = await read(fileOf('x-alt-desc.ics'))
    expect(events[0]?.fields['description']).toBe(
      '<p>Bring tools, glue and patience.</p> <p>Coffee is there; cake too.</p>',
    )
  })

  test('of nothing leaves the text', async () => {
    const { events } = await read(
      changed(
        'x-alt-desc.ics',
        /X-ALT-DESC.*/,
        String.raw`X-ALT-DESC;FMTTYPE=text/html:<html><body>\n<p>&nbsp;</p>\n</body></html>`,
      ),
    )
    expect(events[0]?.fields['description']).toBe(
      'Bring tools, glue and patience.\nCoffee is there; cake too.',
    )
  })

  test.each([
    ['of RFC 9073', 'STYLED-DESCRIPTION;FMTTYPE=text/html:<p>Soup\\, <b>cake</b></p>'],
    [
      'as Thunderbird writes it',
      'DESCRIPTION;ALTREP="data:text/html,%3Cp%3ESoup%2C%20%3Cb%3Ecake%3C%2Fb%3E%3C%2Fp%3E":Soup',
    ],
  ])('%s', async (_, line) => {
    const { events } = await read(
      changed('x-alt-desc.ics', /X-ALT-DESC.*/, line).replace(/^DESCRIPTION:.*\r\n/m, ''),
    )
    expect(events[0]?.fields['description']).toBe('<p>Soup, <b>cake</b></p>')
  })

  test('keeps the addresses that stand between angle brackets, as in texts', async () => {
    const { events } = await read(
      changed(
        'x-alt-desc.ics',
        /X-ALT-DESC.*/,
        'X-ALT-DESC;FMTTYPE=text/html:<p>See <https://x.example/a></p>',
      ),
    )
    expect(events[0]?.fields['description']).toBe(
      '<p>See &lt;<a href="https://x.example/a">https://x.example/a</a>&gt;</p>',
    )
  })
})

describe('the start of a series', () => {
  const starts = (events: readonly ImportedEvent[]) => events.map(({ fields }) => fields['start_date'])

  test('is its first occurrence, which COUNT counts, although its rule does not have it; and that is told', async () => {
    const { events } = await read(fileOf('start-not-in-rule.ics'))
    expect(starts(events)).toEqual([
      '2027-01-06T17:00:00Z',
      '2027-01-11T17:00:00Z',
      '2027-01-18T17:00:00Z',
      '2027-01-25T17:00:00Z',
    ])
    expect(events[0]?.assumed).toEqual([
      'RRULE: it does not have its start, which is its first occurrence all the same (RFC 5545, 3.8.5.3)',
      expect.stringMatching(
        /^RRULE: it has an RRULE that does not give the start.*; its dates are single events$/,
      ),
    ])
  })

  test.each([
    [
      'COUNT=0',
      'FREQ=WEEKLY;COUNT=0',
      /RRULE: it is “FREQ=WEEKLY;COUNT=0”, and COUNT=0 is no number of times/,
    ],
    [
      'INTERVAL=0',
      'FREQ=DAILY;INTERVAL=0',
      /INTERVAL=0 is no number of times; only the first occurrence was taken/,
    ],
    ['no number', 'FREQ=DAILY;COUNT=many', /COUNT=MANY is no number of times/],
    [
      'an end before it',
      'FREQ=DAILY;UNTIL=20260101',
      /RRULE: it ends before it begins, and gives only its start/,
    ],
    ['an end that is none', 'FREQ=DAILY;UNTIL=20269901', /UNTIL=20269901 is no day or time that there is/],
    ['a day that there is not', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=3', /RRULE: it/],
    ['another calendar', 'RSCALE=CHINESE;FREQ=YEARLY', /counts by another calendar/],
    ['no frequency', 'BYDAY=MO', /has no FREQ that there is/],
    ['nothing', '', /has no FREQ that there is/],
  ])('is all that there is of a rule with %s, and that is told', async (_, rule, says) => {
    const { events } = await read(changed('start-not-in-rule.ics', /RRULE:.*/, `RRULE:${rule}`))
    expect(starts(events)).toEqual(['2027-01-06T17:00:00Z'])
    expect(
      [...(events[0]?.lost ?? []), ...(events[0]?.assumed ?? [])]
        .map((told) => partsOf(told).says)
        .join('\n'),
    ).toMatch(says)
  })

  test('of days is one as well, and a rule may be written in any way', async () => {
    const days = fileOf('start-not-in-rule.ics')
      .replace(/DTSTART.*/, 'DTSTART;VALUE=DATE:20270106')
      .replace(/DTEND.*\n/, '')
      .replace(/RRULE:.*/, 'RRULE: byday=mo; Freq=Weekly ;COUNT=3;X-OWN=1;')
    expect(starts((await read(days)).events)).toEqual(['2027-01-06', '2027-01-11', '2027-01-18'])
  })

  test('that is far away is not lost', async () => {
    const far = fileOf('start-not-in-rule.ics').replaceAll('20270106', '20350110')
    expect(starts((await read(far)).events)).toEqual(['2035-01-10T17:00:00Z'])
  })

  test('and all others may be left out, by days, moments and rules, which is told', async () => {
    const rule = 'RRULE:FREQ=DAILY;COUNT=4\nEXDATE;VALUE=DATE:20270106\nEXRULE:FREQ=DAILY;INTERVAL=2'
    const { events } = await read(changed('start-not-in-rule.ics', /RRULE:.*/, rule))
    expect(starts(events)).toEqual(['2027-01-07T17:00:00Z', '2027-01-09T17:00:00Z'])
    const all = `${rule}\nEXDATE;TZID=Europe/Madrid:20270107T180000,20270109T180000`
    const { records } = await read(changed('start-not-in-rule.ics', /RRULE:.*/, all))
    expect(records).toEqual([
      expect.objectContaining({
        at: 'line 4',
        fault: 'All occurrences of the event are left out by EXDATE.',
      }),
    ])
  })

  test('may have others that are added with lengths of their own', async () => {
    const added =
      'RDATE;VALUE=PERIOD:20270301T090000Z/PT3H,20270302T090000Z/20270302T093000Z\nRDATE:20270303T090000Z'
    const { events } = await read(changed('start-not-in-rule.ics', /RRULE:.*/, added))
    expect(events.map(({ fields }) => fields['end_date'])).toEqual([
      '2027-01-06T18:00:00Z',
      '2027-03-01T12:00:00Z',
      '2027-03-02T09:30:00Z',
      '2027-03-03T10:00:00Z',
    ])
  })
})
