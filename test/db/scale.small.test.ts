import { expect, test } from 'vitest'
import { countIn, lineTo, measure } from '../../scripts/scale.ts'

test('a small calendar takes what the pages say of a large one: some 90 bytes of columns and a link or two for each event', async () => {
  const small = await measure(20_000)
  expect(small).toMatchObject({ events: 20_000, column_bytes: 93 })
  expect(small.link_bytes).toBeGreaterThan(8)
  expect(small.link_bytes).toBeLessThan(20)
  for (const name of ['load_ms', 'merge_ms', 'pass_ms', 'facets_ms'] as const)
    expect(small[name]).toBeGreaterThan(0)
})

test('the line goes through the two largest that were measured, and bytes an event stay', async () => {
  const [one, other] = [await measure(1000), await measure(2000)]
  const line = lineTo(4000, [one, { ...other, pass_ms: one.pass_ms + 1 }])
  expect(line).toMatchObject({ events: 4000, column_bytes: other.column_bytes, link_bytes: other.link_bytes })
  expect(line?.pass_ms).toBeCloseTo(one.pass_ms + 3)
  expect(lineTo(4000, [one])).toBeUndefined()
})

test.each([
  ['1m', 1_000_000],
  ['2.5M', 2_500_000],
  ['300k', 300_000],
  ['12', 12],
])('%s is a number of events', (text, count) => {
  expect(countIn(text)).toBe(count)
})

test('what is no number of events is told so', () => {
  expect(() => countIn('many')).toThrow('“many” is no number of events such as 300k or 1m.')
})
