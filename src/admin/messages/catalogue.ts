import type { en } from './en.ts'

/** A text that depends on a number, by the plural category of the language (CLDR); `{count}` stands for the number. */
export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string }

/** Texts by their names. */
export type Catalogue = Readonly<Record<string, string | Plural>>

/** All texts of the editing interface in one language: a text that English has and another language lacks does not compile. */
export type Messages = {
  readonly [Key in keyof typeof en]: (typeof en)[Key] extends string ? string : Plural
}
