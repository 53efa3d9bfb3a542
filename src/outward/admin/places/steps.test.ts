import { expect, test } from 'vitest'
import { distance_km } from '../../../pure/geo/sphere.ts'
import { movedBy } from './steps.ts'

const berlin = { lat: 52.5, lng: 13.4 }

test.each([
  ['ArrowUp', 1, 0],
  ['ArrowDown', -1, 0],
  ['ArrowRight', 0, 1],
  ['ArrowLeft', 0, -1],
] as const)('%s moves the pin by five metres that way', (key, north, east) => {
  const moved = movedBy(key, berlin)
  expect(moved && [Math.sign(moved.lat - berlin.lat), Math.sign(moved.lng - berlin.lng)]).toEqual([
    north,
    east,
  ])
  expect(moved && distance_km(berlin, moved) * 1000).toBeCloseTo(5, 1)
})

test('it goes over the date line, and stays on the Earth', () => {
  expect(movedBy('ArrowRight', { lat: 0, lng: 180 })?.lng).toBeCloseTo(-180, 3)
  expect(movedBy('ArrowLeft', { lat: 0, lng: -180 })?.lng).toBeCloseTo(180, 3)
  expect(movedBy('ArrowUp', { lat: 90, lng: 0 })?.lat).toBe(90)
  expect(movedBy('Enter', berlin)).toBeUndefined()
})
