import type { Context } from '../../http/context.ts'
import type { Site } from '../../http/site.ts'
import type { Theme } from '../../people/settings/theme.ts'
import type { LinkSite } from '../../people/accounts/accounts.links.write.ts'

/** What dealing with letters takes; settings are read when they are needed. */
export interface LettersParts {
  readonly context: Context
  /** The secret of the installation, by which links are sealed. */
  readonly secret: Buffer
  readonly now: () => Temporal.Instant
  readonly log: (message: string) => void
  /** Where links lead, and whether mails are sent. */
  readonly site: () => LinkSite & { readonly links: Site }
  readonly settings: () => LetterSettings
  /** What the calendar is called on its pages, and its colours. */
  readonly look: () => { readonly name: string; readonly theme: Theme }
}

/** What the settings say of letters. */
export interface LetterSettings {
  readonly isOn: boolean
  readonly imprint: string
  readonly perMinute: number
  readonly settle_s: number
  /** How many times in an hour a network may ask. */
  readonly hourly: number
}

/** Whether visitors may have themselves told: that is wanted, mails are sent, and links in them lead somewhere. */
export function isOffered({ settings, site }: Pick<LettersParts, 'settings' | 'site'>): boolean {
  return settings().isOn && site().mails
}
