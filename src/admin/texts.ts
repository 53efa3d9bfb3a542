import { locale } from './place.ts'
import type { Messages, Plural } from './messages/catalogue.ts'

/** The texts of each language, in a file of its own: only that of the reader is loaded. */
const catalogues: Readonly<Record<string, () => Promise<Messages>>> = {
  en: () => import('./messages/en.ts').then(({ en }) => en),
  de: () => import('./messages/de.ts').then(({ de }) => de),
  fr: () => import('./messages/fr.ts').then(({ fr }) => fr),
  es: () => import('./messages/es.ts').then(({ es }) => es),
  nl: () => import('./messages/nl.ts').then(({ nl }) => nl),
  it: () => import('./messages/it.ts').then(({ it }) => it),
  pt: () => import('./messages/pt.ts').then(({ pt }) => pt),
  ja: () => import('./messages/ja.ts').then(({ ja }) => ja),
  ar: () => import('./messages/ar.ts').then(({ ar }) => ar),
}

let texts: Messages

/** Loads the texts of the language of the page. */
export async function loadTexts(): Promise<void> {
  const load = catalogues[locale.split('-')[0] ?? ''] ?? catalogues['en']
  if (load) texts = await load()
}

type Simple = { [Key in keyof Messages]: Messages[Key] extends string ? Key : never }[keyof Messages]
type Counting = Exclude<keyof Messages, Simple>

/** The name of a text. */
export type TextName = Simple

/** A text in the language of the reader, with its `{words}` filled in. */
export function t(name: Simple, words: Readonly<Record<string, string | number>> = {}): string {
  return fill(texts[name], words)
}

/** The text for a number of things. */
export function tn(name: Counting, count: number, words: Readonly<Record<string, string>> = {}): string {
  const text: Plural = texts[name]
  const form = text[plurals.select(count)] ?? text.other
  return fill(form, { ...words, count: numbers.format(count) })
}

function fill(text: string, words: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(words[name] ?? whole))
}

const plurals = new Intl.PluralRules(locale)
const numbers = new Intl.NumberFormat(locale)

/** A number in the language of the reader. */
export function numberText(value: number): string {
  return numbers.format(value)
}

/** Whether a comes before b in the language of the reader. */
export const compareTexts = new Intl.Collator(locale).compare

/** The text that HTML shows. Nothing of it runs or is loaded: the document it is read into is never shown. */
export function plain(html: string): string {
  if (!/[<&]/.test(html)) return html
  return new DOMParser().parseFromString(html, 'text/html').body.textContent ?? ''
}
