import { partsOf } from '../imports.report.ts'
import { expect, test } from 'vitest'
import { calendar, read as readFile } from './ical.fixture.ts'

/** What is there of a file, a line for each record: its start, end and zone, and what was lost, or its fault. */
async function read(...lines: string[]): Promise<string[]> {
  const { records } = await readFile(calendar(...lines))
  return records.map((record) => {
    if ('fault' in record) return record.fault
    const { start_date: start, end_date: end, timezone } = record.fields
    const lost = (record.lost ?? []).map((each) => `; ${partsOf(each).says}`).join('')
    return `${String(start)} – ${String(end)} ${String(timezone)}${lost}`
  })
}

const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:a', 'SUMMARY:Fair', ...lines, 'END:VEVENT']

/** The rules of central Europe since a year. */
const european = (tzid: string, year: string, offsets = ['+0100', '+0200']) => [
  'BEGIN:VTIMEZONE',
  `TZID:${tzid}`,
  'BEGIN:STANDARD',
  `DTSTART:${year}1028T030000`,
  `TZOFFSETFROM:${offsets[1]}`,
  `TZOFFSETTO:${offsets[0]}`,
  'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  `DTSTART:${year}0325T020000`,
  `TZOFFSETFROM:${offsets[0]}`,
  `TZOFFSETTO:${offsets[1]}`,
  'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
]

// Faults and habits of Exchange, Outlook, Google, Zimbra, eM Client, BusyCal and plugins of WordPress, after reports to
// the makers of node-ical and ical.js.
test.each<[string, string[], string[]]>([
  [
    'a zone of Microsoft that is custom and not defined',
    event('DTSTART;TZID="tzone://Microsoft/Custom":20310325T103500'),
    [
      '2031-03-25T14:35:00Z – 2031-03-25T14:35:00Z America/New_York; DTSTART: nobody knows the zone “tzone://Microsoft/Custom”; it was read in the zone of the site',
    ],
  ],
  [
    'a zone whose name is a number after a blank, defined where it has been used already',
    [...event('DTSTART;TZID= 1:20310708T110000', 'DTEND;TZID= 1:20310708T120000'), ...european(' 1', '1601')],
    ['2031-07-08T09:00:00Z – 2031-07-08T10:00:00Z Europe/Berlin'],
  ],
  [
    'rules since the year 1, with seconds in their offsets',
    [...european('Ours', '0001', ['+010000', '+020000']), ...event('DTSTART;TZID=Ours:20310601T100000')],
    ['2031-06-01T08:00:00Z – 2031-06-01T08:00:00Z Europe/Berlin'],
  ],
  [
    'a zone with two names',
    [
      'BEGIN:VTIMEZONE',
      'TZID:Africa/Abidjan',
      'BEGIN:STANDARD',
      'DTSTART:20240101T000000',
      'TZOFFSETFROM:+0000',
      'TZOFFSETTO:+0000',
      'END:STANDARD',
      'TZID:America/Los_Angeles',
      'END:VTIMEZONE',
      ...event('DTSTART:20310627T000000', 'DTEND:20310627T230000'),
    ],
    ['2031-06-27T04:00:00Z – 2031-06-28T03:00:00Z America/New_York'],
  ],
  [
    'a zone without a name, which nobody means',
    [
      'BEGIN:VTIMEZONE',
      'X-INVALID-TIMEZONE:TRUE',
      'END:VTIMEZONE',
      'BEGIN:X-UNKNOWN',
      'END:X-UNKNOWN',
      ...event('DTSTART:20310101T100000Z'),
    ],
    ['2031-01-01T10:00:00Z – 2031-01-01T10:00:00Z America/New_York'],
  ],
  [
    'TZID written twice',
    event('DTSTART;TZID=Europe/Rome:20311022T230000', 'DTEND;TZID=TZID=Europe/Rome:20311023T000000'),
    ['2031-10-22T21:00:00Z – 2031-10-22T22:00:00Z Europe/Rome'],
  ],
  [
    'a day of a series of days that is told by its midnight',
    [
      ...event('DTSTART;VALUE=DATE:20310225', 'RRULE:FREQ=WEEKLY;COUNT=4;BYDAY=TU'),
      ...event('RECURRENCE-ID;TZID=UTC+01:20310304T000000', 'DTSTART;VALUE=DATE:20310305'),
    ],
    ['2031-02-25', '2031-03-05', '2031-03-11', '2031-03-18'].map((day) => `${day} – ${day} America/New_York`),
  ],
  [
    'days that are left out by their midnights, and by days that are not said to be some',
    event(
      'DTSTART;VALUE=DATE:20310116',
      'RRULE:FREQ=DAILY;COUNT=4',
      'EXDATE:20310117',
      'EXDATE;TZID=Europe/Berlin:20310118T000000',
    ),
    ['2031-01-16', '2031-01-19'].map((day) => `${day} – ${day} America/New_York`),
  ],
  [
    'days that are added as if they were in UTC',
    event('DTSTART;VALUE=DATE:20311210', 'RRULE:FREQ=DAILY;COUNT=1', 'RDATE:20321210Z'),
    ['2031-12-10', '2032-12-10'].map((day) => `${day} – ${day} America/New_York`),
  ],
  [
    'a rule with a parameter of its own',
    event('DTSTART:20310602T100000Z', 'RRULE;X-BUSYMAC-REGENERATE=TRASH:FREQ=WEEKLY;COUNT=2;BYDAY=MO'),
    ['2031-06-02', '2031-06-09'].map((day) => `${day}T10:00:00Z – ${day}T10:00:00Z America/New_York`),
  ],
  [
    'a rule that begins with its own name and nonsense',
    event('DTSTART:20310606T100000Z', 'RRULE:RRULE:Anything;FREQ=WEEKLY;COUNT=2;BYDAY=FR'),
    ['2031-06-06', '2031-06-13'].map((day) => `${day}T10:00:00Z – ${day}T10:00:00Z America/New_York`),
  ],
  [
    'two versions of a series, the older one last',
    [
      ...event('DTSTART:20310101T100000Z', 'RRULE:FREQ=DAILY;COUNT=2', 'SEQUENCE:2'),
      ...event('DTSTART:20310101T140000Z', 'RRULE:FREQ=DAILY;COUNT=2', 'SEQUENCE:0'),
    ],
    ['2031-01-01', '2031-01-02'].map((day) => `${day}T10:00:00Z – ${day}T10:00:00Z America/New_York`),
  ],
  [
    'a stamp and a length that are none',
    event('DTSTART;VALUE=DATE:20310401', 'DTSTAMP:203103206T200210Z', 'DURATION:-PT1W1D2H3M4S'),
    [
      '2031-04-01 – 2031-04-01 America/New_York; DURATION: it is “-PT1W1D2H3M4S”, which is no length of time such as PT1H30M',
    ],
  ],
  [
    'an event without a start, with a fold within a quoted parameter',
    [
      'BEGIN:VEVENT',
      'SUMMARY:Meeting',
      'ATTENDEE;X-USER-ID="abcd:1234-5678',
      ' 56";CUTYPE=INDIVIDUAL:someone',
      'END:VEVENT',
      ...event('DTSTART:20310101T100000Z'),
    ],
    ['The event DTSTART is missing.', '2031-01-01T10:00:00Z – 2031-01-01T10:00:00Z America/New_York'],
  ],
])('%s', async (_, lines, expected) => {
  expect(await read(...lines)).toEqual(expected)
})
