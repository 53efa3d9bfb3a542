import { type Language, languages } from './language.ts'

/** A text that depends on a number, by the plural category of the language (CLDR); `{count}` stands for the number. */
export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string }

/** Texts by their names, each in all languages: one that lacks a language does not compile. */
export type Messages = Readonly<Record<string, Readonly<Record<Language, string> | Record<Language, Plural>>>>

/** These texts in one language. */
export type InLanguage<All extends Messages> = {
  readonly [Name in keyof All]: All[Name]['en'] extends string ? string : Plural
}

/** The texts in one of the languages. */
export function inLanguage<All extends Messages>(messages: All, language: Language): InLanguage<All> {
  const texts = Object.entries(messages).map(([name, text]) => [name, text[language]])
  return Object.fromEntries(texts) as InLanguage<All> // Each has its name and kind from the text it is of.
}

/** The texts by language, each as {@link inLanguage} has them. */
export function inEachLanguage<All extends Messages>(
  messages: All,
): Readonly<Record<Language, InLanguage<All>>> {
  const all = languages.map((language) => [language, inLanguage(messages, language)])
  return Object.fromEntries(all) as Record<Language, InLanguage<All>> // All languages were asked.
}
