import { expect, test } from 'vitest'
import type { FieldChange, Import } from './asks.ts'
import { eventCounts, switched, untaken } from './taken.ts'

const none = { created: 0, updated: 0, unchanged: 0, skipped: 0, removed: 0 }

function change(key: string, field: string, edited = false): FieldChange {
  return { kind: 'event', key, title: key, id: 7, field, from: 'a', to: 'b', edited }
}

function tried(...differences: readonly FieldChange[]): Import {
  const kinds = { image: none, category: none, tag: none, venue: none, organizer: none }
  const counts = { ...kinds, event: { ...none, created: 3, updated: 2, unchanged: 1 } }
  return {
    id: 1,
    status: 'done',
    message: null,
    report: { counts, differences: [...differences], skipped: [] },
  }
}

test('what was edited here is only taken when somebody says so, and the times of an event go together', () => {
  const start = change('Drawing', 'start_wall', true)
  const end = change('Drawing', 'end_wall')
  const cost = change('Drawing', 'cost')
  const other = change('Singing', 'start_wall')
  const all = tried(start, end, cost, other)
  expect(untaken(all)).toEqual([start, end])
  expect(switched(all, [start, end], end)).toEqual([])
  expect(switched(all, [], cost)).toEqual([cost])
  expect(untaken(tried(cost, other))).toEqual([])
})

test('an event of which no change is taken is not counted as changed', () => {
  const all = tried(change('Drawing', 'cost', true), change('Singing', 'cost'))
  expect(eventCounts(all)).toMatchObject({ created: 3, updated: 2, unchanged: 1 })
  expect(eventCounts(all, untaken(all))).toMatchObject({ created: 3, updated: 1, unchanged: 2 })
})
