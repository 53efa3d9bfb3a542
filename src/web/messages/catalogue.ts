import type { en } from './en.ts'

/** A text that depends on a number, by the plural category of the language (CLDR); `{count}` stands for the number. */
export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string }

/** Texts by their names. */
export type Catalogue = Readonly<Record<string, string | Plural>>

/** Texts in another language than English: one that English has and another language lacks does not compile. */
export type Texts<English extends Catalogue> = {
  readonly [Key in keyof English]: English[Key] extends string ? string : Plural
}

/** All texts of the pages in one language. */
export type Messages = Texts<typeof en>
