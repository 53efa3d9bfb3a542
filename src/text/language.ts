/** The languages that public pages speak, by their BCP 47 subtags. */
export const languages = ['en', 'de', 'fr', 'es', 'nl', 'it', 'pt', 'ja', 'ar'] as const
export type Language = (typeof languages)[number]

/** What a BCP 47 tag names, and its language; undefined when it is no such tag, or of a language that pages do not speak. */
export function spokenIn(
  tag: string,
): { readonly locale: Intl.Locale; readonly language: Language } | undefined {
  try {
    const locale = new Intl.Locale(tag)
    const language = languages.find((known) => known === locale.language)
    return language && { locale, language }
  } catch {
    return undefined // The only way it has to say that the text is no tag.
  }
}
