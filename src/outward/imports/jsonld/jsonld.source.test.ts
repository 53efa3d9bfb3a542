import { describe, expect, test } from 'vitest'
import { zoneNamed } from '../../../pure/calendar/zone.ts'
import { cpuTimeOf } from '../../../../test/support/cpuTime.ts'
import type { ImportedEvent, ImportRecord, Unreadable } from '../imports.record.ts'
import { jsonldSource } from './jsonld.source.ts'

const clock = { siteZone: zoneNamed('Europe/Berlin'), now: Temporal.Instant.from('2031-01-01T00:00:00Z') }

async function read(text: string) {
  const records: (ImportRecord | Unreadable)[] = []
  for await (const batch of jsonldSource(text, clock).read(undefined, new Map()))
    records.push(...batch.records)
  const events = records.filter(
    (record): record is ImportedEvent => record.kind === 'event' && !('fault' in record),
  )
  return { records, events }
}

const script = (json: unknown) => `<script type="application/ld+json">${JSON.stringify(json)}</script>`
const page = (...scripts: string[]) =>
  `<!doctype html>\n<html><head>\n${scripts.join('\n')}\n</head><body>Events</body></html>`
const fair = {
  '@context': 'https://schema.org',
  '@type': 'Event',
  name: 'Fair',
  startDate: '2031-03-11T18:00:00+01:00',
}

describe('events are found', () => {
  test.each<[string, string]>([
    ['alone', page(script(fair))],
    ['in a list', page(script([{ '@type': 'WebSite' }, fair]))],
    [
      'in a graph',
      page(script({ '@context': 'https://schema.org', '@graph': [{ '@type': 'WebPage' }, fair] })),
    ],
    [
      'in a list of items',
      page(script({ '@type': 'ItemList', itemListElement: [{ '@type': 'ListItem', item: fair }] })),
    ],
    ['of a particular kind', page(script({ ...fair, '@type': ['Thing', 'https://schema.org/MusicEvent'] }))],
    ['in the second script', page(script({ '@type': 'Organization' }), script(fair))],
    [
      'in a script with other attributes',
      page(script(fair).replace('type="application/ld+json"', "id=x type='application/ld+json' data-a")),
    ],
    [
      'within a comment in the script',
      page(script(fair).replace('">', '"><!--').replace('</script>', '--></script>')),
    ],
    ['in JSON by itself', JSON.stringify(fair)],
  ])('%s', async (_, text) => {
    const { events } = await read(text)
    expect(events.map(({ fields }) => [fields['title'], fields['start_date']])).toEqual([
      ['Fair', '2031-03-11T18:00:00+01:00'],
    ])
  })

  test.each([
    [
      page(),
      /line 1: there is no event to be read: the page has no script of the type application\/ld\+json/,
    ],
    [
      page(script({ '@type': 'Recipe' })),
      /line 1: there is no event to be read: what the JSON-LD tells of is something else\. A running site is imported by/,
    ],
  ])('or it is refused', (text, reason) => {
    expect(() => jsonldSource(text, clock)).toThrow(reason)
  })

  test('a script that is no JSON is told of with its line, and the others are read', async () => {
    const { records, events } = await read(
      page('<script type="application/ld+json">{"@type": Event}</script>', script(fair)),
    )
    expect(records.find((record) => 'fault' in record)).toMatchObject({
      at: 'line 3',
      fault: expect.stringMatching(/^The JSON-LD cannot be read: /),
    })
    expect(events).toHaveLength(1)
  })
})

test('lines are counted once, however many scripts come after them', async () => {
  const text = page('\n'.repeat(1_000_000), ...Array.from({ length: 999 }, () => script({})), script(fair))
  // Counted for each script, they take minutes.
  expect(
    await cpuTimeOf(async () => expect((await read(text)).events[0]?.at).toBe('line 1001003')),
  ).toBeLessThan(5_000)
})

