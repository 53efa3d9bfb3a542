import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Bounds, type Box, boxesAroundCircle, boxesOfBounds, isInBounds, isInCircle } from './area.ts'
import { distance_km, earthRadius_km, type Place } from './sphere.ts'
import { runs } from '../../../test/support/runs.ts'

/** Places with the awkward ones among them: poles, the antimeridian by both its names, null island. */
const lat = fc.oneof(
  fc.double({ min: -90, max: 90, noNaN: true }),
  fc.constantFrom(-90, -89.999_999, 0, 52.5, 89.999_999, 90),
)
const lng = fc.oneof(
  fc.double({ min: -180, max: 180, noNaN: true }),
  fc.constantFrom(-180, -179.999_999, 0, 13.4, 179.999_999, 180),
)
const place: fc.Arbitrary<Place> = fc.record({ lat, lng })
const half = Math.PI * earthRadius_km
const radius = fc.oneof(
  fc.double({ min: 0, max: half + 10, noNaN: true }),
  fc.constantFrom(0, 1e-9, 0.001, 25, 1000),
)

/** The way through the Earth, from which the way over it follows: another formula than the one that is tested. */
function byChord(a: Place, b: Place): number {
  const [x, y, z] = [vector(a), vector(b)].reduce((from, to) =>
    from.map((value, axis) => value - (to[axis] ?? 0)),
  )
  return 2 * earthRadius_km * Math.asin(Math.min(1, Math.hypot(x ?? 0, y ?? 0, z ?? 0) / 2))
}

function vector({ lat, lng }: Place): number[] {
  const [up, round] = [(lat * Math.PI) / 180, (lng * Math.PI) / 180]
  return [Math.cos(up) * Math.cos(round), Math.cos(up) * Math.sin(round), Math.sin(up)]
}

function isInBox({ lat, lng }: Place, { west, south, east, north }: Box): boolean {
  return west <= lng && lng <= east && south <= lat && lat <= north
}

describe('the distance', () => {
  test.each([
    ['Berlin and Paris', { lat: 52.5163, lng: 13.3777 }, { lat: 48.8584, lng: 2.2945 }, 879.09],
    ['New York and Sydney', { lat: 40.7128, lng: -74.006 }, { lat: -33.8688, lng: 151.2093 }, 15_988.76],
    [
      'Fiji and Samoa, across the antimeridian',
      { lat: -17.7134, lng: 178.065 },
      { lat: -13.759, lng: -172.1046 },
      1139.98,
    ],
    ['both poles', { lat: 90, lng: 0 }, { lat: -90, lng: 77 }, half],
    ['two names of a pole', { lat: 90, lng: 10 }, { lat: 90, lng: -120 }, 0],
    ['two names of the antimeridian', { lat: 10, lng: 180 }, { lat: 10, lng: -180 }, 0],
    ['a quarter of the equator', { lat: 0, lng: -170 }, { lat: 0, lng: 100 }, half / 2],
  ])('between %s', (_, from, to, expected) => {
    expect(distance_km(from, to)).toBeCloseTo(expected, 1)
  })

  test('is that through the Earth, bent over it', () => {
    fc.assert(
      fc.property(place, place, (a, b) => {
        const through = byChord(a, b)
        // Near the antipodes it is the chord that is inexact.
        expect(Math.abs(distance_km(a, b) - through)).toBeLessThan(through > half - 100 ? 0.001 : 1e-6)
      }),
    )
  })

  test('is nothing from a place to itself, the same both ways, and no shorter with a detour', () => {
    fc.assert(
      fc.property(place, place, place, (a, b, c) => {
        expect(distance_km(a, a)).toBeLessThan(1e-9)
        expect(distance_km(a, b)).toBeCloseTo(distance_km(b, a), 9)
        expect(distance_km(a, c)).toBeLessThanOrEqual(distance_km(a, b) + distance_km(b, c) + 1e-6)
      }),
    )
  })
})

