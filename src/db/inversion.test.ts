import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DecodedIds } from './idBytes.ts'
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
      const found = await idsByWord(inversion, 2)
      const all = [...new Set(upwards.flatMap(([, some]) => some))]
      expect(found).toEqual(
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
  const found = await idsByWord(inversion, 1000)
  expect(found.size).toBe(50_000)
  expect([...found.values()].filter((ids) => ids.includes(5))).toHaveLength(10)
})

async function idsByWord(inversion: Inversion, wordsAtOnce: number): Promise<ReadonlyMap<string, number[]>> {
  const found = new Map<string, number[]>()
  for await (const { words, lengths, ids } of inversion.postings(new Pace(), wordsAtOnce)) {
    let first = 0
    for (const [index, word] of words.entries()) {
      const end = first + (lengths[index] ?? 0)
      found.set(word, RowSet.decoded(new DecodedIds().add(ids.subarray(first, end))).ids())
      first = end
    }
    expect(first).toBe(ids.length)
  }
  return found
}
