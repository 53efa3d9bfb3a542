import type { Generated } from 'kysely'
import type { SubmissionKind, SubmissionState } from '../../pure/params/submissions.ts'
import type { EpochSeconds } from './tables.ts'

/** What was sent by somebody who may not publish. Its ids are a sequence of their own: it is no event before it is accepted. */
export interface SubmissionsTable {
  id: Generated<number>
  kind: SubmissionKind
  state: SubmissionState
  /** The event it is about, or that it has become; null for none, or one that was removed for good. */
  event_id: number | null
  /** The title of the new event, or of the one that it is about, as HTML. */
  title: string
  /** JSON of the fields by name, as the API takes them; dates are wall clocks. */
  proposed: string
  /** JSON of what these fields were when it was sent, as `submissions.fields.ts` tells them; `{}` for a new event. */
  base: string
  /** Empty once personal data are gone. */
  email: string
  /** By which an address is found; empty with it. */
  email_folded: string
  name: string
  /** What they wrote to the editors. */
  note: string
  /** The BCP 47 tag of their language; empty for that of the site. */
  locale: string
  /** Who sent it, if they had signed in. */
  user_id: number | null
  /** The key of the picture among the files; null for none. */
  picture: string | null
  picture_alt: string
  /** Why it was rejected: a word of `submissions.params.ts`; empty for none. */
  reason: string
  /** What was asked or said at the last decision. */
  message: string
  decided_by: number | null
  created_at: EpochSeconds
  changed_at: EpochSeconds
  confirmed_at: EpochSeconds | null
  decided_at: EpochSeconds | null
  /** When the event ends that it is about: the link to it works for a while longer. */
  ends_at: EpochSeconds
  /** Whether it was accepted as something that nobody sees yet: who sent it is told once the event is public. */
  is_untold: Generated<0 | 1>
  /** The transaction that accepted it, as the history has it; null for none, or one before this was noted. */
  accepted_in: Generated<number | null>
}

/** How often something of an address was accepted, beyond the time for which submissions are kept; the address itself is not here. */
export interface SubmittersTable {
  /** The HMAC of the folded address under the secret of the installation. */
  address_key: string
  accepted: number
  /** Who lets what comes from this address be published at once; null: nobody. */
  trusted_by: number | null
  /** Who has what comes from this address taken for spam; null: nobody. */
  blocked_by: number | null
  changed_at: EpochSeconds
}
