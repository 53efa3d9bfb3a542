import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { zoneNamed } from '../../pure/calendar/zone.ts'
import { openAway } from './imports.readingThread.ts'
import type { ImportBatch, ImportSource } from './imports.record.ts'

beforeAll(() => vi.stubEnv('TEST_READING', 'away'))
afterAll(() => vi.unstubAllEnvs())

const options = {
  name: 'town.ics',
  siteZone: zoneNamed('Europe/Berlin'),
  now: Temporal.Instant.from('2031-01-01T00:00:00Z'),
  map: new Map<string, string>(),
}
const contents = (text: string) => ({ bytes: Buffer.from(text) })
const calendarOf = (...events: string[]) =>
  [
    'BEGIN:VCALENDAR',
    ...events.flatMap((each) => ['BEGIN:VEVENT', each, 'END:VEVENT']),
    'END:VCALENDAR',
  ].join('\n')
const fairs = (count: number) =>
  Array.from(
    { length: count },
    (_, index) => `UID:fair-${index}@example.org\nSUMMARY:Fair\nDTSTART:20310311T180000Z`,
  )

async function batchesOf(source: ImportSource): Promise<ImportBatch[]> {
  const batches: ImportBatch[] = []
  for await (const batch of source.read(undefined, new Map())) batches.push(batch)
  return batches
}

test('a file is read in another thread, batch by batch, as often as one asks', async () => {
  const source = await openAway(contents(calendarOf(...fairs(1200))), options)
  const read = async () => (await batchesOf(source)).map(({ records }) => records.length)
  expect(await read()).toEqual([500, 500, 200])
  expect(await read()).toEqual([500, 500, 200])
})

test('what is no such file is refused before it is read', async () => {
  await expect(openAway(contents('BEGIN:VCARD'), options)).rejects.toThrow(
    'line 1: an iCalendar file begins with BEGIN:VCALENDAR, not “BEGIN:VCARD”.',
  )
})

test.each([
  ['time', { time_s: 0, memory_mb: 1024 }, 'Reading it takes longer than 0 seconds, which is all it may.'],
  [
    'memory',
    { time_s: 600, memory_mb: 30 },
    'Reading it takes more than 30 MiB of memory, which is all it may.',
  ],
])('one that takes more %s than it may is given up', async (_, bounds, fault) => {
  const large = contents(calendarOf(...fairs(30_000)))
  await expect(openAway(large, options, bounds).then(batchesOf)).rejects.toThrow(fault)
})

test('others are served while a file is read', async () => {
  const reading = openAway(contents(calendarOf(...fairs(5_000))), options).then(batchesOf)
  let turns = 0
  while (await Promise.race([reading.then(() => false), setImmediate(true)])) turns += 1
  expect((await reading).length).toBe(10)
  expect(turns).toBeGreaterThan(200)
})
