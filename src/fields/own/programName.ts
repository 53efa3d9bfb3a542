/** The most characters of a name. */
const longest = 40

/**
 * A name for programs, made from what people call it: small letters, digits and underscores; unlike those that are `taken`. Where the
 * text has no Latin letter, `otherwise`.
 */
export function programName(text: string, taken: readonly string[], otherwise: string): string {
  const made = text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
  const base = /^[a-z]/.test(made) ? made : made === '' ? otherwise : `${otherwise}_${made}`
  for (let at = 1; ; at += 1) {
    const end = at === 1 ? '' : `_${at}`
    const name = base.slice(0, longest - end.length) + end
    if (!taken.includes(name)) return name
  }
}
