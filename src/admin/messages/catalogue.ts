/** A text that depends on a number, by the plural category of the language (CLDR); `{count}` stands for the number. */
export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string }

/** Texts by their names. */
export type Catalogue = Readonly<Record<string, string | Plural>>

/** The texts that English has, in one of the other languages: one that it lacks does not compile. */
export type Translated<English extends Catalogue> = {
  readonly [Name in keyof English]: English[Name] extends string ? string : Plural
}
