import type { Config } from '../../config/config.ts'
import type { Caller } from '../../http/auth/rights.ts'
import type { Site } from '../../http/site.ts'
import type { Context } from '../../http/context.ts'
import type { Letters } from '../../records/letters/letters.ts'
import type { Guests } from '../../records/registration/guests.ts'
import type { Submissions } from '../../records/submissions/submissions.ts'
import type { Assets } from './assets.ts'
import type { Locale } from '../../pure/locale/locale.ts'
import type { FormerPath } from '../../config/config.readers.ts'

/** What all pages have in common. */
export interface Masthead {
  readonly siteName: string
  readonly siteDescription: string
  readonly assets: Assets
  /** Where the logo of the site is below its home, if it has one. */
  readonly logo: string | undefined
  readonly tiles: Tiles
  /** The operator’s own links in the header. */
  readonly siteLinks: readonly { readonly url: string; readonly text: string }[]
  /** Those in the footer. */
  readonly footerLinks: readonly { readonly url: string; readonly text: string }[]
  readonly contact: SiteContact
}

/** Whom people write to, as addresses (`mailto:` or `https:`), and what the accessibility statement says. */
export interface SiteContact {
  readonly security: readonly string[]
  /** Empty: there is no statement. */
  readonly accessibility: string
  readonly enforcement: string
  readonly status: Config['accessibilityStatus']
  readonly exceptions: string
}

/** The tiles of maps; without an address, maps have none. */
export interface Tiles {
  /** With `{z}`, `{x}` and `{y}`. */
  readonly url: string
  /** Who they are by. */
  readonly attribution: string
}

/** The first words of addresses, which a site may have in its own language: of the calendar, of posts, and of terms. */
export type Bases = Readonly<Record<FormerPath, readonly string[]>>

/** One request for a page, with what pages are made of. */
export interface Visit extends Masthead {
  readonly context: Context
  /** The words in addresses of a site that was moved here. */
  readonly formerBases: Partial<Bases>
  readonly site: Site
  readonly locale: Locale
  /** The language and the formats of the site. */
  readonly siteLocale: Locale
  /** The reader, who sees what the service would show them. */
  readonly caller: Caller
  readonly now: Temporal.Instant
  /** What people call the provider that they may sign in with; undefined for none. */
  readonly provider: string | undefined
  /** Whether there are passkeys at the address of the site. */
  readonly hasPasskeys: boolean
  /** Whether visitors may have themselves told by mail. */
  readonly isMailOffered: boolean
  /** Who may propose events. */
  /** Whether visitors may have themselves told by mail, and what letters say at their foot. */
  readonly letters: Pick<Letters, 'isOffered' | 'parts' | 'elsewhere'>
  readonly proposals: Pick<Submissions, 'isOpenTo' | 'audience' | 'formTime' | 'isTimely'>
  /** Who registers for events. */
  readonly guests: Pick<Guests, 'parts'>
  /** The client’s address. */
  readonly from: string
  /** The path of the address, below the home of the site. */
  readonly path: string
  /** The query of the address. */
  readonly query: URLSearchParams
}
