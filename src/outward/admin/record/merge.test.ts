import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asMade, changedIn, merge } from './merge.ts'

const form = fc.record({
  name: fc.constantFrom('', 'a', 'b'),
  text: fc.constantFrom('', 'a', 'b'),
  lat: fc.constantFrom('', '1', '2'),
  lng: fc.constantFrom('', '1', '2'),
})

test('of two changes of one version nothing is lost: each field is of who changed it, and is asked about where both did', () => {
  fc.assert(
    fc.property(form, form, form, (base, mine, theirs) => {
      const { merged, open } = merge(base, mine, theirs)
      for (const field of ['name', 'text', 'lat', 'lng'] as const) {
        const [byMe, byThem] = [base[field] !== mine[field], base[field] !== theirs[field]]
        expect(open.includes(field)).toBe(byMe && byThem && mine[field] !== theirs[field])
        if (!open.includes(field)) expect(merged[field]).toBe(byMe ? mine[field] : theirs[field])
      }
      // Who takes all of theirs where that is asked has what they have, and what is of nobody else.
      expect(changedIn(base, merged).length).toBeGreaterThanOrEqual(
        changedIn(base, theirs).length === 0 ? changedIn(base, mine).length : 0,
      )
    }),
  )
})

test('of fields that belong together all are of one of the two', () => {
  fc.assert(
    fc.property(form, form, form, (base, mine, theirs) => {
      const { merged, open } = merge(base, mine, theirs, ['lat', 'lng'])
      expect(open.includes('lat')).toBe(open.includes('lng'))
      const spot = ({ lat, lng }: typeof base) => `${lat} ${lng}`
      expect([spot(mine), spot(theirs)]).toContain(spot(merged))
    }),
  )
})

test('what saving has made is not made again with what was typed meanwhile', () => {
  const typed = [
    { id: 0, name: 'Choir' },
    { id: 0, name: 'Band' },
    { id: 4, name: 'Library' },
  ]
  const stored = [{ id: 9, name: 'Choir', says: '' }]
  expect(asMade(typed, stored)).toEqual([stored[0], typed[1], typed[2]])
  expect(asMade([3, 5], [3])).toEqual([3, 5])
  expect(asMade('a', 'b')).toBe('a')
})
