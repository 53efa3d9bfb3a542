import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold } from './fold.ts'
import { eventWords, maxWordLength, maxWords, recordWords } from './search.ts'

describe('a search for events asks for', () => {
  test.each<[string, string[], string[]]>([
    // Recorded: events-list/search, wire-events 5.3.
    ['quokka x1', ['quokka', 'x1'], []],
    ['QUOKKA x1', ['quokka', 'x1'], []],
    ['quokka,café x1', ['quokka', 'cafe', 'x1'], []],
    ['NÉRÓ', ['nero'], []],
    ['"nero quokka" x1', ['nero quokka', 'x1'], []],
    ['quokka -descwombat x1', ['quokka', 'x1'], ['descwombat']],
    ['100%', ['100%'], []],
    ['sure_thing', ['sure_thing'], []],
    ['  quokka   x1', ['quokka', 'x1'], []],
    ['the quokka a', ['quokka'], []],
    ['the', ['the'], []],
    ['&&', ['&&'], []],
    // Ours.
    ['The A', ['the a'], []],
    ['"the"', ['the'], []],
    ['-the', [], ['the']],
    ['-"red wine" beer', ['beer'], ['red wine']],
    ['"open end', ['open end'], []],
    ['well-known -', ['well-known'], []],
    ['quokka Quokka', ['quokka'], []],
    ['日本 🎉', ['日本', '🎉'], []],
    [',', [','], []],
    ['  ', [], []],
    ['""', ['""'], []],
  ])('%j: all of %j, none of %j', (text, all, none) => {
    expect(eventWords(text)).toEqual({ all, none })
  })
})

describe('a search for venues and organizers asks for', () => {
  test.each<[string, string[]]>([
    // Recorded: venues/search, wire-others 2.5.
    ['quokka x1', ['quokka', 'x1']],
    ['QUOKKA x1', ['quokka', 'x1']],
    ['cafe nero x1', ['cafe', 'nero', 'x1']],
    ['café x1', ['cafe', 'x1']],
    ['venue 0', ['venue']],
    ['03 venue', ['03', 'venue']],
    ['&&', ['&&']],
    // Ours.
    ['A & B', ['a', 'b']],
    ['dingo@wombat.example', ['dingo', 'wombat', 'example']],
    ['Hall - North', ['hall', 'north']],
    ['Foo-Bar', ['foo-bar']],
    ['日本橋, 東京', ['日本橋', '東京']],
    ['🎉', ['🎉']],
    ['% &&', ['%', '&&']],
    ['0', ['0']],
    ['-', ['-']],
    [' ', []],
  ])('%j: %j', (text, all) => {
    expect(recordWords(text)).toEqual({ all, none: [] })
  })
})

test.each([eventWords, recordWords])(
  '%o gives a bounded number of folded words, found in the text itself',
  (words) => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', size: 'medium' }), (text) => {
        const { all, none } = words(text)
        expect(Math.max(all.length, none.length)).toBeLessThanOrEqual(maxWords)
        for (const word of [...all, ...none]) {
          expect(word).toBe(fold(word))
          expect(word.length).toBeLessThanOrEqual(maxWordLength)
          expect(fold(text)).toContain(word)
        }
      }),
    )
    expect(
      words('ab '.repeat(100) + Array.from({ length: 100 }, (_, n) => `w${n}`).join(' ')).all,
    ).toHaveLength(maxWords)
    expect(words('🎉'.repeat(101)).all[0]).toBe('🎉'.repeat(100))
  },
)
