import { expect, test } from 'vitest'
import { columns } from '../../src/storage/index/columns.ts'
import { eventColumns, ticketColumns } from '../../src/storage/schema/changeLog.ts'

test.each([
  ['events', eventColumns],
  ['tickets', ticketColumns],
] as const)('every column of %s that the index reads is logged when it changes', (table, logged) => {
  const names = Object.values(columns).flatMap(({ sql }) =>
    [...sql.matchAll(new RegExp(`\\b${table}\\.(\\w+)`, 'g'))].map(([, name]) => name),
  )
  expect(names.length).toBeGreaterThan(2)
  // What has another id is another record.
  expect(names.filter((name) => name !== 'id' && !logged.some((one) => one === name))).toEqual([])
})
