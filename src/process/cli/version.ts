/** Whether a command line asks which version this is, and nothing else. */
export function asksForVersion(words: readonly string[]): boolean {
  return words.length === 1 && (words[0] === '--version' || words[0] === '-V')
}
