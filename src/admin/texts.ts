import { locale } from './place.ts'
import type { Catalogue, Plural, Translated } from './messages/catalogue.ts'
import type { en } from './messages/en.ts'

/** The texts of each language, in a file of its own: only that of the reader is loaded. */
type Catalogues<Texts> = Readonly<Record<'en', () => Promise<Texts>> & Record<string, () => Promise<Texts>>>

type Simple<Texts extends Catalogue> = {
  [Name in keyof Texts]: Texts[Name] extends string ? Name : never
}[keyof Texts]

/** Says the texts of a catalogue, in the language of the reader. */
interface Speaker<Texts extends Catalogue> {
  /** A text, with its `{words}` filled in. */
  readonly t: (name: Simple<Texts>, words?: Readonly<Record<string, string | number>>) => string
  /** The text for a number of things. */
  readonly tn: (
    name: Exclude<keyof Texts, Simple<Texts>>,
    count: number,
    words?: Readonly<Record<string, string>>,
  ) => string
}

function load<Texts extends Catalogue>(catalogues: Catalogues<Texts>): Promise<Texts> {
  return (catalogues[locale.split('-')[0] ?? ''] ?? catalogues.en)()
}

function speaker<Texts extends Catalogue>(texts: () => Texts): Speaker<Texts> {
  return {
    // The types of both names tell simple texts from those that depend on a number.
    t: (name, words = {}) => fill(texts()[name] as string, words),
    tn: (name, count, words = {}) => {
      const text = texts()[name] as Plural
      const form = text[plurals.select(count)] ?? text.other
      return fill(form, { ...words, count: numbers.format(count) })
    },
  }
}

/**
 * The texts of an area of the interface, loaded with its screens: a screen's module waits for them.
 *
 * @example export const { t, tn } = await areaTexts<typeof en>({ en: async () => (await import('./messages/en.ts')).en, … })
 */
export async function areaTexts<English extends Catalogue>(
  catalogues: Catalogues<Translated<English>>,
): Promise<Speaker<Translated<English>>> {
  const texts = await load(catalogues)
  return speaker(() => texts)
}

type Messages = Translated<typeof en>

const frame: Catalogues<Messages> = {
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

/** Loads the texts that the frame, the list of events and the editor say. */
export async function loadTexts(): Promise<void> {
  texts = await load(frame)
}

/** The name of a text of the frame that depends on no number. */
export type TextName = Simple<Messages>

const plurals = new Intl.PluralRules(locale)
const numbers = new Intl.NumberFormat(locale)

/** The texts of the frame, the list of events and the editor. */
export const { t, tn } = speaker(() => texts)

function fill(text: string, words: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(words[name] ?? whole))
}

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
