import { describe, expect, test } from 'vitest'
import { about, caseOf, fair, lineOf, page, read } from './jsonld.fixture.ts'
import { jsonldSource } from './jsonld.source.ts'

test.each<[string, object, object, string[]]>([
  [
    'keeps the length of the event',
    { startDate: '2027-03-02T20:00', endDate: '2027-03-02T22:30' },
    { repeatFrequency: 'P1W', repeatCount: 2 },
    ['2027-03-02T20:00:00 – 2027-03-02T22:30:00', '2027-03-09T20:00:00 – 2027-03-09T22:30:00'],
  ],
  [
    'that says its day alone is at the time of the event',
    { startDate: '2027-03-02T20:00', endDate: '2027-03-03T01:00' },
    { startDate: '2027-03-05', repeatFrequency: 'P1D', repeatCount: 2 },
    ['2027-03-05T20:00:00 – 2027-03-06T01:00:00', '2027-03-06T20:00:00 – 2027-03-07T01:00:00'],
  ],
  [
    'of an event that lasts from its first date to its last ends when that ends',
    { startDate: '2027-03-02T20:00', endDate: '2027-03-30T22:00' },
    { repeatFrequency: 'P1W', repeatCount: 2 },
    ['2027-03-02T20:00:00 – 2027-03-02T22:00:00', '2027-03-09T20:00:00 – 2027-03-09T22:00:00'],
  ],
  [
    'of whole days has as many as the event',
    { startDate: '2027-03-05', endDate: '2027-03-06' },
    { repeatFrequency: 'P1M', repeatCount: 2 },
    ['2027-03-05 – 2027-03-06', '2027-04-05 – 2027-04-06'],
  ],
  [
    'of moments in UTC is on the clock of the site, also when that has changed',
    { startDate: '2027-03-26T19:00:00Z', endDate: '2027-03-26T21:00:00Z' },
    { repeatFrequency: 'P1W', repeatCount: 2 },
    ['2027-03-26T20:00:00 – 2027-03-26T22:00:00', '2027-04-02T20:00:00 – 2027-04-02T22:00:00'],
  ],
  [
    'with an end of its own ends then',
    { startDate: '2027-03-02T20:00', endDate: '2027-03-02T22:30' },
    { startTime: '18:00', endTime: '19:00', repeatFrequency: 'P1W', repeatCount: 1 },
    ['2027-03-02T18:00:00 – 2027-03-02T19:00:00'],
  ],
])('a schedule %s', async (_says, times, eventSchedule, dates) => {
  const { events } = await read(page({ '@type': 'Event', name: 'Class', ...times, eventSchedule }))
  expect(events.map((event) => lineOf(event).replace('Class | ', ''))).toEqual(dates)
})

test.each<[object, string | undefined, string[]]>([
  [{ eventStatus: 'EventRescheduled', previousStartDate: '2027-02-23T19:00' }, '[1803405600]', []],
  [
    {
      eventStatus: 'EventRescheduled',
      previousStartDate: ['2027-02-24T19:00:00+01:00', '2027-02-23T18:00Z'],
    },
    '[1803405600,1803492000]',
    [],
  ],
  [{ eventStatus: 'EventPostponed', previousStartDate: '2027-02-23' }, '[1803337200]', []],
  [
    { eventStatus: 'EventRescheduled', previousStartDate: 'some day' },
    undefined,
    ['previousStartDate: it is “some day”, which is no day or time'],
  ],
  [
    { previousStartDate: '2027-02-23T19:00' },
    undefined,
    ['previousStartDate: it is “2027-02-23T19:00”, and the event takes place as planned'],
  ],
])('what was moved keeps its starts %j', async (said, starts, lost) => {
  const { events } = await read(page({ ...fair, ...said }))
  expect(events.map(({ kept }) => kept?.previous_starts)).toEqual([starts])
  expect(events[0]?.lost).toEqual(lost)
})

