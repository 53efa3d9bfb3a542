/** The characters between words beside blanks, all ASCII. Changing them takes a migration that rebuilds every word index. */
export const separators: readonly string[] = [...'\n"\\<>/=,;:!?()']

const word = new RegExp(`[^ ${RegExp.escape(separators.join(''))}]+`, 'g')

/** The words of a (folded) text as word indexes see them, each as often as it occurs. */
export function wordsIn(text: string): string[] {
  // Half of what splitting takes.
  return text.match(word) ?? []
}
