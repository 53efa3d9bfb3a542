import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Inversion } from './inversion.ts'
import { Pace } from './pace.ts'
import { RowSet } from './rowSet.ts'

const words = fc.array(fc.constantFrom('wein', 'fest', 'rot', '日本', '__proto__'), { maxLength: 5 })
const texts = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 2 ** 40 }), words), {
  selector: ([id]) => id,
})

test('each word of texts comes with those that have it, and no other word', async () => {
  await fc.assert(
    fc.asyncProperty(texts, async (given) => {
      const upwards = given.toSorted(([one], [other]) => one - other)
      const inversion = new Inversion()
      for (const [id, some] of upwards) inversion.add(id, some)
      const found = (await Array.fromAsync(inversion.postings(new Pace()))).map(
        ([word, ids]) => [word, RowSet.decoded([ids]).ids()] as const,
      )
      const all = [...new Set(upwards.flatMap(([, some]) => some))]
      expect(new Map(found)).toEqual(
        new Map(all.map((word) => [word, upwards.flatMap(([id, some]) => (some.includes(word) ? id : []))])),
      )
      expect(inversion.size).toBe(given.length)
    }),
  )
})

test('there is room for texts of many words', async () => {
  const inversion = new Inversion()
  const many = Array.from({ length: 100_000 }, (_, index) => `word${index % 50_000}`)
  inversion.add(3, many)
  inversion.add(5, many.slice(0, 10))
  const found = await Array.fromAsync(inversion.postings(new Pace()))
  expect(found).toHaveLength(50_000)
  expect(found.flatMap(([, ids]) => RowSet.decoded([ids]).ids()).filter((id) => id === 5)).toHaveLength(10)
})