test.each([
  [{ workPerformed: { '@id': '#play' } }],
  [{ superEvent: { '@id': '#run' } }],
  [{ workPerformed: { '@type': 'Play', name: 'The Cherry Orchard', description: 'A garden is sold.' } }],
])('a date of a production has its name and description %j', async (named) => {
  const play = { name: 'The Cherry Orchard', description: 'A garden is sold.', genre: ['drama'] }
  const stage = { '@type': 'Place', name: 'Great Stage' }
  const graph = [
    { ...play, '@type': ['CreativeWork', 'Play'], '@id': '#play' },
    ...('superEvent' in named ? [{ ...play, '@type': 'EventSeries', '@id': '#run', location: stage }] : []),
    { '@type': 'TheaterEvent', '@id': '#one', startDate: '2027-03-02T19:30', location: stage, ...named },
    { '@type': 'TheaterEvent', '@id': '#two', startDate: '2027-03-04T19:30', location: stage, ...named },
  ]
  const { events, faults } = await read(JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }))
  expect(events.map(lineOf)).toEqual([
    'The Cherry Orchard | 2027-03-02T19:30:00 | Great Stage',
    'The Cherry Orchard | 2027-03-04T19:30:00 | Great Stage',
  ])
  expect(events.map(({ fields }) => fields['description'])).toEqual([
    'A garden is sold.',
    'A garden is sold.',
  ])
  expect(faults).toEqual([])
})

describe('repertoire.json (ORIF)', () => {
  test('its dates have what their productions say, under the numbers that the theatre gives them', async () => {
    const { events, records, faults } = await read(caseOf('repertoire.json'))
    expect(faults).toEqual([])
    expect(events.map((event) => `${event.key}: ${lineOf(event)}`)).toEqual([
      'ORIF 17 901: The Garden | 2027-03-02T19:30:00+01:00 – 2027-03-02T22:00:00+01:00 | Großes Haus, Am Platz 1, 01234, Beispielhausen, Germany',
      'ORIF 17 902: The Garden | 2027-03-09T18:00:00Z – 2027-03-09T20:30:00Z',
      'ORIF 17 903: The Garden | 2027-03-12T19:30:00+01:00',
      'ORIF 17 950: Sinfoniekonzert | 2027-04-01T20:00:00+02:00',
    ])
    const [first, second, third] = events
    expect(first).toMatchObject({
      tags: ['sprechtheater', 'premiere'],
      organizers: ['stadttheater beispielhausen'],
      image: 'https://theater.example/garten.jpg',
      fields: {
        excerpt: 'Ein Garten wird verkauft.',
        description:
          '<p>Ein Stück in drei Akten</p>\n\n<p>Drei Geschwister kehren heim.</p>\n\n<p>Gefördert vom Fonds der Beispiele.</p>\n<p>Es wird laut.</p>',
        cost: ['12.5 €', '38 €'],
        website: 'https://theater.example/garten',
        event_status: 'scheduled',
      },
      lost: [
        'performer: it has no place here',
        'creator: it has no place here',
        'subEvent: it has no place here',
      ],
    })
    expect(second).toMatchObject({
      fields: { event_status: 'rescheduled' },
      kept: { previous_starts: '[1804269600]' },
    })
    expect(third?.fields).toMatchObject({
      event_status: 'canceled',
      attendance_mode: 'online',
      online_url: 'https://theater.example/stream',
    })
    expect(records.find(({ kind }) => kind === 'image')).toMatchObject({
      fields: { credit: 'Ida Bild', focus: { x: 0.25, y: 0.4 } },
    })
  })

  test('its texts are in the language of the calendar, where there are several', async () => {
    const german = jsonldSource(caseOf('repertoire.json'), { ...about, locale: 'de_DE' })
    const titles: unknown[] = []
    for await (const { records } of german.read(undefined, new Map()))
      titles.push(...records.flatMap((record) => ('fields' in record ? (record.fields['title'] ?? []) : [])))
    expect(titles).toEqual(['Der Garten', 'Der Garten', 'Der Garten', 'Sinfoniekonzert'])
  })
})
