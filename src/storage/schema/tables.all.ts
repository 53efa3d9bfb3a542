import type { ChangeLogTable } from './changeLog.ts'
import type { EventLinksView } from './eventLinks.ts'
import type { OwnFieldsTable } from './tables.own.ts'
import type { LetterTables } from './tables.letters.ts'
import type { MailOutboxTable } from './tables.mail.ts'
import type {
  FailedSignInsTable,
  IdentitiesTable,
  PasskeysTable,
  RecoveryCodesTable,
  UsedChallengesTable,
} from './tables.signin.ts'
import type { GeocodingCacheTable } from './tables.geocoding.ts'
import type { HistoryTables } from './tables.history.ts'
import type {
  ImportKeysTable,
  ImportPagesTable,
  ImportRemarksTable,
  ImportSchedulesTable,
  ImportsTable,
  ImportSourcesTable,
  RedirectsTable,
} from './tables.imports.ts'
import type { AppPasswordsTable, TokensTable } from './tables.credentials.ts'
import type { EventDecisionsTable, EventNotesTable } from './tables.notes.ts'
import type { UsersTable } from './tables.users.ts'
import type {
  GuestNoticesTable,
  GuestsTable,
  RegistrationCountsTable,
  RegistrationNewsTable,
  RegistrationTotalsTable,
} from './tables.registration.ts'
import type { RepeatsTable } from './tables.repeats.ts'
import type { OneTimeLinksTable, SessionsTable } from './tables.sessions.ts'
import type { SettingsTable } from './tables.settings.ts'
import type { SubmissionsTable, SubmittersTable } from './tables.submissions.ts'
import type { WebhookTables } from './tables.webhooks.ts'
import type {
  ItemsTable,
  MediaTable,
  MediaSourcesTable,
  EventsTable,
  SeriesTable,
  VenuesTable,
  OrganizersTable,
  EventVenuesTable,
  EventOrganizersTable,
  TermsTable,
  EventTermsTable,
  TicketsTable,
  InstallationTable,
} from './tables.ts'

/** All tables, by their names in the database. */
export interface Tables extends HistoryTables, LetterTables, WebhookTables {
  items: ItemsTable
  media: MediaTable
  media_sources: MediaSourcesTable
  events: EventsTable
  series: SeriesTable
  event_links: EventLinksView
  changes: ChangeLogTable
  venues: VenuesTable
  organizers: OrganizersTable
  geocoding_cache: GeocodingCacheTable
  event_venues: EventVenuesTable
  event_organizers: EventOrganizersTable
  terms: TermsTable
  event_terms: EventTermsTable
  event_notes: EventNotesTable
  event_decisions: EventDecisionsTable
  tickets: TicketsTable
  registration_counts: RegistrationCountsTable
  registration_totals: RegistrationTotalsTable
  registration_news: RegistrationNewsTable
  guests: GuestsTable
  guest_notices: GuestNoticesTable
  users: UsersTable
  app_passwords: AppPasswordsTable
  tokens: TokensTable
  sessions: SessionsTable
  one_time_links: OneTimeLinksTable
  import_sources: ImportSourcesTable
  import_keys: ImportKeysTable
  import_pages: ImportPagesTable
  import_remarks: ImportRemarksTable
  import_schedules: ImportSchedulesTable
  imports: ImportsTable
  redirects: RedirectsTable
  mail_outbox: MailOutboxTable
  identities: IdentitiesTable
  failed_sign_ins: FailedSignInsTable
  passkeys: PasskeysTable
  used_challenges: UsedChallengesTable
  recovery_codes: RecoveryCodesTable
  repeats: RepeatsTable
  installation: InstallationTable
  settings: SettingsTable
  fields: OwnFieldsTable
  submissions: SubmissionsTable
  submitters: SubmittersTable
}
