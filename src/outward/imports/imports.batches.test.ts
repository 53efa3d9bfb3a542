import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { csvSource } from './csv/csv.source.ts'
import { calendar, event, now, siteZone } from './ical/ical.fixture.ts'
import { icalSource } from './ical/ical.source.ts'
import type { ImportSource } from './imports.record.ts'
import { newReport } from './imports.report.ts'
import { batchesOf as exported } from './kalends/kalends.batches.ts'
import type { ReadLine } from './kalends/kalends.read.ts'

const parts = Array.from({ length: 1000 }, (_, index) => `Fair ${index}`)

test.each<[string, () => ImportSource]>([
  [
    'a calendar',
    () => {
      const events = parts.flatMap((name) =>
        event(`UID:${name}`, `SUMMARY:${name}`, 'DTSTART:20310311T180000Z'),
      )
      return icalSource(calendar(...events), { siteZone, now })
    },
  ],
  [
    'a table',
    () => {
      const rows = ['title,start_date', ...parts.map((name) => `${name},2031-03-11`)]
      return csvSource(rows.join('\n'), { name: 'fairs.csv', map: new Map(), siteZone, now })
    },
  ],
])('others are served while the events of %s are read', async (_, open) => {
  const first = open().read(undefined, new Map())[Symbol.asyncIterator]().next()
  const turns = await turnsDuring(first)
  expect((await first).value).toMatchObject({ records: { length: 500 } })
  expect(turns).toBeGreaterThanOrEqual(20)
})

test('a database server is answered while the lines of an export are read', async () => {
  // All of them are there at once, as those of a part of a file are.
  async function* lines(): AsyncGenerator<ReadLine> {
    for (const line of parts.keys()) yield { line, kind: 'redirect', record: { id: line } }
  }
  const first = exported(lines(), { report: newReport(), areNew: true }).next()
  const turns = await turnsDuring(first)
  expect((await first).value).toMatchObject({ lined: { length: parts.length } })
  expect(turns).toBeGreaterThanOrEqual(40)
})

/** How often the event loop goes round before the promise is kept. */
async function turnsDuring(promise: Promise<unknown>): Promise<number> {
  let turns = 0
  while (await Promise.race([promise.then(() => false), setImmediate(true)])) turns += 1
  return turns
}