describe('a circle', () => {
  test('lies wholly in the boxes around it', () => {
    fc.assert(
      fc.property(place, radius, place, (centre, radius_km, one) => {
        const circle = { centre, radius_km }
        if (isInCircle(one, circle))
          expect(boxesAroundCircle(circle).some((box) => isInBox(one, box))).toBe(true)
      }),
      { numRuns: runs(2000) },
    )
  })

  test('reaches its edge in every direction, and no box ends before', () => {
    const bearing = fc.double({ min: 0, max: 2 * Math.PI, noNaN: true })
    fc.assert(
      fc.property(
        place,
        fc.double({ min: 0, max: 5000, noNaN: true }),
        bearing,
        (centre, radius_km, towards) => {
          const edge = destination(centre, radius_km, towards)
          // The destination is known to about a centimetre.
          const circle = { centre, radius_km: radius_km + 1e-5 }
          expect(isInCircle(edge, circle)).toBe(true)
          expect(boxesAroundCircle(circle).some((box) => isInBox(edge, box))).toBe(true)
          expect(isInCircle(edge, { centre, radius_km: radius_km - 1e-5 })).toBe(false)
        },
      ),
      { numRuns: runs(2000) },
    )
  })

  test('without a radius holds its centre, by any of its names, and nothing else', () => {
    expect(isInCircle({ lat: 52.5, lng: 13.4 }, { centre: { lat: 52.5, lng: 13.4 }, radius_km: 0 })).toBe(
      true,
    )
    expect(
      isInCircle({ lat: 52.5, lng: 13.400_001 }, { centre: { lat: 52.5, lng: 13.4 }, radius_km: 0 }),
    ).toBe(false)
    expect(isInCircle({ lat: 90, lng: 5 }, { centre: { lat: 90, lng: -170 }, radius_km: 0 })).toBe(true)
    expect(isInCircle({ lat: -8, lng: -180 }, { centre: { lat: -8, lng: 180 }, radius_km: 0 })).toBe(true)
  })

  test('is not searched for much further than it reaches', () => {
    expect(boxesAroundCircle({ centre: { lat: 0, lng: 0 }, radius_km: 111.195 })).toEqual([
      {
        west: expect.closeTo(-1, 4),
        south: expect.closeTo(-1, 4),
        east: expect.closeTo(1, 4),
        north: expect.closeTo(1, 4),
      },
    ])
    expect(boxesAroundCircle({ centre: { lat: 60, lng: 179.5 }, radius_km: 111.195 })).toEqual([
      {
        west: -180,
        south: expect.closeTo(59, 4),
        east: expect.closeTo(-178.5, 2),
        north: expect.closeTo(61, 4),
      },
      {
        west: expect.closeTo(177.5, 2),
        south: expect.closeTo(59, 4),
        east: 180,
        north: expect.closeTo(61, 4),
      },
    ])
    expect(boxesAroundCircle({ centre: { lat: 89.5, lng: 0 }, radius_km: 111.195 })).toEqual([
      { west: -180, south: expect.closeTo(88.5, 4), east: 180, north: 90 },
    ])
  })
})

describe('bounds', () => {
  const bounds: fc.Arbitrary<Bounds> = fc
    .tuple(lng, lat, lng, lat)
    .map(([west, a, east, b]) => [west, Math.min(a, b), east, Math.max(a, b)])

  /** All names of a place that is on the antimeridian or a pole. */
  function names({ lat, lng }: Place): Place[] {
    if (Math.abs(lat) === 90) return [-180, -90, 0, 90, 180, lng].map((any) => ({ lat, lng: any }))
    return Math.abs(lng) === 180
      ? [
          { lat, lng: 180 },
          { lat, lng: -180 },
        ]
      : [{ lat, lng }]
  }

  test('hold what is between their meridians, eastwards, and their parallels', () => {
    fc.assert(
      fc.property(bounds, place, (within, one) => {
        const [west, south, east, north] = within
        const isBetween = ({ lng }: Place) =>
          west <= east ? west <= lng && lng <= east : west <= lng || lng <= east
        const isPole = Math.abs(one.lat) === 90
        const expected = south <= one.lat && one.lat <= north && (isPole || names(one).some(isBetween))
        expect(isInBounds(one, within)).toBe(expected)
      }),
      { numRuns: runs(3000) },
    )
  })

  test('hold a place by each of its names or by none', () => {
    fc.assert(
      fc.property(bounds, place, (within, one) => {
        expect(new Set(names(one).map((name) => isInBounds(name, within))).size).toBe(1)
      }),
    )
  })

  test.each([
    ['across the antimeridian', [170, -20, -170, 0], { lat: -17.7, lng: 178 }, true],
    ['across the antimeridian, beyond it', [170, -20, -170, 0], { lat: -13.8, lng: -172 }, true],
    ['across the antimeridian, outside', [170, -20, -170, 0], { lat: -13.8, lng: 0 }, false],
    ['that are one point', [13.4, 52.5, 13.4, 52.5], { lat: 52.5, lng: 13.4 }, true],
    ['that are the world', [-180, -90, 180, 90], { lat: 12, lng: -34 }, true],
  ] as const)('%s', (_, within, one, expected) => {
    expect(isInBounds(one, within)).toBe(expected)
    expect(boxesOfBounds(within).every(({ west, east }) => west <= east)).toBe(true)
  })
})

/** Where one is after going so far in a direction, by vectors: up from the centre, and along the ground. */
function destination(from: Place, length_km: number, bearing: number): Place {
  const [up, round] = [(from.lat * Math.PI) / 180, (from.lng * Math.PI) / 180]
  const north = [-Math.sin(up) * Math.cos(round), -Math.sin(up) * Math.sin(round), Math.cos(up)]
  const east = [-Math.sin(round), Math.cos(round), 0]
  const arc = length_km / earthRadius_km
  const [x = 0, y = 0, z = 0] = vector(from).map(
    (height, axis) =>
      Math.cos(arc) * height +
      Math.sin(arc) * (Math.cos(bearing) * (north[axis] ?? 0) + Math.sin(bearing) * (east[axis] ?? 0)),
  )
  return { lat: (Math.atan2(z, Math.hypot(x, y)) * 180) / Math.PI, lng: (Math.atan2(y, x) * 180) / Math.PI }
}
