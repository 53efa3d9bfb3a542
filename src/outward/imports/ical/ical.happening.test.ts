import { expect, test } from 'vitest'
import { calendar, eventsIn, simple } from './ical.fixture.ts'

test.each([
  [['STATUS:CONFIRMED', 'COMMENT:Bring boots'], { event_status: 'scheduled', event_status_reason: null }],
  [['STATUS:CANCELLED'], { event_status: 'canceled', event_status_reason: null, status: 'publish' }],
  [['STATUS:CANCELED', 'COMMENT:Snow'], { event_status: 'canceled', event_status_reason: 'Snow' }],
  [['STATUS:CANCELLED', 'CLASS:PRIVATE'], { event_status: 'canceled', status: 'private' }],
  [['STATUS:TENTATIVE'], { event_status: 'scheduled', status: 'draft' }],
  [
    ['CONFERENCE;VALUE=URI:https://meet.example/a'],
    { attendance_mode: 'online', online_url: 'https://meet.example/a', website: null },
  ],
  [
    ['CONFERENCE;VALUE=URI:https://meet.example/a', 'LOCATION:Town Hall'],
    { attendance_mode: 'mixed', online_url: 'https://meet.example/a' },
  ],
  [['CONFERENCE;VALUE=URI:tel:+123'], { attendance_mode: 'in_person', online_url: null }],
])('%j says what happens to it', async (lines, fields) => {
  const [first] = await eventsIn(calendar(...simple.toSpliced(1, 0, ...lines)))
  expect(first?.fields).toMatchObject(fields)
})

test('what our own calendars write of events that are postponed is read as that', async () => {
  const lines = ['STATUS:TENTATIVE', 'COMMENT:Snow', 'DESCRIPTION:Snow\\n\\nA walk.']
  const text = calendar(...simple.toSpliced(1, 0, ...lines)).replace('SUMMARY:', 'SUMMARY:Postponed: ')
  expect((await eventsIn(text))[0]?.fields).toMatchObject({
    title: 'Fair',
    description: 'A walk.',
    status: 'publish',
    event_status: 'postponed',
    event_status_reason: 'Snow',
  })
})

test('what our own calendars write of cancelled events and of those online is read as that, once', async () => {
  const [url, address] = ['https://meet.example/a', 'https://calendar.example/event/fair/']
  const lines = [
    'STATUS:CANCELLED',
    `URL:${address}`,
    `CONFERENCE;VALUE=URI:${url}`,
    `DESCRIPTION:A walk.\\n\\n${url}\\n\\n${address}`,
  ]
  for (const [location, mode] of [
    [url, 'online'],
    [`Town Hall; ${url}`, 'mixed'],
  ]) {
    const text = calendar(...simple.toSpliced(1, 0, ...lines, `LOCATION:${location}`))
    const [first] = await eventsIn(text.replace('SUMMARY:', 'SUMMARY:Cancelled: '))
    expect(first?.fields).toMatchObject({
      title: 'Fair',
      description: 'A walk.',
      event_status: 'canceled',
      attendance_mode: mode,
      online_url: url,
      website: address,
    })
  }
})
