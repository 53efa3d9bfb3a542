import type { Html } from '../../pure/text/htmlTemplate.ts'
import type { View } from './calendar.address.ts'

/** A public page without the header and footer of the site. */
export interface Page {
  /** By default 200. */
  readonly status?: number
  /** As plain text. */
  readonly title: string
  /** The number of the part, if it has several and this is not the first. */
  readonly part?: string | undefined
  /** A summary in a sentence or two, as plain text. */
  readonly summary?: string
  /** The canonical address of the page, to which others redirect. */
  readonly canonical?: string
  /** The address of the same record in the service. */
  readonly json?: string
  /** The address of its events in the service, unless these are all upcoming ones. */
  readonly events?: string
  /** The feeds of its events. */
  readonly feeds?: readonly FeedLink[]
  /** schema.org data about what the page is about, and about its list of events. */
  readonly jsonLd?: object
  readonly itemList?: object
  /** A picture for previews on other sites. */
  readonly image?: { readonly url: string; readonly width: number; readonly height: number }
  /** Whether it is the front page. */
  readonly isHome?: boolean
  /** The view that it is, if any. */
  readonly view?: View
  /** The pages before and after it in a list. */
  readonly previous?: string | undefined
  readonly next?: string | undefined
  /** Whether search engines should leave it out, as one of many views of what has pages of its own. */
  readonly isUnlisted?: boolean
  /** Whether search engines should not follow its links either, as years of empty pages are before and after it. */
  readonly isDeadEnd?: boolean
  /** The names of scripts and stylesheets that it needs beside those of all pages. */
  readonly scripts?: readonly string[]
  readonly styles?: readonly string[]
  /** As {@link Answer.holdsUntil} of the service; without it the page is made anew every second. */
  readonly holdsUntil?: number | undefined
  /** Whether its address is a secret, of which other sites are told nothing. */
  readonly isSecret?: boolean
  /** The sites that may show it in a frame, as in a policy; such a page has no header and footer. By default none. */
  readonly framedBy?: string
  /** Whether it stands before the calendar, as signing in does: without the links of the site, and never kept by anybody. */
  readonly door?: 'narrow' | 'wide'
  /** The parameters of its address that the same page in another language has too. */
  readonly kept?: Readonly<Record<string, string>>
  /** What stands at the foot of such a page. */
  readonly doorNote?: string
  /** What stands above the page for who may change what it shows; such a page is kept by nobody. */
  readonly bar?: Html | undefined
  readonly main: Html
  /** The whole document instead, of a program that draws itself. */
  readonly document?: Html
}

/** A feed that a page links to. */
export interface FeedLink {
  readonly mediaType: string
  /** The name of its format. */
  readonly name: string
  readonly url: string
}
