import { expect, test } from 'vitest'
import type { EventRecord } from '../records.ts'
import { inverseOf } from './inverse.ts'

const event = (id: number, more: Partial<EventRecord> = {}) =>
  // Nothing else of a record is asked for.
  ({ id, status: 'publish', categories: [], venue: [], ...more }) as unknown as EventRecord

const withCategories = (id: number, ...ids: number[]) =>
  event(id, { categories: ids.map((term) => ({ id: term })) } as unknown as Partial<EventRecord>)

test('categories that were given are taken again from those that lacked them, and taken ones given back', () => {
  const events = [withCategories(1, 7), withCategories(2), withCategories(3, 8), withCategories(4, 7)]
  expect(inverseOf(events, { does: 'categorize', add: [8], remove: [7] })).toEqual([
    { ids: [1, 4], action: 'categorize', add_categories: [7], remove_categories: [8] },
    { ids: [2], action: 'categorize', remove_categories: [8] },
  ])
})

test('events go back to where each was, also to no place', () => {
  const at = (id: number, venue: number) => event(id, { venue: { id: venue } as EventRecord['venue'] })
  expect(inverseOf([at(1, 5), event(2), at(3, 5)], { does: 'place', venues: [6] })).toEqual([
    { ids: [1, 3], action: 'place', venue: [5] },
    { ids: [2], action: 'place', venue: [] },
  ])
})

test('what was cancelled takes place again unless some of it was something else before', () => {
  const cancel = { does: 'cancel', reason: '' } as const
  expect(inverseOf([event(1), event(2)], cancel)).toEqual([{ ids: [1, 2], action: 'reinstate' }])
  expect(inverseOf([event(1), event(2, { event_status: 'postponed' })], cancel)).toBeUndefined()
})

test('drafts that became public are drafts again; what waited does not come to wait again, and what is gone is gone', () => {
  const [draft, waiting] = [event(1, { status: 'draft' }), event(2, { status: 'pending' })]
  expect(inverseOf([draft], { does: 'publish' })).toEqual([{ ids: [1], action: 'draft' }])
  expect(inverseOf([draft, waiting], { does: 'publish' })).toBeUndefined()
  expect(inverseOf([draft], { does: 'remove' })).toBeUndefined()
})
