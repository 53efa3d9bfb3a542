import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../test/support/runs.ts'
import { linesIn } from './lines.ts'
import { anyCharacter } from '../../../test/support/anyCharacter.ts'

/** The lines of a text that arrives in pieces of these sizes, over and over. */
async function lines(text: string, sizes: readonly number[] = [7]): Promise<string[]> {
  const bytes = Buffer.from(text)
  const chunks: Buffer[] = []
  for (let [at, turn] = [0, 0]; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1
    chunks.push(bytes.subarray(at, at + size))
    at += size
  }
  return Array.fromAsync(linesIn(chunks))
}

test.each([
  ['', []],
  ['one', ['one']],
  ['one\ntwo\n', ['one', 'two']],
  ['one\r\ntwo\r\n\r\nthree', ['one', 'two', '', 'three']],
  ['one\rtwo', ['one', 'two']],
  ['\ufeffone', ['one']],
  ['a\u2028b\u2029c\u0085d\ve\ff', ['a\u2028b\u2029c\u0085d\ve\ff']],
])('the lines of %j are %j', async (text, expected) => {
  for (const sizes of [[1], [2], [7], [1000]])
    expect(await lines(text, sizes), String(sizes)).toEqual(expected)
})

test('only CR and LF end lines, whatever a text holds and in whatever pieces it arrives', async () => {
  const text = fc.string({
    unit: fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 3 }),
      fc.constantFrom('\r', '\n', '\r\n', '\u2028', '\u0085'),
    ),
  })
  await fc.assert(
    fc.asyncProperty(text, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), async (any, sizes) => {
      const expected = any
        .toWellFormed()
        .replace(/^\ufeff/, '')
        .split(/\r\n|\r|\n/)
      if (expected.at(-1) === '') expected.pop()
      expect(await lines(any, sizes)).toEqual(expected)
    }),
    { numRuns: runs(300) },
  )
})
