import { XMLParser, XMLValidator } from 'fast-xml-parser'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { zoneNamed } from '../../pure/calendar/zone.ts'
import { anyHostileEvent } from './feed.arbitrary.ts'
import type { FeedEvent } from './feed.ts'
import { momentIn, sampleEvent, written } from './feed.fixture.ts'
import { writeRss } from './rss.ts'
import { runs } from '../../../test/support/runs.ts'

const parser = new XMLParser({
  ignoreAttributes: false,
  trimValues: false,
  parseTagValue: false,
  isArray: (name) => name === 'item' || name === 'category',
  processEntities: { maxTotalExpansions: Infinity },
})

/** The channel as a parser reads it, once the text is well-formed. */
function read(xml: string) {
  // oxlint-disable-next-line typescript/no-deprecated -- what replaces it is a package of its own
  expect(XMLValidator.validate(xml)).toBe(true)
  // XML 1.0, 2.2: the parser does not look.
  expect(xml.isWellFormed()).toBe(true)
  // oxlint-disable-next-line no-control-regex
  expect(xml).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff]/)
  return parser.parse(xml).rss.channel
}

const itemOf = async (event: Partial<FeedEvent>) =>
  read(await written(writeRss, [{ ...sampleEvent, ...event }])).item[0]

test('a feed says what it is, where it is and when to come back', async () => {
  const { item, ...channel } = read(
    await written(writeRss, [], { nextUrl: 'https://calendar.example/2.rss?a=1&b' }),
  )
  expect(item).toBeUndefined()
  expect(channel).toMatchObject({
    title: 'Town calendar',
    link: 'https://calendar.example/events/',
    description: 'Town calendar',
    language: 'en',
    ttl: '60',
    'atom:link': [
      {
        '@_rel': 'self',
        '@_href': 'https://calendar.example/vendor/events/v1/events.ics?categories=music',
        '@_type': 'application/rss+xml',
      },
      { '@_rel': 'next', '@_href': 'https://calendar.example/2.rss?a=1&b' },
    ],
  })
})

test('an event is an item with its times and its place', async () => {
  const facts =
    '<p>Tuesday, 11 March 2031, 18:00–20:30 (CET, Europe/Rome)<br>Old mill, Via Roma 1, 00184 Roma<br>€10</p>'
  expect(await itemOf({})).toEqual({
    title: 'Jazz at the mill',
    link: 'https://calendar.example/event/jazz/',
    guid: { '#text': 'event-42@calendar.example', '@_isPermaLink': 'false' },
    pubDate: 'Sun, 17 Mar 2030 17:46:40 GMT',
    category: ['Music', 'outdoor'],
    description: `${facts}<p>Three bands.</p>`,
    'content:encoded': `${facts}<p><img src="https://calendar.example/media/jazz.jpg" alt="A &quot;trio&quot;"></p><p>Three bands.</p>\n<p>Bring a chair.</p>`,
    enclosure: {
      '@_url': 'https://calendar.example/media/jazz.jpg',
      '@_length': '20000',
      '@_type': 'image/jpeg',
    },
    'ev:startdate': '2031-03-11T18:00:00+01:00',
    'ev:enddate': '2031-03-11T20:30:00+01:00',
    'ev:location': 'Old mill, Via Roma 1, 00184 Roma',
    'ev:organizer': 'Jazz club',
    'georss:point': '41.9 12.5',
  })
})

test('an all-day event has days', async () => {
  const zone = zoneNamed('Asia/Tokyo')
  const item = await itemOf({
    isAllDay: true,
    zone,
    start: momentIn(zone, '2031-03-11 00:00:00'),
    end: momentIn(zone, '2031-03-12 23:59:59'),
  })
  expect(item).toMatchObject({
    title: 'Jazz at the mill',
    'ev:startdate': '2031-03-11',
    'ev:enddate': '2031-03-12',
  })
})

test('texts are HTML where readers expect HTML', async () => {
  const item = await itemOf({ title: 'A < B & C', summary: '<b> & co', cost: '<i>' })
  expect(item.title).toBe('A < B & C')
  expect(item.description).toContain('<p>&lt;b&gt; &amp; co</p>')
  expect(item.description).toContain('<br>&lt;i&gt;</p>')
})

test('any text is well-formed XML and the same when read', async () => {
  await fc.assert(
    fc.asyncProperty(anyHostileEvent, async (event) => {
      const [item] = read(await written(writeRss, [event], { title: event.title, url: event.title })).item
      expect(item.title).toBe(shown(event.title))
      expect(item['ev:organizer'] ?? '').toBe(shown(event.organizers[0]?.name ?? ''))
      expect(item['content:encoded'].endsWith(shown(event.descriptionHtml))).toBe(true)
    }),
    { numRuns: runs(300) },
  )
})

/** What XML can hold of a text (XML 1.0, 2.2 and 2.11). */
function shown(text: string): string {
  return (
    text
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex
      .replaceAll(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]/g, '')
      .replaceAll(/\r\n?/g, '\n')
  )
}
