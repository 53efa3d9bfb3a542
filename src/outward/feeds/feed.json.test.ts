import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { zoneNamed } from '../../pure/calendar/zone.ts'
import { anyHostileEvent } from './feed.arbitrary.ts'
import { momentIn, sampleEvent, written } from './feed.fixture.ts'
import { writeGeoJson } from './geojson.ts'
import { writeJsonFeed } from './jsonFeed.ts'
import { runs } from '../../../test/support/runs.ts'

const facts = {
  id: 42,
  uid: 'event-42@calendar.example',
  sequence: 3,
  status: 'confirmed',
  title: 'Jazz at the mill',
  url: 'https://calendar.example/event/jazz/',
  rest_url: 'https://calendar.example/vendor/events/v1/events/42',
  website: 'https://jazz.example/',
  all_day: false,
  start: '2031-03-11T18:00:00+01:00',
  end: '2031-03-11T20:30:00+01:00',
  timezone: 'Europe/Rome',
  venues: [{ name: 'Old mill', address: 'Via Roma 1, 00184 Roma', geo: { lat: 41.9, lng: 12.5 } }],
  organizers: [{ name: 'Jazz club', email: 'jazz@club.example', url: 'https://club.example/' }],
  categories: ['Music'],
  tags: ['outdoor'],
  cost: '€10',
  featured: true,
  image: 'https://calendar.example/media/jazz.jpg',
}

const bare = {
  venues: [],
  organizers: [],
  description: '',
  descriptionHtml: '',
  summary: '',
  website: '',
  image: undefined,
}

describe('a JSON Feed', () => {
  test('says what it is and holds its events', async () => {
    expect(
      JSON.parse(await written(writeJsonFeed, [sampleEvent], { nextUrl: 'https://a.example/2.json' })),
    ).toEqual({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Town calendar',
      home_page_url: 'https://calendar.example/events/',
      feed_url: 'https://calendar.example/vendor/events/v1/events.ics?categories=music',
      next_url: 'https://a.example/2.json',
      language: 'en',
      _kalends: { refresh_seconds: 3600 },
      items: [
        {
          id: 'event-42@calendar.example',
          url: 'https://calendar.example/event/jazz/',
          external_url: 'https://jazz.example/',
          title: 'Jazz at the mill',
          content_html: '<p>Three bands.</p>\n<p>Bring a chair.</p>',
          content_text: 'Three bands.\n\nBring a chair.',
          summary: 'Three bands.',
          image: 'https://calendar.example/media/jazz.jpg',
          date_published: '2030-03-17T17:46:40Z',
          date_modified: '2030-03-17T18:46:40Z',
          authors: [{ name: 'Jazz club', url: 'https://club.example/' }],
          tags: ['Music', 'outdoor'],
          _kalends: facts,
        },
      ],
    })
  })

  test('has content, be it empty, and nothing else that is', async () => {
    const { items } = JSON.parse(await written(writeJsonFeed, [{ ...sampleEvent, ...bare }]))
    expect(items[0]).toMatchObject({ content_html: '', content_text: '' })
    expect(items[0]).not.toHaveProperty('summary')
    expect(items[0]).not.toHaveProperty('authors')
    expect(items[0]).not.toHaveProperty('external_url')
  })

  test('gives all-day events days', async () => {
    const zone = zoneNamed('Asia/Tokyo')
    const times = { start: momentIn(zone, '2031-03-11 00:00:00'), end: momentIn(zone, '2031-03-12 23:59:59') }
    const { items } = JSON.parse(
      await written(writeJsonFeed, [{ ...sampleEvent, ...times, zone, isAllDay: true }]),
    )
    expect(items[0]._kalends).toMatchObject({ all_day: true, start: '2031-03-11', end: '2031-03-12' })
  })

  test('without events is whole', async () => {
    expect(JSON.parse(await written(writeJsonFeed, [])).items).toEqual([])
  })
})

describe('GeoJSON', () => {
  test('has a feature for each event that is somewhere', async () => {
    const placeless = { ...sampleEvent, venues: [{ name: 'Somewhere', address: '' }] }
    const text = await written(writeGeoJson, [placeless, sampleEvent, { ...sampleEvent, ...bare }])
    expect(JSON.parse(text)).toEqual({
      type: 'FeatureCollection',
      title: 'Town calendar',
      url: 'https://calendar.example/vendor/events/v1/events.ics?categories=music',
      features: [
        {
          type: 'Feature',
          id: 42,
          geometry: { type: 'Point', coordinates: [12.5, 41.9] },
          properties: facts,
        },
      ],
    })
  })

  test('has several points for an event at several venues', async () => {
    const venues = [41.9, 42].map((lat) => ({ name: '', address: '', geo: { lat, lng: 12 } }))
    const { features } = JSON.parse(await written(writeGeoJson, [{ ...sampleEvent, venues }]))
    expect(features[0].geometry).toEqual({
      type: 'MultiPoint',
      coordinates: [
        [12, 41.9],
        [12, 42],
      ],
    })
  })
})

test('any text is the same when read', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyHostileEvent, { maxLength: 3 }), async (events) => {
      const { items } = JSON.parse(await written(writeJsonFeed, events))
      expect(items.map((item: { title: string }) => item.title)).toEqual(events.map(({ title }) => title))
    }),
    { numRuns: runs(100) },
  )
})
