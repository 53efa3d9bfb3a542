import { expect, test } from 'vitest'
import type { Standing, SystemState } from './asks.ts'
import { looksOf } from './looks.ts'

const queue = { name: 'mail', waiting: 0, failed: 0, last_utc: null }

function standing(state: Partial<SystemState>): Standing {
  const backup = { name: 'a.db', created_utc: '2031-03-11 04:00:00', size: 1, rest_url: '', before: null }
  return {
    state: {
      version: '1',
      runtime: '',
      now_utc: '2031-03-11 18:00:00',
      started_utc: '2031-03-11 00:00:00',
      processes: 1,
      memory: 1,
      database: { kind: 'SQLite', version: '3', size: 1, migrations: 1 },
      disk: { total: 100, free: 50 },
      queues: [queue, { ...queue, name: 'webhooks' }],
      answers: { count: 0, half_ms: null, most_ms: null },
      failed_sign_ins: [],
      last_backup: null,
      oldest: '0.1.0',
      backfills: [],
      letters_elsewhere: null,
      ...state,
    },
    backups: { backups: [backup], running: false, failed: null, kept: 14, possible: true },
    mails: { set: true, waiting: 0, last_sent: null, mails: [] },
  }
}

test.each<[string, Partial<SystemState>, readonly string[]]>([
  ['nothing', {}, []],
  ['a full disk', { disk: { total: 100, free: 10 } }, ['disk']],
  ['a backup of last month', { now_utc: '2031-04-11 18:00:00' }, ['backup']],
  ['letters that wait in a copy', { letters_elsewhere: 'https://old.example.org' }, ['letters']],
  ['a mail that was given up', { queues: [{ ...queue, failed: 1 }] }, ['mail']],
  ['a webhook that was given up', { queues: [queue, { ...queue, name: 'webhooks', failed: 1 }] }, ['queues']],
  ['fast answers', { answers: { count: 1000, half_ms: 9, most_ms: 61 } }, []],
  ['slow answers', { answers: { count: 1000, half_ms: 300, most_ms: 900 } }, ['speed']],
  ['some very slow answers', { answers: { count: 1000, half_ms: 9, most_ms: 3000 } }, ['speed']],
  ['few slow answers', { answers: { count: 3, half_ms: 300, most_ms: 3000 } }, []],
])('%s is to be looked at, or not', (_says, state, looks) => {
  expect(looksOf(standing(state))).toEqual(looks)
})
