import { describe, expect, test } from 'vitest'
import { formatByAccept } from './formats.accept.ts'
import { sampleEvent, sampleFeed } from './feed.fixture.ts'
import { formatByExtension, formats } from './formats.ts'

test.each([
  ['ics', 'iCalendar'],
  ['ICS', 'iCalendar'],
  ['rss', 'RSS'],
  ['json', 'JSON Feed'],
  ['geojson', 'GeoJSON'],
  ['csv', 'CSV'],
  ['xml', undefined],
  ['', undefined],
  ['constructor', undefined],
])('.%s is %s', (extension, name) => {
  expect(formatByExtension(extension)?.name).toBe(name)
})

describe('Accept', () => {
  test.each([
    [undefined, undefined],
    ['', undefined],
    ['*/*', undefined],
    ['application/json', undefined],
    ['application/*', undefined],
    ['image/png', undefined],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8', undefined],
    ['text/calendar', 'iCalendar'],
    ['Text/Calendar; charset=utf-8', 'iCalendar'],
    ['text/calendar, */*', 'iCalendar'],
    ['text/calendar, application/json', undefined],
    ['text/calendar;q=0.5, application/json', undefined],
    ['text/calendar;q=0.5, application/json;q=0.4', 'iCalendar'],
    ['text/calendar;q=0.5, */*', undefined],
    ['text/calendar;q=0', undefined],
    ['text/csv, text/calendar;q=0.9', 'CSV'],
    ['text/csv, text/calendar', 'iCalendar'],
    ['text/*', 'iCalendar'],
    ['text/*, text/calendar;q=0', 'CSV'],
    ['application/json;q=0, */*;q=0.1', 'iCalendar'],
    ['application/rss+xml, application/atom+xml;q=0.8, */*;q=0.1', 'RSS'],
    ['application/feed+json', 'JSON Feed'],
    ['application/geo+json', 'GeoJSON'],
    ['text/calendar;q=2', undefined],
    ['text/calendar;q=high', undefined],
    [', ,;;q=,/', undefined],
    [`${'a/b,'.repeat(100_000)}text/calendar`, undefined],
  ])('%.80s is answered as %s', (accept, name) => {
    expect(formatByAccept(accept)?.name).toBe(name)
  })
})

test.each(formats)(
  '$name is written event by event, beginning before the first is there',
  async ({ write }) => {
    const asked: number[] = []
    async function* events() {
      for (const id of [1, 2, 3]) {
        asked.push(id)
        yield { ...sampleEvent, id, uid: `${id}` }
      }
    }
    const chunks = write(sampleFeed, events())
    expect((await chunks.next()).value).not.toBe('')
    expect(asked).toEqual([])
    await chunks.next()
    expect(asked).toEqual([1])
  },
)

test.each(formats)('$name lets go of its events when nobody reads on', async ({ write }) => {
  let isClosed = false
  async function* events() {
    try {
      while (true) yield sampleEvent
    } finally {
      isClosed = true
    }
  }
  const chunks = write(sampleFeed, events())
  await chunks.next()
  await chunks.next()
  await chunks.return()
  expect(isClosed).toBe(true)
})

test('extensions and media types are each of one format', () => {
  expect(new Set(formats.map(({ extension }) => extension)).size).toBe(formats.length)
  expect(new Set(formats.map(({ mediaType }) => mediaType)).size).toBe(formats.length)
  for (const { mediaType, contentType } of formats) expect(contentType.split(';')[0]).toBe(mediaType)
})
