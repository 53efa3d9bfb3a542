import type { Caller } from '../../http/auth/rights.ts'
import type { Faults, UploadedFile } from '../../http/resource.ts'
import type { Site } from '../../http/site.ts'
import type { SubmissionKind } from '../../pure/params/submissions.ts'
import type { Fields } from './submissions.params.ts'

/** What somebody proposes, as it was sent. */
export interface Proposal {
  readonly kind: SubmissionKind
  /** The event that it is about. */
  readonly event?: number | undefined
  readonly fields: Fields
  readonly email?: string | undefined
  readonly name?: string | undefined
  readonly note?: string | undefined
  /** The BCP 47 tag of the sender’s language; empty for that of the site. */
  readonly locale?: string | undefined
  readonly file?: UploadedFile | undefined
  readonly alt_text?: string | undefined
}

/** Who proposes something, from where, and on which site. */
export interface Proposing {
  readonly caller: Caller
  readonly from: string
  readonly now: Temporal.Instant
  readonly site: Site
}

/** What is wrong with a proposal: by field, each the end of a sentence “{field} …”. */
export class ProposalFaults extends Error {
  override readonly name = 'ProposalFaults'
  readonly faults: Faults

  constructor(faults: Faults) {
    super(Object.values(faults).join('; '))
    this.faults = faults
  }
}
