import { expect, test } from 'vitest'
import { understood } from './tables.ts'

const row = (headers: string, cells: string) => understood(`title,${headers}\nFair,${cells}`)

test.each([
  ['status', 'annulé', { status: 'publish', event_status: 'canceled' }],
  ['cancelled', 'True', { status: 'publish', event_status: 'canceled' }],
  ['cancelled', 'no', { status: 'publish', event_status: 'scheduled' }],
  ['event status', 'Verschoben', { status: 'publish', event_status: 'postponed' }],
  ['event status reason', 'Snow', { event_status: 'scheduled', event_status_reason: 'Snow' }],
  ['attendance mode', 'Hybrid', { attendance_mode: 'mixed' }],
  ['meeting url', 'https://meet.example/a', { online_url: 'https://meet.example/a' }],
  ['meeting url', '', { online_url: null }],
])('%s “%s” says what happens to it: %j', async (header, said, fields) => {
  const { records } = await row(`start,${header}`, `2026-12-05,${said}`)
  expect(records.find(({ kind }) => kind === 'event')).toMatchObject({ fields })
})
