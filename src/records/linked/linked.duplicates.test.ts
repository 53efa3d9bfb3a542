import fc from 'fast-check'
import { expect, test } from 'vitest'
import { alikeOf, type Comparable, comparedOf, distanceOf } from './linked.alike.ts'
import { alikeTo, findAlike } from './linked.duplicates.ts'

const library: Comparable = {
  id: 1,
  title: 'Central Library',
  address: '5 Deanery Road',
  city: 'Haverbridge',
  place: { lat: 51.45, lng: -2.6 },
}
const nowhere = { address: '', city: '', place: undefined }
/** So many metres to the east of the library. */
const east = (metres: number) => ({
  lat: 51.45,
  lng: -2.6 + metres / (111_195 * Math.cos((51.45 * Math.PI) / 180)),
})

test.each<[what: string, other: Partial<Comparable>, by: string | undefined]>([
  ['the same name', { title: 'CENTRAL LIBRARY', ...nowhere }, 'name'],
  ['a slip', { title: 'Central Libary', ...nowhere }, 'spelling'],
  ['a slip in the same town', { title: 'Central Libary', ...nowhere, city: 'haverbridge' }, 'spelling'],
  ['a slip in another town', { title: 'Central Libary', ...nowhere, city: 'Elsewhere' }, undefined],
  ['an article', { title: 'The Central Library', ...nowhere }, 'spelling'],
  ['no blank', { title: 'Centrallibrary', ...nowhere }, 'spelling'],
  [
    'a longer name in one street',
    { title: 'Haverbridge Central Libary', address: 'Deanery Road 9', place: undefined },
    'address',
  ],
  ['a longer name 60 metres away', { title: 'Central Library Hall', ...nowhere, place: east(60) }, 'place'],
  [
    'a longer name 200 metres away',
    { title: 'Central Library Hall', ...nowhere, place: east(200) },
    undefined,
  ],
  ['the same name far away', { address: 'Quay 1', place: east(5000) }, undefined],
  ['another name at the same place', { title: 'Café Rio' }, undefined],
  ['another number', { title: 'Central Library 2' }, 'address'],
])('%s', async (_what, more, by) => {
  const other = { ...library, ...more, id: 2 }
  expect((await findAlike([library, other])).map((pair) => pair.by)).toEqual(by === undefined ? [] : [by])
  expect(alikeTo(library, [other]).map((one) => one.by)).toEqual(by === undefined ? [] : [by])
})

test('rooms with numbers are no slips of one another, nor are short words', async () => {
  const rooms = ['Hall 1', 'Hall 2', 'Saal A', 'Saal B', 'East', 'West', '中央館', '中心館']
  expect(await findAlike(rooms.map((title, id) => Object.assign({}, library, { id, title })))).toEqual([])
})

test('what is found among many is what comparing each with each finds', async () => {
  const part = <Value>(...values: Value[]) => fc.constantFrom(...values)
  const row = fc.record({
    title: fc
      .tuple(
        part('The', 'Old', ''),
        part('Central', 'Centrall', 'Town'),
        part('Library', 'Libary', 'Hall', 'Mill'),
      )
      .map((words) => words.filter(Boolean).join(' ')),
    address: part('', '1 Dock Street', '2 Dock Street', 'Quay 3'),
    city: part('', 'Bath', 'Wells'),
    place: fc.option(
      fc
        .record({ lat: fc.integer({ min: 0, max: 4 }), lng: fc.integer({ min: 0, max: 4 }) })
        .map(({ lat, lng }) => ({
          lat: 51.45 + lat * 0.0003,
          lng: 179.998 + lng * 0.0003,
        })),
      { nil: undefined },
    ),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 25 }), async (made) => {
      const rows = made.map((one, id) => ({ ...one, id }))
      const all = rows.flatMap((one, at) =>
        rows.slice(at + 1).flatMap((other) => {
          const [a, b] = [comparedOf(one), comparedOf(other)]
          const by = alikeOf(a, b, distanceOf(a, b))
          return by ? [[one.id, other.id, by]] : []
        }),
      )
      const found = await findAlike(rows)
      expect(found.map(({ rows: [one, other], by }) => [one.id, other.id, by])).toEqual(all)
    }),
  )
})
