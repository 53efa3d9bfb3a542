import { expect, test } from 'vitest'
import { fields } from '../../imports/csv/csv.headers.ts'
import { groupOf, groupsOf } from './groups.ts'

const column = (field: string | null) => ({ header: field ?? 'Our no.', field })

test('few columns stand together, many by what they are about, each once', () => {
  const few = ['title', 'date', null].map(column)
  expect(groupsOf(few)).toEqual([{ is: undefined, columns: [0, 1, 2] }])
  const many = [...fields, null].map(column)
  const made = groupsOf(many)
  expect(made.map(({ is }) => is)).toEqual(['what', 'when', 'where', 'who', 'rest'])
  expect(made.flatMap(({ columns }) => columns).toSorted((a, b) => a - b)).toEqual(many.map((_, at) => at))
})

test.each([
  ['title', 'what'],
  ['event_status', 'what'],
  ['state', 'where'],
  ['show_map_link', 'where'],
  ['hearing_loop', 'where'],
  ['utc_end_date', 'when'],
  ['start', 'when'],
  ['status', 'what'],
  ['organizer_email', 'who'],
  [null, 'rest'],
] as const)('a column that holds %j is about %s', (field, group) => {
  expect(groupOf(field)).toBe(group)
})
