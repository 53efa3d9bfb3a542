import { expect, test } from 'vitest'
import { chosenIn, mapOf, wrongColumn } from './map.ts'

test.each([
  ['', []],
  [
    'Wann=start_date,Was=title',
    [
      ['Wann', 'start_date'],
      ['Was', 'title'],
    ],
  ],
  ['Nummer=none', [['Nummer', '']]],
] as const)('the map %j is what was chosen, and is made of it', (map, chosen) => {
  expect([...chosenIn(map)]).toEqual(chosen)
  expect(mapOf(new Map(chosen))).toBe(map)
})

test.each([
  ['Its start_date must be a day, not “31/11/2026”.', 1],
  ['Its title must be a text that is not empty, not “”.', 2],
  ['Its website is none.', 0],
  ['It cannot be read.', 0],
])('the fault %j stands at column %i', (fault, at) => {
  const columns = [
    { header: 'No.', field: null },
    { header: 'Day', field: 'date' },
    { header: 'What', field: 'title' },
  ]
  expect(wrongColumn(columns, fault)).toBe(at)
})
