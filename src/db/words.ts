/** What stands between words beside blanks, all of it ASCII. Changing it takes a migration that makes every word index anew. */
export const separators: readonly string[] = [...'\n"\\<>/=,;:!?()']

const between = new RegExp(`[ ${RegExp.escape(separators.join(''))}]+`)

/** The parts of a (folded) text that word indexes know as words, each as often as it occurs. */
export function wordsIn(text: string): string[] {
  return text.split(between).filter((word) => word !== '')
}
