import { expect, test } from 'vitest'
import { readPlace } from './imports.place.ts'

test.each([
  ['Old Mill', { name: 'Old Mill' }],
  ['Old Mill, Norwich', { name: 'Old Mill', address: 'Norwich' }],
  ['Hall, upper room', { name: 'Hall', address: 'upper room' }],
  ['Town Hall, Main Street 1, upper room', { name: 'Town Hall', address: 'Main Street 1, upper room' }],
  ['Old Mill, Mill Lane 3', { name: 'Old Mill', address: 'Mill Lane 3' }],
  ['Old Mill, Mill Lane 300', { name: 'Old Mill', address: 'Mill Lane 300' }],
  ['Old Mill, Mill Lane 3, Norwich', { name: 'Old Mill', address: 'Mill Lane 3', city: 'Norwich' }],
  ['Old Mill\nMill Lane 3\nNorwich', { name: 'Old Mill', address: 'Mill Lane 3', city: 'Norwich' }],
  [
    'Old Mill, Mill Lane 3, Norwich NR1 1AA, UK',
    { name: 'Old Mill', address: 'Mill Lane 3', city: 'Norwich', zip: 'NR1 1AA', country: 'UK' },
  ],
  [
    'Alte Mühle, Mühlweg 3, 10115 Berlin, Deutschland',
    { name: 'Alte Mühle', address: 'Mühlweg 3', zip: '10115', city: 'Berlin', country: 'Deutschland' },
  ],
  [
    'Old Mill, 3 Mill Lane, Springfield, IL 62701, USA',
    {
      name: 'Old Mill',
      address: '3 Mill Lane',
      city: 'Springfield',
      stateprovince: 'IL',
      zip: '62701',
      country: 'USA',
    },
  ],
  [
    'Old mill, Via Roma 1, Roma, Lazio 00184, Italy',
    {
      name: 'Old mill',
      address: 'Via Roma 1',
      city: 'Roma',
      stateprovince: 'Lazio',
      zip: '00184',
      country: 'Italy',
    },
  ],
  [
    'Old mill, Via Roma 1, Roma, 00184',
    { name: 'Old mill', address: 'Via Roma 1', city: 'Roma', zip: '00184' },
  ],
  ['Room 4, floor 2, House B', { name: 'Room 4', address: 'floor 2', city: 'House B' }],
  ['Hall,  , ', { name: 'Hall' }],
])('%j', (text, parts) => {
  expect(readPlace(text)).toEqual(parts)
})
