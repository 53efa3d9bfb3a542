import { describe, expect, test } from 'vitest'
import type { TableOptions } from '../../src/outward/imports/csv/csv.source.ts'
import { understood } from './tables.ts'

const statuses = async (text: string, options: Partial<TableOptions>) => {
  const { records } = await understood(text, options)
  return records.flatMap((record) => ('fields' in record ? [record.fields['status']] : []))
}

describe('what a table does not say, but is said of it', () => {
  test.each([
    ['2h', '2026-12-05 20:30'],
    ['90m', '2026-12-05 20:00'],
    ['midnight', '2026-12-05 23:59'],
  ])('an event without an end lasts %s', async (duration, end) => {
    const { events, lost } = await understood(
      'Title,Date,Time,End,Duration\na,2026-12-05,18:30,,\nb,2026-12-05,18:30,19:00,\nc,2026-12-05,18:30,,45\nd,2026-12-05,,,\n',
      { duration },
    )
    expect(events).toEqual([
      `a: 2026-12-05 18:30 – ${end}`,
      'b: 2026-12-05 18:30 – 2026-12-05 19:00',
      'c: 2026-12-05 18:30 – 2026-12-05 19:15',
      'd: 2026-12-05',
    ])
    expect(lost).toEqual([])
  })

  test('times without a zone are in the one that is said, and those with one stay', async () => {
    const { records } = await understood(
      'Title,Start,Timezone\na,2026-12-05 18:30,\nb,2026-12-05 18:30,Asia/Tokyo\n',
      { timezone: 'Europe/London' },
    )
    const zones = records.flatMap((record) => ('fields' in record ? [record.fields['timezone']] : []))
    expect(zones).toEqual(['Europe/London', 'Asia/Tokyo'])
  })

  test('events come as what is said, unless their row says it', async () => {
    const plain = 'Title,Start\na,2026-12-05 18:30\n'
    expect(await statuses(plain, {})).toEqual(['publish'])
    expect(await statuses(plain, { status: 'draft' })).toEqual(['draft'])
    const said =
      'Title,Start,Status,Public\na,2026-12-05 18:30,published,\nb,2026-12-05 18:30,private,\n' +
      'c,2026-12-05 18:30,cancelled,\nd,2026-12-05 18:30,,yes\ne,2026-12-05 18:30,who knows,\n'
    expect(await statuses(said, { status: 'pending' })).toEqual([
      'publish',
      'private',
      'pending',
      'publish',
      'draft',
    ])
  })
})
