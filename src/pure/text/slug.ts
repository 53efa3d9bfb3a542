import { decodeEntities, stripTags } from './html.ts'
import { spellLetters } from './letters.ts'

/** The length that address bars, file systems and the column of the reference accept, in bytes. */
export const maxSlugLength = 200

/**
 * The slug of a text as recorded (wire-others 1.6): tags and punctuation dropped, accents folded, lower case, blanks
 * and `/` and `.` as single hyphens, other scripts and emoji percent-encoded in lower case (`%e6%97%a5`), at most
 * {@link maxSlugLength} characters and never half a character. A slug is its own slug. Empty for a text without
 * letters, digits or emoji.
 */
export function slugify(text: string): string {
  const kept = stripTags(decodeOctets(text.toWellFormed()))
    .replaceAll(/&[^;\s]{1,32};/g, (entity) => decodeEntities(entity))
    .toLowerCase()
    .replaceAll('×', 'x')
    .replaceAll('€', 'e')
    .replaceAll(/[\s\p{Z}\p{Pd}/.]/gu, '-')
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{So}\p{Emoji_Modifier}_-]|[©®°™\ufffc\ufffd]/gu, '')
  return cut(spellLatin(kept).replaceAll(/-+/g, '-').replace(/^-/, ''), maxSlugLength)
}

/** The slug with a number that makes it unique, `party` → `party-2`, shortened so that it stays within the limit. */
export function withSuffix(base: string, n: number): string {
  const suffix = `-${n}`
  return cut(decodeOctets(base), maxSlugLength - suffix.length) + suffix
}

/** `é` → `e`, for Latin letters only: the marks of other scripts are letters of their own. */
function spellLatin(text: string): string {
  const bare = text.normalize('NFD').replaceAll(/(\p{Script=Latin})\p{M}+/gu, '$1')
  // Wire: one s, where searches have two.
  return spellLetters(bare.replaceAll('ß', 's')).normalize('NFC')
}

/** Percent-encodes what is not ASCII and stops before the character that would pass the limit. */
function cut(text: string, limit: number): string {
  let slug = ''
  for (const character of text) {
    const encoded = character < '\x80' ? character : encodeURIComponent(character).toLowerCase()
    if (slug.length + encoded.length > limit) break
    slug += encoded
  }
  return slug.replace(/-$/, '')
}

const encodedCharacter =
  /%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-7](?:%[89ab][\da-f]){3}/gi

/** Decodes `%e6%97%a5`, so that a slug that is sent back stays the same. */
function decodeOctets(text: string): string {
  return text.replaceAll(encodedCharacter, (octets) => {
    try {
      return decodeURIComponent(octets)
    } catch {
      return octets
    }
  })
}
