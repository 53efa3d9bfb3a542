import { languages } from '../languages.ts'
import { locale } from '../place.ts'
import type { OwnField, Texts } from './asks.ts'

/** The language of the reader: new texts are in it. */
export const ownLanguage = languages.find((one) => one === locale.split('-')[0]) ?? 'en'

/** A text in the language of the reader, or else in the first that it is in. */
export function textOf(texts: Texts): string {
  return texts[ownLanguage] ?? Object.values(texts)[0] ?? ''
}

/** What a field is called. */
export function nameOf({ label, name }: Pick<OwnField, 'label' | 'name'>): string {
  return textOf(label) || name
}
