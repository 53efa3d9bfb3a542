import type { Language } from '../../pure/text/language.ts'
import { ofPeople } from './ownTexts.ts'
import { locale } from './place.ts'
import { messages } from './messages.ts'
import type { Messages, Plural } from '../../pure/text/messages.ts'

type Simple<All extends Messages> = {
  [Name in keyof All]: All[Name]['en'] extends string ? Name : never
}[keyof All]

/** Says the texts of an area, in the language of the reader. */
interface Speaker<All extends Messages> {
  /** A text, with its `{words}` filled in. */
  readonly t: (name: Simple<All>, words?: Readonly<Record<string, string | number>>) => string
  /** The text for a number of things. */
  readonly tn: (
    name: Exclude<keyof All, Simple<All>>,
    count: number,
    words?: Readonly<Record<string, string>>,
  ) => string
}

const language = locale.split('-')[0] as Language // The page is in one of them.

/** The texts of an area of the interface, of which the reader's browser has loaded one language (`web/admin.bundle.ts`). */
export function textsOf<All extends Messages>(messages: All): Speaker<All> {
  // What the bundle has cut has the text itself in place of its languages.
  const textOf = (name: keyof All) => (messages[name]?.[language] ?? messages[name]) as string | Plural
  return {
    // The types of both names tell simple texts from those that depend on a number.
    t: (name, words = {}) => fill(textOf(name) as string, words),
    tn: (name, count, words = {}) => {
      const text = textOf(name) as Plural
      const form = text[plurals.select(count)] ?? text.other
      return fill(form, { ...words, count: numbers.format(count) })
    },
  }
}

/** The name of a text of the frame that depends on no number. */
export type TextName = Simple<typeof messages>

const plurals = new Intl.PluralRules(locale)
const numbers = new Intl.NumberFormat(locale)

/** The texts of the frame, the list of events and the editor. */
export const { t, tn } = textsOf(messages)

function fill(text: string, words: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(words[name] ?? whole))
}

/** A number in the language of the reader. */
export function numberText(value: number): string {
  return numbers.format(value)
}

/** Whether a comes before b in the language of the reader. */
export const compareTexts = new Intl.Collator(locale).compare

/** The text that HTML of somebody shows. Nothing of it runs or is loaded: the document it is read into is never shown. */
export function plain(html: string): string {
  if (!/[<&]/.test(html)) return ofPeople(html)
  return ofPeople(new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '')
}

/** What somebody has written, in whichever direction, within a line that is read from the right. */
export function apart(text: string): string {
  return text === '' || document.documentElement.dir !== 'rtl' ? text : `\u2068${text}\u2069`
}

/** What is known of something in one line, each of it in its own direction; what is not known is left out. */
export function line(...said: readonly (string | false | null | undefined)[]): string {
  return said.flatMap((one) => (one ? apart(one) : [])).join(' · ')
}
