import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { planVariants, sizeFileName, sizes } from './sizes.ts'

function planned(width: number, height: number): string[] {
  return planVariants(width, height).sizes.map((size) => `${size.name} ${size.width}x${size.height}`)
}

describe('the sizes of an image', () => {
  test.each<[number, number, string[]]>([
    // Recorded: wire-others 1.4.
    [1200, 800, ['medium 300x200', 'large 1024x683', 'thumbnail 150x150', 'medium_large 768x512']],
    [100, 60, []],
    // Ours.
    [150, 150, []],
    [151, 150, ['thumbnail 150x150']],
    [300, 300, ['thumbnail 150x150']],
    [301, 301, ['medium 300x300', 'thumbnail 150x150']],
    [768, 500, ['medium 300x195', 'thumbnail 150x150']],
    [
      500,
      3000,
      ['medium 50x300', 'large 171x1024', 'thumbnail 150x150', '1536x1536 256x1536', '2048x2048 341x2048'],
    ],
    [1200, 100, ['medium 300x25', 'large 1024x85', 'thumbnail 150x100', 'medium_large 768x64']],
  ])('of %i x %i', (width, height, expected) => {
    expect(planned(width, height)).toEqual(expected)
  })

  test('are all there, in the order of the record, for a photograph, and its main file is scaled down', () => {
    const plan = planVariants(4000, 3000)
    expect(plan).toMatchObject({ main: { width: 2560, height: 1920 }, isScaled: true })
    expect(plan.sizes.map(({ name }) => name)).toEqual(Object.keys(sizes))
  })

  test.each([
    [2560, 2560, false],
    [2561, 100, true],
    [100, 2561, true],
  ])('of %i x %i: the main file is scaled down: %s', (width, height, isScaled) => {
    expect(planVariants(width, height).isScaled).toBe(isScaled)
  })
})

test('no size is larger than its box, or than the main file, or empty; what fits keeps its proportions', () => {
  const side = fc.integer({ min: 1, max: 65_535 })
  fc.assert(
    fc.property(side, side, (width, height) => {
      const { main, sizes: made, isScaled } = planVariants(width, height)
      expect(isScaled).toBe(main.width !== width || main.height !== height)
      for (const size of [...made, { ...main, name: undefined, rule: 'fit' }]) {
        const box = size.name === undefined ? { width: 2560, height: 2560 } : sizes[size.name]
        expect(size.width).toBeLessThanOrEqual(Math.min(box.width, main.width))
        expect(size.height).toBeLessThanOrEqual(Math.min(box.height, main.height))
        expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual(1)
        expect(Number.isInteger(size.width) && Number.isInteger(size.height)).toBe(true)
        if (size.rule !== 'fit') continue
        // As fractions without the division: a rounding is half a pixel of either side, and a side is one at least.
        expect(Math.abs(size.width * height - size.height * width)).toBeLessThanOrEqual(width + height)
      }
      for (const size of made) expect([size.width, size.height]).not.toEqual([width, height])
    }),
  )
})

test('files are named by their actual size', () => {
  expect(sizeFileName('big', { width: 300, height: 200 }, 'png')).toBe('big-300x200.png')
})
