import type { Setup } from '../../people/accounts/accounts.setup.ts'
import type { Accounts } from '../../people/accounts/accounts.ts'
import type { Passkeys } from '../../people/accounts/passkeys.ts'
import type { Authenticator } from '../../http/auth/authenticate.ts'
import type { Identify } from '../../http/auth/identify.ts'
import type { AnswerCache } from '../../http/answers.ts'
import type { ServerSettings } from '../../http/serverParts.ts'
import type { Context } from '../../http/context.ts'
import type { Guests } from '../../records/registration/guests.ts'
import type { Letters } from '../../records/letters/letters.ts'
import type { Submissions } from '../../records/submissions/submissions.ts'
import type { Assets } from './assets.ts'
import type { Locale } from '../../pure/locale/locale.ts'
import type { Tiles, Visit } from './visit.ts'

/** What the public pages are made of. */
export interface WebOptions {
  readonly context: Context
  readonly settings: ServerSettings
  readonly siteName: string
  readonly siteDescription: string
  readonly assets: Assets
  readonly logo: string | undefined
  readonly tiles: Tiles
  readonly siteLinks: Visit['siteLinks']
  readonly footerLinks: Visit['footerLinks']
  readonly contact: Visit['contact']
  readonly formerBases: Visit['formerBases']
  /** What people call the provider that they may sign in with; undefined for none. */
  readonly provider: string | undefined
  readonly now: () => Temporal.Instant
  /** The kept answers to anonymous reads. */
  readonly answers: AnswerCache
  /** The locale of a reader by their `Accept-Language`. */
  readonly localeFor: (acceptLanguage: string | undefined) => Locale
  /** The first day of the week where a setting says it, from 1 for Monday to 7 for Sunday. */
  readonly firstDay: number | undefined
  /** Who asks, by Authorization header or cookie; throws 401, 403 or 429. */
  readonly identify: Identify
  readonly signIn: Authenticator['signIn']
  readonly recover: Authenticator['recover']
  readonly passkeys: Passkeys
  readonly accounts: Accounts
  readonly setup: Setup
  readonly submissions: Submissions
  /** Who registers for events. */
  readonly guests: Guests
  /** What visitors are told by mail. */
  readonly letters: Letters
  /** What a new calendar begins with, and which settings the environment fixes. */
  readonly beginning: () => {
    readonly siteName: string
    readonly siteDescription: string
    readonly siteZone: string
    readonly siteLocale: string
    readonly fixed: ReadonlySet<string>
  }
  /** Resolves when the look is the current one: the members that follow from settings change while the service runs. */
  readonly follow: () => Promise<void>
  /** Whether an error means that the same request may work later. */
  readonly isPassing: (error: unknown) => boolean
}
