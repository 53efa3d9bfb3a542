import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { csvSource } from './csv/csv.source.ts'
import { calendar, event, now, siteZone } from './ical/ical.fixture.ts'
import { icalSource } from './ical/ical.source.ts'
import type { ImportSource } from './imports.record.ts'

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
  let turns = 0
  while (await Promise.race([first.then(() => false), setImmediate(true)])) turns += 1
  expect((await first).value).toMatchObject({ records: { length: 500 } })
  expect(turns).toBeGreaterThanOrEqual(9)
})
