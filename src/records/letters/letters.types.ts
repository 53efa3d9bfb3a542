import type { Selectable } from 'kysely'
import type { Zone } from '../../pure/calendar/zone.ts'
import type { Locale } from '../../pure/locale/locale.ts'
import type { Context } from '../../http/context.ts'
import type { Site } from '../../http/site.ts'
import type { Theme } from '../../people/settings/theme.ts'
import type {
  DigestsTable,
  LetterIssuesTable,
  LetterListsTable,
  LettersTable,
  SubscribersTable,
  SubscriptionRequestsTable,
  SubscriptionsTable,
} from '../../storage/schema/tables.letters.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'

export type SubscriberRow = Selectable<SubscribersTable>
export type RequestRow = Selectable<SubscriptionRequestsTable>
export type DigestRow = Selectable<DigestsTable>
export type SubscriptionRow = Selectable<SubscriptionsTable>
export type LetterListRow = Selectable<LetterListsTable>
export type IssueRow = Selectable<LetterIssuesTable>
export type LetterRow = Selectable<LettersTable>

/** How often a digest comes, when by the clock of the site, and of which days. */
export type Rhythm = Pick<DigestRow, 'frequency' | 'weekday' | 'day' | 'at' | 'covers'>

/** What stands in a body in the place of the secret part of two links, which are those of whoever gets it. */
export const places = { settings: 'SETTINGS-OF-THE-READER', leave: 'LEAVE-OF-THE-READER' } as const

/** What an issue says in a language: both forms have the two {@link places}. */
export interface Rendered {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** What mails of letters are made with. */
export interface Rendering {
  readonly context: Context
  /** Where links lead: that of SITE_URL. */
  readonly site: Site
  readonly siteName: string
  readonly zone: Zone
  /** The locale of a tag; that of the site for an empty one. */
  readonly localeFor: (tag: string) => Locale
  /** What the foot says: who sends it; empty for nothing. */
  readonly imprint: string
  readonly theme: Pick<Theme, 'colours'>
  readonly now: Temporal.Instant
}

/** What people who watch an event are told of when it differs. Only what everybody may read stands in it. */
export interface EventFacts {
  /** As plain text. */
  readonly title: string
  readonly series: number | null
  readonly starts_at: EpochSeconds
  readonly ends_at: EpochSeconds
  readonly timezone: string
  readonly all_day: boolean
  /** The name of its venue, its address and its town, as lines; empty for none. */
  readonly place: readonly string[]
  readonly attendance: string
  /** Where everybody may join online; empty for nowhere that is public. */
  readonly online: string
  readonly status: string
  /** Why its status is so, as plain text; empty, and undefined in what was stored before, for no reason. By itself it tells nobody anything. */
  readonly reason?: string
  /** Whether everybody may read it. Where not, the rest is as it was last known. */
  readonly isPublic: boolean
}

/** What has changed of an event, for those who watch it. */
export interface Change {
  readonly event: number
  readonly was: EventFacts
  readonly is: EventFacts
}
