/** How many words a text has. Where words are not set apart, as in Japanese, the browser tells them. */
export function wordsIn(text: string): number {
  let count = 0
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) count += 1
  return count
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
