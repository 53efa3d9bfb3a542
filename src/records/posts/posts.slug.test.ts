import fc from 'fast-check'
import { expect, test } from 'vitest'
import { freeSlug } from './posts.slug.ts'
import { runs } from '../../../test/support/runs.ts'

/** What a slug becomes when these are taken, and how many were tried. */
async function tried(wanted: string, slugs: readonly string[]) {
  const taken = new Set(slugs)
  let tries = 0
  const slug = await freeSlug(wanted, async (slug) => {
    tries += 1
    return !taken.has(slug)
  })
  return { slug, tries }
}

/** The slug itself and all with a suffix up to this one. */
const upTo = (last: number) => Array.from({ length: last }, (_, n) => (n === 0 ? 'x' : `x-${n + 1}`))

test.each<[string, readonly string[], string]>([
  ['', [''], ''],
  ['x', [], 'x'],
  ['x', ['y', 'x-2'], 'x'],
  ['x', ['x'], 'x-2'],
  ['x', ['x', 'x-3'], 'x-2'],
  ['x', ['x', 'x-2'], 'x-3'],
  ['x', [...upTo(8), 'x-10'], 'x-9'],
])('%j, where %j are taken, is %j', async (wanted, taken, slug) => {
  expect((await tried(wanted, taken)).slug).toBe(slug)
})

test('the lowest suffix that is free is found in some thirty tries, however many are taken', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 20_000 }), async (last) => {
      const { slug, tries } = await tried('x', upTo(last))
      expect(slug).toBe(`x-${last + 1}`)
      expect(tries).toBeLessThanOrEqual(35)
    }),
    { numRuns: runs(50) },
  )
})
