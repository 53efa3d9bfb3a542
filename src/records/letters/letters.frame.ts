import type { Locale } from '../../pure/locale/locale.ts'
import {
  type LetterBlock,
  type LetterPage,
  type Said,
  plainSaid,
} from '../../people/mail/mail.letter.page.ts'
import { writeLetterPage } from '../../people/mail/mail.letter.ts'
import { mailTexts, type MailTexts } from '../../people/mail/mail.texts.ts'
import { places, type Rendered, type Rendering } from './letters.types.ts'

/** Longer texts of the calendar are cut: a mail of sixty events is to stay below what programs show whole. */
const longest = { title: 160, place: 120, reason: 200 } as const

/** A text of the calendar on one line, as long as mails have it. */
export function cut(text: string, kind: keyof typeof longest): string {
  const letters = [...text]
  return letters.length > longest[kind] ? `${letters.slice(0, longest[kind]).join('').trimEnd()}…` : text
}

/** How long the HTML of a letter is at most, in bytes: Gmail shows 102 kB of a mail. */
const mostBytes = 95_000

/** What is drawn of as many as there is room for in a mail, of so many at most. */
export function fitting<Drawn extends Rendered>(count: number, drawn: (most: number) => Drawn): Drawn {
  for (let most = count; ;) {
    const rendered = drawn(most)
    const bytes = Buffer.byteLength(rendered.html)
    if (bytes < mostBytes || most <= 1) return rendered
    // Long texts in letters of three bytes.
    most = Math.max(1, Math.min(most - 1, Math.floor((most * mostBytes) / bytes)))
  }
}

/** The address of a page of the calendar, in the reader’s language where that is not the site’s: links have no other parameter. */
export function linkTo({ localeFor }: Rendering, { language }: Locale, url: string): string {
  if (language === localeFor('').language) return url
  const address = new URL(url)
  address.searchParams.set('lang', language)
  return address.href
}

/** What is said by one letter. */
export interface LetterContent extends Pick<LetterPage, 'badge' | 'heading' | 'lead' | 'beginning'> {
  /** Instead of the heading. */
  readonly subject?: string
  readonly blocks: readonly LetterBlock[]
  readonly action: LetterPage['action']
  /** Why one gets it, by the names of its texts, what `{what}` is in them, and what of ours follows that. */
  readonly why: readonly (keyof MailTexts)[]
  readonly what: string
  readonly whatElse?: string
  readonly stop: 'letterStop' | 'letterStopThis'
  /** The language of its texts, where that is not the site’s. */
  readonly language?: string
}

/** A letter in its frame, with places for the links of whoever gets it. */
export function framed(rendering: Rendering, locale: Locale, content: LetterContent): Rendered {
  const { site, siteName, localeFor, imprint, theme } = rendering
  const texts = mailTexts(locale)
  const {
    why,
    what,
    whatElse = '',
    stop,
    language = '',
    heading,
    subject = plainSaid(heading),
    ...rest
  } = content
  const sentence = (name: keyof MailTexts): Said => ({
    text: texts[name].replace('{what}', `{what}${whatElse}`),
    words: { what },
  })
  const written = writeLetterPage({
    ...rest,
    locale,
    subject,
    heading,
    textsTag: language === '' ? localeFor('').tag : language,
    site: { name: siteName, url: linkTo(rendering, locale, `${site.home}/`) },
    foot: {
      why: why.map(sentence),
      change: { text: texts.letterChange, url: `${site.home}/mail/settings/${places.settings}` },
      stop: { text: texts[stop], url: `${site.home}/mail/leave/${places.leave}` },
      imprint,
    },
    colours: theme.colours,
  })
  return { subject, ...written }
}
