import { expect, test } from 'vitest'
import { pickFields } from './fields.ts'

/** An object in an object, so many of them: `{ in: { in: …, beside: 1 }, beside: 1 }`. */
function nested(depth: number): unknown {
  return depth === 0 ? 'within' : { in: nested(depth - 1), beside: depth }
}

/** The same without what stands beside, as far as the path reaches. */
function alone(depth: number, reach: number): unknown {
  return reach === 0 ? nested(depth) : { in: alone(depth - 1, reach - 1) }
}

const path = (names: number) => Array(names).fill('in').join('.')

test.each([1, 2, 9, 10])('a path of %i names reaches as deep', (names) => {
  expect(pickFields(nested(12), { _fields: path(names) })).toEqual(alone(12, names))
})

test.each([11, 12, 500])('of a path of %i names the tenth is the last that counts', (names) => {
  expect(pickFields(nested(12), { _fields: path(names) })).toEqual(alone(12, 10))
})