test('an event with everything', async () => {
  const { records, events } = await read(
    page(
      script({
        ...fair,
        '@id': 'https://example.org/fair#event',
        name: 'Fair &amp; Fun',
        description: 'A &lt;b&gt;day&lt;/b&gt;',
        endDate: '2031-03-11T20:00:00+01:00',
        url: 'https://example.org/fair',
        image: [
          { '@type': 'ImageObject', url: 'https://example.org/fair.jpg' },
          'https://example.org/other.jpg',
        ],
        location: {
          '@type': 'Place',
          name: 'Town Hall',
          address: {
            '@type': 'PostalAddress',
            streetAddress: '1 Main Street',
            addressLocality: 'Springfield',
            postalCode: '12345',
            addressCountry: { '@type': 'Country', name: 'Germany' },
          },
          geo: { '@type': 'GeoCoordinates', latitude: '52.5', longitude: 13.4 },
        },
        organizer: [
          { '@type': 'Person', name: 'Ann', email: 'mailto:ann@example.org' },
          { '@type': 'Organization', name: 'Society', url: 'https://society.example.org' },
        ],
        offers: [
          { '@type': 'Offer', price: 12.5, priceCurrency: 'EUR' },
          { '@type': 'AggregateOffer', lowPrice: '5', highPrice: '20', priceCurrency: 'EUR' },
        ],
        keywords: 'music, open air',
      }),
    ),
  )
  expect(events[0]).toEqual({
    kind: 'event',
    key: 'https://example.org/fair#event 2031-03-11T18:00:00+01:00',
    at: 'line 3',
    fields: {
      title: 'Fair &amp; Fun',
      description: 'A <b>day</b>',
      website: 'https://example.org/fair',
      cost: ['12.5 €', '5 €', '20 €'],
      status: 'publish',
      event_status: 'scheduled',
      start_date: '2031-03-11T18:00:00+01:00',
      end_date: '2031-03-11T20:00:00+01:00',
      all_day: false,
      timezone: 'Europe/Berlin',
    },
    venues: ['Town Hall, 1 Main Street, 12345, Springfield, Germany'],
    organizers: ['ann', 'society'],
    tags: ['music', 'open air'],
    image: 'https://example.org/fair.jpg',
    lost: [],
    assumed: [],
  })
  expect(
    records
      .filter(({ kind }) => kind === 'venue' || kind === 'organizer')
      .map((record) => ('fields' in record ? record.fields : record)),
  ).toEqual([
    {
      venue: 'Town Hall',
      status: 'publish',
      address: '1 Main Street',
      zip: '12345',
      city: 'Springfield',
      country: 'Germany',
      geo_lat: 52.5,
      geo_lng: 13.4,
    },
    { organizer: 'Ann', status: 'publish', email: 'ann@example.org' },
    { organizer: 'Society', status: 'publish', website: 'https://society.example.org' },
  ])
})

test.each<[string, object, object]>([
  [
    'days',
    { startDate: '2031-03-11', endDate: '2031-03-12' },
    { start_date: '2031-03-11', end_date: '2031-03-12', all_day: true, timezone: 'Europe/Berlin' },
  ],
  [
    'a clock without an offset',
    { startDate: '2031-03-11T18:00' },
    {
      start_date: '2031-03-11T18:00:00',
      end_date: '2031-03-11T18:00:00',
      all_day: false,
      timezone: 'Europe/Berlin',
    },
  ],
  [
    'an offset of elsewhere',
    { startDate: '2031-03-11T18:00:00-05:00' },
    { start_date: '2031-03-11T18:00:00-05:00', timezone: '-05:00' },
  ],
  [
    'a moment in UTC',
    { startDate: '2031-03-11T18:00:00Z' },
    { start_date: '2031-03-11T18:00:00Z', timezone: 'Europe/Berlin' },
  ],
  ['what was cancelled', { eventStatus: 'https://schema.org/EventCancelled' }, { event_status: 'canceled' }],
  ['what is free', { isAccessibleForFree: true }, { cost: ['0'] }],
])('%s', async (_, said, fields) => {
  const { events } = await read(JSON.stringify({ ...fair, ...said }))
  expect(events[0]?.fields).toMatchObject(fields)
})

test('a page of nothing but beginnings is refused like any other', () => {
  const hostile = '<script type="application/ld+json">'.repeat(50_000)
  expect(() => jsonldSource(`${hostile}</script>`, clock)).not.toThrow()
  expect(() => jsonldSource('<script '.repeat(200_000), clock)).toThrow(/there is no event to be read/)
})

test('what only events name that will be left out is not made', async () => {
  const at = (name: string, startDate: string) => ({
    ...fair,
    startDate,
    location: { '@type': 'Place', name },
  })
  const { records } = await read(script([at('Hall', '2031-03-11'), at('Timeless', 'never'), at('Hall', '')]))
  expect(records.map(({ kind }) => kind)).toEqual(['venue', 'event', 'event', 'event'])
})
