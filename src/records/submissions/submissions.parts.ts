import type { MailSite } from '../../people/mail/mail.site.ts'
import type { Context } from '../../http/context.ts'
import type { Room } from './submissions.write.ts'

/** Who may propose something. */
export type Audience = 'off' | 'accounts' | 'everybody'

/** What submissions are made of. */
export interface SubmissionsParts {
  readonly context: Context
  /** The secret of the installation, by which links are sealed. */
  readonly secret: Buffer
  readonly now: () => Temporal.Instant
  /** Where links lead, and whether mails are sent. */
  readonly site: () => { readonly home: string; readonly mails: boolean; readonly mailSite: MailSite }
  /** Who may propose something by the settings. */
  readonly audience: () => Audience
  readonly room: () => Room
  /** How many a network may send in an hour. */
  readonly hourly: () => number
}
