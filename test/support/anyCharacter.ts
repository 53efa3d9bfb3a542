import fc from 'fast-check'

/** The code points from here on that are no characters, but halves of some. */
const halves = { from: 0xd800, until: 0xe000 }
const count = halves.until - halves.from

/**
 * Any character of Unicode, as the unit of texts. That of fast-check itself (`binary`) makes a table of all 1.1 million of them
 * when the first text of a process is described, which takes 3 s.
 */
export const anyCharacter = fc
  .nat(0x10ffff - count)
  .map((number) => String.fromCodePoint(number < halves.from ? number : number + count), numberOf)

function numberOf(text: unknown): number {
  const point = typeof text === 'string' ? text.codePointAt(0) : undefined
  if (point === undefined || String.fromCodePoint(point) !== text) throw new Error('It is not one character.')
  if (point < halves.from) return point
  if (point < halves.until) throw new Error('It is half of a character.')
  return point - count
}
