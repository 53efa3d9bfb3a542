import { expect, test } from 'vitest'
import { calendar, event, eventsIn } from './ical.fixture.ts'

test('an address of the event at the end of its description is its website, and no part of the description', async () => {
  const read = async (description: string) => {
    const [first] = await eventsIn(
      calendar(
        ...event(
          'UID:a',
          'DTSTART:20310311T180000Z',
          `DESCRIPTION:${description}`,
          'URL:https://a.example/x',
        ),
      ),
    )
    expect(first?.fields['website']).toBe('https://a.example/x')
    return first?.fields['description'] ?? ''
  }
  expect(await read(String.raw`Three bands.\n\nhttps://a.example/x`)).toBe('Three bands.')
  expect(await read('https://a.example/x')).toBe('')
  // In a sentence, or another address, it is a part.
  expect(await read('See https://a.example/x')).toBe('See https://a.example/x')
  expect(await read(String.raw`Bands.\n\nhttps://b.example/?to=https://a.example/x`)).toContain('to=https')
})
