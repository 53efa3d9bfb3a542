/** The languages that the calendar speaks, as its services name them. */
export const languages = ['en', 'de', 'fr', 'es', 'nl', 'it', 'pt', 'ja', 'ar'] as const

/** A language, with its region if it has one, in itself. */
export function languageName(tag: string): string {
  return new Intl.DisplayNames([tag], { type: 'language', languageDisplay: 'standard' }).of(tag) ?? tag
}
