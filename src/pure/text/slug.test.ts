import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maxSlugLength, slugify, withSuffix } from './slug.ts'
import { runs } from '../../../test/support/runs.ts'
import { anyCharacter } from '../../../test/support/anyCharacter.ts'

describe('a slug is', () => {
  test.each([
    // Recorded: events-record/slugs, venues/text-rendering, categories/record.
    ['Slug One x1', 'slug-one-x1'],
    ['Given Slug & É x1', 'given-slug-e-x1'],
    ['Some Slug & É x1', 'some-slug-e-x1'],
    ['ÄÖÜ ß éè Łódź x1', 'aou-s-ee-lodz-x1'],
    ['日本 x1', '%e6%97%a5%e6%9c%ac-x1'],
    ['Tag <b>bold</b> & "q" it\'s x1', 'tag-bold-q-its-x1'],
    ['A/B: c_d.e  f--g x1', 'a-b-c_d-e-f-g-x1'],
    ['Fish & "Chips" x1', 'fish-chips-x1'],
    ["It's -- here... x1", 'its-here-x1'],
    ['Full & "Hall" <b>B</b>', 'full-hall-b'],
    ['Été Über x1', 'ete-uber-x1'],
    ['A 😀', 'a-%f0%9f%98%80'],
    ['123', '123'],
    // Ours, where nothing is recorded.
    ['Ærø, Đà Nẵng & Þór', 'aero-da-nang-thor'],
    ['Fish &amp; Chips &#8217;n&#8217; caf&eacute;', 'fish-chips-n-cafe'],
    ['%e6%97%a5', '%e6%97%a5'],
    ['%E6%97%A5', '%e6%97%a5'],
    ['100%25 or 5%ab', '10025-or-5ab'],
    ['10×20 – “now”…', '10x20-now'],
    ['が हि й', '%e3%81%8c-%e0%a4%b9%e0%a4%bf-%d0%b9'],
    ['  -- ', ''],
    ['???', ''],
  ])('%j → %s', (text, slug) => {
    expect(slugify(text)).toBe(slug)
  })

  test('at most 200 bytes long, ending with a whole character', () => {
    expect(slugify('a'.repeat(300))).toBe('a'.repeat(200))
    expect(slugify('日'.repeat(80))).toBe('%e6%97%a5'.repeat(22))
    expect(slugify(`${'a'.repeat(199)} b`)).toBe('a'.repeat(199))
  })

  test('its own slug, and made of nothing but lower-case ASCII', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, size: 'medium' }), (text) => {
        const slug = slugify(text)
        expect(slug).toMatch(/^(?:[\d_a-z-]|%[\da-f]{2})*$/)
        expect(slug).not.toMatch(/--|^-|-$/)
        expect(slug.length).toBeLessThanOrEqual(maxSlugLength)
        expect(slugify(slug)).toBe(slug)
        expect(() => decodeURIComponent(slug)).not.toThrow()
      }),
      { numRuns: runs(500) },
    )
  })
})

describe('a number is added', () => {
  test.each([
    ['party', 2, 'party-2'],
    ['party', 12, 'party-12'],
    ['a'.repeat(200), 2, `${'a'.repeat(198)}-2`],
    ['%e6%97%a5'.repeat(22), 1000, `${'%e6%97%a5'.repeat(21)}-1000`],
    [`${'a'.repeat(197)}-bc`, 2, `${'a'.repeat(197)}-2`],
  ])('%s, %i → %s', (base, n, slug) => {
    expect(withSuffix(base, n)).toBe(slug)
  })
})
