import { expect, test } from 'vitest'
import { types } from 'pg'
import { arePlain, Prepared } from './postgres.prepared.ts'

const { INT8, TEXT, BOOL } = types.builtins
const fields = [
  { name: 'id', dataTypeID: INT8 },
  { name: 'title', dataTypeID: TEXT },
  { name: 'is_new', dataTypeID: BOOL },
]

test('texts are read by the types of their columns', () => {
  const prepared = new Prepared('one', fields)
  expect(prepared.rowOf(['12', '12', 't'])).toEqual({ id: 12, title: '12', is_new: true })
  expect(prepared.rowOf([null, '', null])).toEqual({ id: null, title: '', is_new: null })
})

test('texts that are more or fewer than the columns are no row', () => {
  const prepared = new Prepared('one', fields)
  expect([prepared.rowOf(['12', 'x']), prepared.rowOf(['12', 'x', 't', 'y'])]).toEqual([undefined, undefined])
})

test('lists, dates and truths are for the driver to send', () => {
  expect(arePlain(['a', 1, null, 0.5])).toBe(true)
  for (const value of [[1], true, new Date(), undefined, Buffer.of(1)])
    expect(arePlain(['a', value])).toBe(false)
})
