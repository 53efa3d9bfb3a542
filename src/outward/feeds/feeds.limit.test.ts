import { expect, test } from 'vitest'
import { sampleEvent, sampleFeed, sampleWith } from './feed.fixture.ts'
import type { FeedEvent } from './feed.ts'
import { formats } from './formats.ts'
import { writeWithinLimit } from './feeds.limit.ts'

function calendar() {
  const [ical] = formats
  if (!ical) throw new Error('There is no format.')
  return ical
}

/** Events, the first of which begin at the same moment each, with a description of so many characters. */
function eventsWith(length: number, count: number, together = 1): FeedEvent[] {
  return Array.from({ length: count }, (_, number) => {
    const at = sampleEvent.start.at + Math.floor(number / together) * 3600
    const text = `${number} ${'ä '.repeat(length / 3)}`
    return sampleWith({
      id: number,
      uid: `event-${number}@calendar.example`,
      start: { ...sampleEvent.start, at },
      end: { ...sampleEvent.end, at: at + 60 },
      description: text,
      descriptionHtml: `<p>${text}</p>`,
    })
  })
}

async function bounded(format: (typeof formats)[number], events: readonly FeedEvent[]) {
  const nexts: FeedEvent[] = []
  const told = (next: FeedEvent) => {
    nexts.push(next)
    return { ...sampleFeed, nextUrl: `https://calendar.example/from-${next.id}`, description: 'It ends.' }
  }
  const chunks = await Array.fromAsync(writeWithinLimit(format.write, { feed: sampleFeed, events, told }))
  return { text: chunks.join(''), next: nexts.at(-1) }
}

function uidsIn(text: string): string[] {
  return [...new Set([...text.matchAll(/event-\d+@calendar\.example/g)].map(([uid]) => uid))]
}

test.each(formats)('$name: a feed that fits is as it would be', async (format) => {
  const events = eventsWith(300, 50)
  const { text, next } = await bounded(format, events)
  expect(text).toBe((await Array.fromAsync(format.write(sampleFeed, events))).join(''))
  expect(next).toBeUndefined()
})

test.each(formats)('$name: one that does not ends under a megabyte, between two moments', async (format) => {
  const events = eventsWith(3000, 2500, 7)
  const { text, next } = await bounded(format, events)
  expect(Buffer.byteLength(text)).toBeLessThan(1_000_000)
  expect(Buffer.byteLength(text)).toBeGreaterThan(800_000)
  // All before the one that is told as the next, and none else.
  expect(uidsIn(text)).toEqual(events.slice(0, next?.id).map(({ uid }) => uid))
  expect((next?.id ?? 1) % 7).toBe(0)
  if (format.extension === 'json') expect(JSON.parse(text).next_url).toContain(`from-${next?.id}`)
})

test('of events that all begin at the same moment, as many as there is room for', async () => {
  const { text, next } = await bounded(calendar(), eventsWith(3000, 1200, 1200))
  expect(Buffer.byteLength(text)).toBeLessThan(1_000_000)
  expect(uidsIn(text)).toHaveLength(next?.id ?? 0)
})

test('an event that is too long by itself is in it alone, so that the feed goes on behind it', async () => {
  const { text, next } = await bounded(calendar(), [
    ...eventsWith(1_500_000, 1),
    ...eventsWith(300, 3).slice(1),
  ])
  expect(uidsIn(text)).toEqual(['event-0@calendar.example'])
  expect(next?.id).toBeUndefined()
})
