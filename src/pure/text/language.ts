/** The languages of the public pages, by their BCP 47 subtags. */
export const languages = ['en', 'de', 'fr', 'es', 'nl', 'it', 'pt', 'ja', 'ar'] as const
export type Language = (typeof languages)[number]

/** A BCP 47 tag, and its language; undefined when it is no such tag, or pages are not translated into its language. */
export function spokenIn(
  tag: string,
): { readonly locale: Intl.Locale; readonly language: Language } | undefined {
  try {
    const locale = new Intl.Locale(tag)
    const language = languages.find((known) => known === locale.language)
    return language && { locale, language }
  } catch {
    return undefined // It throws when the text is no tag.
  }
}
