import { type Content, type Html, html, sanitised } from '../../pure/text/htmlTemplate.ts'
import { languageOf } from './languages.ts'
import type { Visit } from './visit.ts'

/** In which language the page is, and in which the texts of the calendar are. */
export interface Spoken {
  readonly locale: Pick<Visit['locale'], 'tag'>
  readonly siteLocale: Pick<Visit['locale'], 'tag'>
}

/** The language of the calendar’s texts where it is another than that of the page, which has to say so (WCAG 2.2, 3.1.2). */
export function langOf({ locale, siteLocale }: Spoken): string | undefined {
  return languageOf(locale) === languageOf(siteLocale) ? undefined : siteLocale.tag
}

/** The same as an attribute. */
export function langOfTexts(spoken: Spoken): Html | undefined {
  const lang = langOf(spoken)
  return lang === undefined ? undefined : sanitised(`lang="${lang}"`)
}

/** The attributes of an element that holds a text of the calendar: the direction of its letters, and its language. */
export function ofTexts(spoken: Spoken): Html {
  const lang = langOfTexts(spoken)
  return lang ? sanitised(`dir="auto" ${lang.source}`) : sanitised('dir="auto"')
}

/** A text of the calendar within a line of the page; `isCut`: whether its place may not show all of it. There are hundreds on a page: not a byte more than it takes. */
export function ownText(spoken: Spoken, text: string, { isCut = false } = {}): Html {
  const lang = langOfTexts(spoken)
  const more = [lang, isCut ? html`title="${text}"` : undefined].flatMap((one) => (one ? [' ', one] : []))
  return html`<bdi${more}>${text}</bdi>`
}

/** A sentence of the page with texts of the calendar in it, for each of its `{words}`. */
export function sayOfTexts(spoken: Spoken, text: string, words: Readonly<Record<string, string>>): Content {
  return text.split(/(\{\w+\})/).map((part) => {
    const word = words[part.slice(1, -1)]
    return part.startsWith('{') && word !== undefined ? ownText(spoken, word) : part
  })
}

/** Texts of the calendar on one line, by the comma of the letters in which they are written. */
export function onOneLine(texts: readonly string[]): string {
  const said = texts.filter((text) => text !== '')
  const all = said.join('')
  if (/\p{Script=Arabic}/u.test(all)) return said.join('، ')
  return said.join(/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(all) ? '、' : ', ')
}
