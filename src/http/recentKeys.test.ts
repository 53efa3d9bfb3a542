import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RecentKeys } from './recentKeys.ts'

test('what came up among the last so many is known, and nothing that has not for twice as long', () => {
  const keys = fc.array(fc.nat(20).map(String), { maxLength: 100 })
  fc.assert(
    fc.property(keys, fc.integer({ min: 1, max: 10 }), (keys, limit) => {
      const lately = new RecentKeys(limit)
      for (const [index, key] of keys.entries()) {
        const among = (count: number) => new Set(differentBefore(keys, index, count)).has(key)
        const wasThere = lately.note(key)
        if (among(limit - 1)) expect(wasThere).toBe(true)
        if (!keys.slice(0, index).includes(key)) expect(wasThere).toBe(false)
        if (!among(2 * limit)) expect(wasThere).toBe(false)
      }
    }),
  )
})

/** So many different keys that came up last before the index. */
function differentBefore(keys: readonly string[], index: number, count: number): string[] {
  return [...new Set(keys.slice(0, index).toReversed())].slice(0, count)
}
