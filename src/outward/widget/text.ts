import type { WidgetMessages } from './widget.texts.ts'

/** The texts of the widget in one language. */
export interface Language {
  /** A BCP 47 tag, for formats. */
  readonly tag: string
  readonly direction: 'ltr' | 'rtl'
  readonly messages: WidgetMessages
  /** The language of the calendar’s own texts where it is another one, which these then say (WCAG 2.2, 3.1.2). */
  readonly ofTexts?: string | undefined
  /** The first day of the week, from 1 for Monday to 7 for Sunday, where the site says it. */
  readonly firstDay?: number | undefined
}

/** The texts by language, which the server puts before this script. */
declare const kalendsMessages: Readonly<Record<string, WidgetMessages>> & { readonly en: WidgetMessages }

/** The language of an element: its own or an ancestor’s `lang`, else the reader’s; English if there are no texts in it. */
export function languageOf(element: Element): Language {
  const wanted = [langAround(element), ...navigator.languages]
  for (const tag of wanted) {
    const messages = kalendsMessages[primary(tag)]
    if (messages) return { tag, messages, direction: primary(tag) === 'ar' ? 'rtl' : 'ltr' }
  }
  return { tag: 'en', messages: kalendsMessages.en, direction: 'ltr' }
}

/** The language with the region of the site where it has none of its own, so that dates and weeks are as they are there; and what its texts are in. */
export function besideTextsOf(site: string, language: Language): Language {
  const region = regionOf(site)
  const ofTexts = site === '' || primary(site) === primary(language.tag) ? undefined : site
  if (region === undefined || regionOf(language.tag) !== undefined) return { ...language, ofTexts }
  return { ...language, ofTexts, tag: new Intl.Locale(language.tag, { region }).toString() }
}

/** A text in this language, else in that of the calendar, else in the first that there is; with that one, where it is another. */
export function textFor(
  texts: Readonly<Record<string, string>>,
  { tag, ofTexts = tag }: Language,
): { readonly typed: string; readonly lang: string | undefined } {
  const [first = ''] = Object.keys(texts)
  const found = [primary(tag), primary(ofTexts)].find((one) => texts[one] !== undefined) ?? first
  return { typed: texts[found] ?? '', lang: found === primary(tag) ? undefined : found }
}

function regionOf(tag: string): string | undefined {
  return tag === '' ? undefined : new Intl.Locale(tag).region
}

/** The text with its `{words}` filled in. */
function say(text: string, words: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => words[name] ?? whole)
}

/** The text for a number of events. */
export function countText(language: Language, count: number): string {
  return numbered(language, 'results', count)
}

/** The text for how many more events a day has. */
export function moreText(language: Language, count: number): string {
  return numbered(language, 'moreThatDay', count)
}

function numbered({ tag, messages }: Language, name: 'results' | 'moreThatDay', count: number): string {
  const text = messages[name][new Intl.PluralRules(tag).select(count)] ?? messages[name].other
  return say(text, { count: new Intl.NumberFormat(tag).format(count) })
}

function langAround(element: Element): string {
  return element.closest('[lang]')?.getAttribute('lang') ?? ''
}

function primary(tag: string): string {
  return tag.toLowerCase().split('-')[0] ?? ''
}
