import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Counts } from './events.facets.most.ts'
import { askAboutMost } from './events.facets.tally.ts'

const list = (facet_limit: number) => ({ params: { facet_limit } })

/** Answers as the database does: the `limit` shown targets with the largest numbers, of equal ones those with the least ids. */
const answersAbout = (isShown: (id: number) => boolean) => async (some: Counts, limit: number) =>
  [...some]
    .filter(([id]) => isShown(id))
    .toSorted(([id, number], [otherId, otherNumber]) => otherNumber - number || id - otherId)
    .slice(0, limit)
    .map(([id]) => id)

test('targets with the most events are the same, of whichever is asked first', async () => {
  const numbers = fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 400 })
  await fc.assert(
    fc.asyncProperty(
      numbers,
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 1, max: 40 }),
      async (sizes, limit, share) => {
        const counts = new Map(sizes.map((size, index) => [index + 1, size]))
        const answers = answersAbout((id) => id % share === 0)
        expect(await askAboutMost(list(limit), counts, answers)).toEqual(await answers(counts, limit))
      },
    ),
  )
})

test('about targets with few events nobody is asked where others are enough', async () => {
  const counts = new Map(Array.from({ length: 5000 }, (_, id) => [id, id + 1]))
  const asked: number[] = []
  await askAboutMost(list(20), counts, async (some, limit) => {
    asked.push(some.size)
    return answersAbout(() => true)(some, limit)
  })
  expect(asked).toEqual([40])
})
