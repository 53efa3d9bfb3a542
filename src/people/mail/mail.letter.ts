import type { Locale } from '../../pure/locale/locale.ts'
import { type Content, type Html, html, joined, sanitised } from '../../pure/text/htmlTemplate.ts'
import {
  type LetterBlock,
  type LetterChange,
  type LetterEvent,
  type LetterPage,
  type Part,
  type Said,
  valueMarks,
} from './mail.letter.page.ts'
import { colourStyles, letterStyles, type Looks, styleSheet } from './mail.letter.style.ts'
import { letterText } from './mail.letter.text.ts'

/** The letter in both forms, which say the same: one column by tables, styles at the elements, and no picture at all. */
export function writeLetterPage(page: LetterPage): { readonly text: string; readonly html: string } {
  return { text: letterText(page), html: compact(documentOf(page).source) }
}

/** Without line breaks within tags, and empty lines: the signs that tell a tag are in no text of HTML as they are. */
function compact(source: string): string {
  return source
    .replaceAll(/\n+(?=[a-z:-]+=")/g, ' ')
    .replaceAll(/\n+(?=>)/g, '')
    .replaceAll(/\n+(?=\n<)/g, '')
}

/** The parts of a page that everything in it needs. */
interface Drawing {
  readonly looks: Looks
  /** The attributes of texts of the calendar. */
  readonly own: Html
  readonly lang: string | undefined
}

function documentOf(page: LetterPage): Html {
  const { locale, subject, beginning, site, badge, heading, lead, blocks, action } = page
  const { tag, direction } = locale
  const colours = colourStyles(page.colours)
  const looks = letterStyles(colours.light)
  const lang = isSameLanguage(tag, page.textsTag) ? undefined : page.textsTag
  const own = lang === undefined ? sanitised('dir="auto"') : html`dir="auto" lang="${lang}"`
  const drawing: Drawing = { looks, own, lang }
  return html`<!doctype html>
    <html
      lang="${tag}"
      dir="${direction}"
      xmlns:v="urn:schemas-microsoft-com:vml"
      xmlns:o="urn:schemas-microsoft-com:office:office"
    >
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no" />
        <title>${subject}</title>
        ${sanitised(forWord)}
        <style>
          ${sanitised(styleSheet(colours.dark))}
        </style>
      </head>
      <body class="paper" style="${looks.body}">
        <div style="${sanitised(unseen)}">${beginning}</div>
        <div
          role="article"
          aria-roledescription="email"
          aria-label="${subject}"
          lang="${tag}"
          dir="${direction}"
        >
          <table
            role="presentation"
            class="paper"
            width="100%"
            cellpadding="0"
            cellspacing="0"
            border="0"
            lang="${tag}"
            dir="${direction}"
            style="${looks.paper}"
          >
            <tr>
              <td align="center" style="padding:24px 0">
                ${sanitised('<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->')}
                <table
                  role="presentation"
                  class="card"
                  width="100%"
                  cellpadding="0"
                  cellspacing="0"
                  border="0"
                  style="${looks.card};text-align:${startOf(locale)}"
                >
                  <tr>
                    <td class="bar" style="${looks.bar}">&nbsp;</td>
                  </tr>
                  <tr>
                    <td class="pad sans" style="padding:24px 36px 0">
                      <a class="ink" href="${site.url}" style="${looks.site}" ${own}>${site.name}</a>
                    </td>
                  </tr>
                  <tr>
                    <td class="pad" style="padding:18px 36px 0">
                      ${badge === undefined ? undefined : html`<p class="badbg" style="${looks.badge}">${badge}</p>`}
                      <h1 class="h1 ink" style="${looks.h1}">${spoken(heading, drawing)}</h1>
                      <p class="dim" style="${looks.lead}">${spoken(lead, drawing)}</p>
                    </td>
                  </tr>
                  ${blocks.map((block) => blockOf(block, drawing))}
                  <tr>
                    <td class="pad" style="padding:28px 36px 36px">
                      <table role="presentation" cellpadding="0" cellspacing="0" border="0">
                        <tr>
                          <td class="key" style="${looks.keyCell}">
                            <a class="key wide" href="${action.url}" style="${looks.key}"
                              >${spoken(action.text, drawing)}</a
                            >
                          </td>
                        </tr>
                      </table>
                    </td>
                  </tr>
                </table>
                ${footOf(page, drawing)} ${sanitised('<!--[if mso]></td></tr></table><![endif]-->')}
              </td>
            </tr>
          </table>
        </div>
      </body>
    </html>`
}

function footOf({ locale, foot: { why, change, stop, imprint } }: LetterPage, drawing: Drawing): Html {
  const { looks } = drawing
  const link = ({ text, url }: typeof change) =>
    html`<a class="accent" href="${url}" style="${looks.footLink}">${text}</a>`
  return html`<table
    role="presentation"
    class="paper"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    border="0"
    style="${looks.foot};text-align:${startOf(locale)}"
  >
    <tr>
      <td class="pad sans dim" style="${looks.footCell}">
        <p style="margin:0 0 10px">
          ${why.map((said, at) => [at > 0 ? ' ' : undefined, spoken(said, drawing)])}
        </p>
        <p style="margin:0 0 10px">${link(change)} &nbsp;&middot;&nbsp; ${link(stop)}</p>
        ${imprint === '' ? undefined : html`<p style="margin:0;white-space:pre-line" ${drawing.own}>${imprint}</p>`}
      </td>
    </tr>
  </table>`
}

function blockOf(block: LetterBlock, drawing: Drawing): Content {
  const { looks, own } = drawing
  switch (block.is) {
    case 'heading':
      return html`<tr>
        <td class="pad" style="padding:30px 36px 0">
          <h2 class="ink line" style="${looks.h2}" ${block.isOwn ? own : undefined}>${block.text}</h2>
        </td>
      </tr>`
    case 'event':
      return eventOf(block, drawing)
    case 'change':
      return changeOf(block, drawing)
    case 'prose':
      return html`<tr>
        <td class="pad sans ink" style="${looks.proseCell}" ${own}>${sanitised(block.html)}</td>
      </tr>`
    default:
      return html`<tr>
        <td class="pad sans" style="padding:22px 36px 0">
          <p style="margin:0">
            <a class="accent" href="${block.url}" style="${looks.more}">${block.text}</a>
          </p>
        </td>
      </tr>`
  }
}

function eventOf(
  { time, title, url, isOff, lines, state }: LetterEvent,
  { looks, own, lang }: Drawing,
): Html {
  const reason = (text: string) => html`: <span ${own} style="font-weight:400">${text}</span>`
  return html`<tr>
    <td class="pad" style="padding:14px 36px 0">
      <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
        <tr>
          <td class="time sans dim" width="88" valign="top" style="${looks.time}">${time}</td>
          <td valign="top" class="sans">
            <h3 ${own} style="${looks.h3}">
              <a class="accent" href="${url}" style="${looks.eventLink}"
                >${isOff ? html`<s>${title}</s>` : title}</a
              >
            </h3>
            ${lines.map(
              (line) =>
                html`<p class="dim" dir="auto" style="${looks.line}">
                  ${joined(
                    line.map((part) => partOf(part, lang)),
                    ' · ',
                  )}
                </p>`,
            )}
            ${state && html`<p class="bad" style="${looks.bad}">${state.text}${state.reason === '' ? undefined : reason(state.reason)}</p>`}
          </td>
        </tr>
      </table>
    </td>
  </tr>`
}

function partOf({ text, isOwn }: Part, lang: string | undefined): Content {
  return isOwn && lang !== undefined ? html`<bdi lang="${lang}">${text}</bdi>` : text
}

function changeOf({ label, was, now, reason = '' }: LetterChange, { looks, own }: Drawing): Html {
  // Both may be a name of the calendar: the direction of a line is that of its words.
  return html`<tr>
    <td class="pad" style="padding:18px 36px 0">
      <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
        <tr>
          <td class="time sans dim" width="88" valign="top" style="${looks.label}">${label}</td>
          <td valign="top" class="sans">
            ${was === '' ? undefined : html`<p class="dim" style="${looks.was}">${struck(was)}</p>`}
            <p class="ink" style="${looks.now}">${isolated(now)}</p>
            ${reason === '' ? undefined : html`<p class="ink" ${own} style="${looks.reason}">${reason}</p>`}
          </td>
        </tr>
      </table>
    </td>
  </tr>`
}

/** `was {value}`, with the value struck through. */
function struck(text: string): Content {
  return marked(text, (value) => html`<s><bdi>${value}</bdi></s>`)
}

function isolated(text: string): Content {
  return marked(text, (value) => html`<bdi>${value}</bdi>`)
}

function marked(text: string, draw: (value: string) => Html): Content {
  const [before = '', rest = ''] = text.split(valueMarks[0])
  const [value = '', after = ''] = rest.split(valueMarks[1])
  return [before, draw(value), after]
}

/** The sentence with its words filled in, each in its own language and direction. */
function spoken({ text, words = {} }: Said, { lang }: Drawing): Content {
  return text.split(/(\{\w+\})/).map((part) => {
    const word = part.startsWith('{') ? words[part.slice(1, -1)] : undefined
    if (word === undefined) return part
    return lang === undefined ? html`<bdi>${word}</bdi>` : html`<bdi lang="${lang}">${word}</bdi>`
  })
}

function isSameLanguage(one: string, other: string): boolean {
  return new Intl.Locale(one).language === new Intl.Locale(other).language
}

function startOf({ direction }: Locale): string {
  return direction === 'rtl' ? 'right' : 'left'
}

const unseen =
  'display:none;font-size:1px;line-height:1px;max-height:0;max-width:0;opacity:0;overflow:hidden;mso-hide:all'

const forWord =
  '<!--[if mso]><noscript><xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml></noscript><style>td,p,a,h1,h2,h3{font-family:Georgia,serif}td.sans,td.sans p,td.sans a{font-family:Arial,sans-serif}</style><![endif]-->'
