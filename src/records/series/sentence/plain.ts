import { plainForm } from '../../../pure/calendar/dayNames.ts'

/** A text in the form in which it is read, and where each of its characters comes from. */
export interface PlainText {
  readonly plain: string
  /** The text as it was written, between two places of the plain one. */
  source(from: number, until: number): string
}

/** A sign with what is above and below it. */
const signs = /\P{M}\p{M}*/gu

/** The plain form of a text, sign by sign, so that what is not understood can be told in the words of its writer. */
export function plainText(text: string): PlainText {
  const places: number[] = []
  let plain = ''
  for (const { 0: sign, index } of text.matchAll(signs)) {
    const form = plainForm(`x${sign}x`).slice(1, -1)
    const added = form === ' ' && (plain === '' || plain.endsWith(' ')) ? '' : form
    for (let at = 0; at < added.length; at += 1) places.push(index)
    plain += added
  }
  places.push(text.length)
  return {
    plain,
    source: (from, until) => text.slice(places[from] ?? text.length, places[until] ?? text.length).trim(),
  }
}
