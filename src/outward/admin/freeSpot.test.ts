import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Box, coveredBy, freeSpot } from './freeSpot.ts'

const area: Box = { left: 0, top: 0, right: 400, bottom: 600 }
const size = { width: 200, height: 50 }
const at = ({ left, top }: { left: number; top: number }): Box => ({
  left,
  top,
  right: left + size.width,
  bottom: top + size.height,
})

test('what is said stands at the foot, and above what can be pressed there', () => {
  expect(freeSpot(area, size, [])).toEqual({ left: 100, top: 550 })
  const bar = { left: 150, top: 560, right: 250, bottom: 600 }
  expect(freeSpot(area, size, [bar])).toEqual({ left: 100, top: 502 })
  const wide = { left: 0, top: 0, right: 190, bottom: 600 }
  expect(freeSpot(area, size, [wide])).toEqual({ left: 200, top: 550 })
})

test('it stays in the window, and covers nothing wherever a row of the window is free', () => {
  const box = fc
    .tuple(fc.nat(380), fc.integer({ min: 60, max: 580 }), fc.nat(100), fc.nat(40))
    .map(([left, top, width, height]) => ({ left, top, right: left + width + 1, bottom: top + height + 1 }))
  fc.assert(
    fc.property(fc.array(box, { maxLength: 30 }), (others) => {
      const spot = at(freeSpot(area, size, others))
      expect(spot.top).toBeGreaterThanOrEqual(0)
      expect(spot.bottom).toBeLessThanOrEqual(600)
      // Nothing begins above 60.
      expect(coveredBy(spot, others)).toBe(0)
    }),
  )
})
