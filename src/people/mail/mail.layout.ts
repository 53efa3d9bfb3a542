import type { Locale } from '../../pure/locale/locale.ts'
import { say } from '../../pure/locale/locale.ts'
import { type Html, html, sanitised } from '../../pure/text/htmlTemplate.ts'

/** What a text of the catalogues is filled in with, by the names in its braces. */
export type Words = Readonly<Record<string, string>>

/** What stands in a mail, from top to bottom. */
export interface Letter {
  readonly subject: string
  readonly words: Words
  readonly paragraphs: readonly string[]
  /** What the reader is to do. */
  readonly action?: { readonly text: string; readonly url: string } | undefined
  /** What is said below that. */
  readonly remarks: readonly string[]
  readonly ending: string
}

/** The letter as plain text and as HTML: the same in both. Addresses stand on lines of their own, where no program breaks them. */
export function writeLetter(locale: Locale, letter: Letter): { text: string; html: string } {
  return { text: textOf(letter), html: htmlOf(locale, letter).source }
}

function textOf({ words, paragraphs, action, remarks, ending }: Letter): string {
  const said = (texts: readonly string[]) => texts.map((text) => say(text, words))
  const asked = action === undefined ? [] : [`${action.text}:\n${action.url}`]
  return `${[...said(paragraphs), ...asked, ...said(remarks), `-- \n${say(ending, words)}`].join('\n\n')}\n`
}

// Programs that show mails drop style sheets, and the attributes of `html` and `body`: all stands at the elements themselves. Without
// colours of its own a mail is light or dark as its reader has it.
const column = 'max-width:34em;margin:0 auto;font:16px/1.5 system-ui,sans-serif'
const button =
  'display:inline-block;padding:10px 18px;border-radius:6px;background:#1f4b99;color:#ffffff;font-weight:600;text-decoration:none'
const small = 'font-size:14px;opacity:0.8'

function htmlOf({ tag, direction }: Locale, letter: Letter): Html {
  const { subject, words, paragraphs, action, remarks, ending } = letter
  return html`<!doctype html>
    <html lang="${tag}" dir="${direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>${subject}</title>
      </head>
      <body style="margin:0;padding:24px">
        <div lang="${tag}" dir="${direction}" style="${column}">
          ${paragraphs.map((text) => html`<p>${filled(text, words)}</p>`)}
          ${action && html`<p><a href="${action.url}" style="${button}">${action.text}</a></p>`}
          ${action && html`<p dir="ltr" style="${small};word-break:break-all">${action.url}</p>`}
          ${remarks.map((text) => html`<p style="${small}">${filled(text, words)}</p>`)}
          <hr style="border:0;border-top:1px solid;opacity:0.3" />
          <p style="${small}">${filled(ending, words)}</p>
        </div>
      </body>
    </html>`
}

/** The text with its words filled in, each of which keeps the direction of its own script. */
function filled(text: string, words: Words): Html {
  const parts = text.split(/(\{\w+\})/)
  return sanitised(
    parts
      .map((part) => {
        const word = /^\{(\w+)\}$/.exec(part)?.[1]
        const filling = word === undefined ? undefined : words[word]
        return (filling === undefined ? html`${part}` : html`<bdi>${filling}</bdi>`).source
      })
      .join(''),
  )
}
