import type { Insertable } from 'kysely'
import { type Budget, createFailures, type Failures, networkOf } from '../../http/auth/failures.ts'
import { anonymous, type Caller, can, forbidden } from '../../http/auth/rights.ts'
import { findUser } from '../../http/auth/users.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import type { EventWithLinks } from '../events/events.row.ts'
import type { Faults } from '../../http/resource.ts'
import { kinds } from '../posts/posts.kind.ts'
import { postUrl } from '../posts/posts.view.ts'
import type { SubmissionsTable } from '../../storage/schema/tables.submissions.ts'
import { anEmail, foldedAddress, isEmail } from '../../pure/text/address.ts'
import { shownPicture } from './submissions.difference.ts'
import { acceptTrusted, type Deciding } from './submissions.decide.write.ts'
import type { Proposal, Proposing } from './submissions.proposal.ts'
import { eventAbout, readProposal } from './submissions.read.ts'
import { mailConfirmation, mailDigest, mailPublished } from './submissions.mail.write.ts'
import type { Audience, SubmissionsParts } from './submissions.parts.ts'
import { storePicture } from './submissions.picture.ts'
import { sweepPictures } from './submissions.sweep.write.ts'
import { type Erased, eraseAddress, purgeSubmissions, unconfirmedFor_s } from './submissions.purge.write.ts'
import {
  findNamed,
  findSubmission,
  offeredCategories,
  standingsOf,
  type SubmissionRow,
} from './submissions.query.ts'
import { addressKeyOf, formTimeOf, readFormTime, readToken, tokenOf } from './submissions.token.ts'
import { findRepeated, insertSubmission, setSubmission, submissionIn } from './submissions.write.ts'

/** A submission by its link: there, over, or never made here. */
export type ByLink = SubmissionRow | 'over' | 'unknown'

/** How quickly nobody fills a form in, and how long it may lie open, in seconds. */
const formTimes_s = { least: 3, most: 86_400 }

/** Takes what is proposed, and what its senders do about it. */
export class Submissions {
  readonly #parts: SubmissionsParts
  readonly #sent: Failures

  constructor(parts: SubmissionsParts) {
    this.#parts = parts
    this.#sent = createFailures({ name: 'submissions', window_s: 3600 }, parts.now)
  }

  /** What decisions are made with. */
  get parts(): SubmissionsParts {
    return this.#parts
  }

  /** Who may propose something: without mail nobody could confirm an address, so that then it takes an account. */
  get audience(): Audience {
    const wanted = this.#parts.audience()
    return wanted === 'everybody' && !this.#parts.site().mails ? 'accounts' : wanted
  }

  /** Whether this caller may propose something. */
  isOpenTo(caller: Caller): boolean {
    const { audience } = this
    if (audience === 'off') return false
    return caller.id === anonymous.id ? audience === 'everybody' : can(caller, 'submit')
  }

  /** Throws 403 (401 for the anonymous) unless the caller may propose something. */
  assertOpenTo(caller: Caller): void {
    if (this.isOpenTo(caller)) return
    if (this.audience === 'off' && caller.id !== anonymous.id) throw new ApiError('rest_submissions_closed')
    throw forbidden(caller, 'submit')
  }

  /** The public event with the ID, that something may be proposed for. */
  async eventAbout(id: number | undefined): Promise<EventWithLinks | undefined> {
    return eventAbout(this.#parts.context, id)
  }

  /**
   * Stores what is proposed: waiting for its sender to confirm it by mail, or for editors where the sender has signed in. What is sent
   * twice within minutes is one, and mailed once. Throws `ProposalFaults`, 401, 403 and 429; then nothing is stored.
   */
  async propose(proposal: Proposal, who: Proposing): Promise<SubmissionRow> {
    this.assertOpenTo(who.caller)
    const sender = await this.#senderOf(proposal, who.caller)
    const read = await readProposal(this.#parts.context, proposal, who.now, sender.faults)
    const budgets = this.#budgetsOf(who.from)
    this.#assertSeldom(budgets)
    this.#sent.charge(budgets)
    const { context } = this.#parts
    const now = epochSeconds(who.now)
    const isKnown = who.caller.id !== anonymous.id
    const arriving = isKnown ? await this.#arriving(foldedAddress(sender.email)) : 'unconfirmed'
    const picture = proposal.file ? await storePicture(context.media, proposal.file) : null
    try {
      const sent: Insertable<SubmissionsTable> = {
        kind: proposal.kind,
        state: arriving,
        event_id: read.about?.event.id ?? null,
        user_id: isKnown ? who.caller.id : null,
        email: sender.email,
        email_folded: foldedAddress(sender.email),
        name: sender.name,
        note: proposal.note ?? '',
        locale: proposal.locale ?? '',
        ...read.columns,
        picture,
        picture_alt: proposal.alt_text ?? '',
        reason: '',
        message: '',
        created_at: now,
        changed_at: now,
        confirmed_at: isKnown ? now : null,
        decided_at: arriving === 'spam' ? now : null,
      }
      const { row, isNew } = await context.db.write(async (tx) => {
        const repeated = await findRepeated(tx, sent)
        if (repeated) return { row: repeated, isNew: false }
        const inserted = await insertSubmission(tx, sent, this.#parts.room())
        if (!isKnown) await mailConfirmation(tx, this.#parts, inserted)
        return { row: inserted, isNew: true }
      }, 'aside')
      if (!isNew && picture !== null) await context.media.store.remove([picture])
      if (!isNew || row.state !== 'waiting') return row
      return (await acceptTrusted(this.#parts, row, decidingFor(who))) ?? row
    } catch (error) {
      if (picture !== null) await context.media.store.remove([picture])
      throw error
    }
  }

  /** How something stands once it is known to be of an address: waiting, or spam where somebody has blocked that. */
  async #arriving(email_folded: string): Promise<'waiting' | 'spam'> {
    const key = addressKeyOf(this.#parts.secret, email_folded)
    const { blocked_by } = (await standingsOf(this.#parts.context.db.read, [key]))(key)
    return email_folded !== '' && blocked_by !== null ? 'spam' : 'waiting'
  }

  /** The address of the account of who has signed in; else the one that was sent. */
  async #senderOf(
    { email = '', name = '' }: Proposal,
    caller: Caller,
  ): Promise<{ email: string; name: string; faults: Faults }> {
    if (caller.id !== anonymous.id) {
      const user = await findUser(this.#parts.context.db.read, caller.login)
      return {
        email: user && isEmail(user.email) ? user.email : '',
        name: name || (user?.name ?? ''),
        faults: {},
      }
    }
    const isGood = isEmail(email.trim())
    return {
      email: email.trim(),
      name,
      faults: isGood ? {} : { email: `must be ${anEmail}, as the answer goes there` },
    }
  }

  /** The headers that tell how often more somebody at that address may propose something. */
  standing(from: string): Record<string, string> {
    return this.#sent.standing(this.#budgetsOf(from))
  }

  #budgetsOf(from: string): readonly Budget[] {
    return [{ key: networkOf(from), failures: this.#parts.hourly() }]
  }

  #assertSeldom(budgets: readonly Budget[]): void {
    try {
      this.#sent.assertWithin(budgets)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const { headers = {} } = error.extras
      throw new ApiError('rest_submissions_often', { seconds: Number(headers['retry-after']) }, { headers })
    }
  }

  /** The public venue or organizer that is called so. */
  async named(kind: 'venue' | 'organizer', name: string): Promise<number | undefined> {
    return findNamed(this.#parts.context.db.read, `${kind}s`, name)
  }

  /** The categories that a new event may be of. */
  async categories(): ReturnType<typeof offeredCategories> {
    return offeredCategories(this.#parts.context.db.read)
  }

  /** The key of the picture of a submission. */
  async pictureOf(id: number): Promise<string | undefined> {
    const row = await findSubmission(this.#parts.context.db.read, id)
    return (row && shownPicture(row)) ?? undefined
  }

  /** The secret part of the link by which its sender comes back to a submission. */
  tokenOf(row: Pick<SubmissionRow, 'id' | 'created_at'>): string {
    return tokenOf(this.#parts.secret, row)
  }

  /** The submission of a link. The database is asked in any case, so that all links take as long. */
  async byToken(token: string): Promise<ByLink> {
    const sealed = readToken(this.#parts.secret, token)
    const row = await findSubmission(this.#parts.context.db.read, sealed?.id ?? 0)
    if (!sealed) return 'unknown'
    if (!row || row.created_at !== sealed.created_at) return 'over'
    const now = epochSeconds(this.#parts.now())
    return row.state === 'unconfirmed' && row.created_at + unconfirmedFor_s <= now ? 'over' : row
  }

  /** What its sender says is theirs: editors see it from now on, or it is published at once where they are trusted. */
  async confirm(
    { id, email_folded }: SubmissionRow,
    who: Omit<Proposing, 'caller' | 'from'>,
  ): Promise<SubmissionRow> {
    const now = epochSeconds(who.now)
    const state = await this.#arriving(email_folded)
    const row = await this.#parts.context.db.write(async (tx) => {
      const found = await submissionIn(tx, id, [
        'unconfirmed',
        'waiting',
        'asked',
        'accepted',
        'rejected',
        'withdrawn',
        'spam',
      ])
      return found.state === 'unconfirmed'
        ? setSubmission(tx, found, {
            state,
            confirmed_at: now,
            changed_at: now,
            decided_at: state === 'spam' ? now : null,
          })
        : found
    }, 'aside')
    return row.state === 'waiting' ? ((await acceptTrusted(this.#parts, row, decidingFor(who))) ?? row) : row
  }

  /** Its sender takes it back, as long as nothing was decided. */
  async withdraw({ id }: SubmissionRow, at: Temporal.Instant): Promise<SubmissionRow> {
    const now = epochSeconds(at)
    return this.#parts.context.db.write(async (tx) => {
      const row = await submissionIn(tx, id, ['unconfirmed', 'waiting', 'asked', 'withdrawn'])
      if (row.state === 'withdrawn') return row
      return setSubmission(tx, row, { state: 'withdrawn', decided_at: now, changed_at: now })
    }, 'aside')
  }

  /** Its sender changes it, as long as nothing was decided; what was asked about waits again. Throws `ProposalFaults`. */
  async revise(
    seen: SubmissionRow,
    proposal: Omit<Proposal, 'kind' | 'event'>,
    at: Temporal.Instant,
  ): Promise<SubmissionRow> {
    const { context } = this.#parts
    const now = epochSeconds(at)
    const read = await readProposal(
      context,
      { ...proposal, kind: seen.kind, event: seen.kind === 'new' ? undefined : (seen.event_id ?? 0) },
      at,
      {},
    )
    const picture = proposal.file ? await storePicture(context.media, proposal.file) : undefined
    try {
      const changed = await context.db.write(async (tx) => {
        const row = await submissionIn(tx, seen.id, ['unconfirmed', 'waiting', 'asked'])
        return setSubmission(tx, row, {
          ...read.columns,
          ...(picture === undefined ? {} : { picture }),
          ...(proposal.alt_text === undefined ? {} : { picture_alt: proposal.alt_text }),
          note: proposal.note ?? row.note,
          name: proposal.name ?? row.name,
          state: row.state === 'asked' ? 'waiting' : row.state,
          changed_at: now,
        })
      }, 'aside')
      if (picture !== undefined && seen.picture !== null) await context.media.store.remove([seen.picture])
      return changed
    } catch (error) {
      if (picture !== undefined) await context.media.store.remove([picture])
      throw error
    }
  }

  /** When a form is shown, sealed. */
  formTime(now: Temporal.Instant): string {
    return formTimeOf(this.#parts.secret, epochSeconds(now))
  }

  /** Whether a form was filled in as fast as people can, within a day. */
  isTimely(sent: string, now: Temporal.Instant): boolean {
    const at = readFormTime(this.#parts.secret, sent)
    if (at === undefined) return false
    const took = epochSeconds(now) - at
    return took >= formTimes_s.least && took <= formTimes_s.most
  }

  /** Removes everything that was proposed under an address. */
  async erase(email: string): Promise<Erased> {
    const { context, secret } = this.#parts
    const folded = foldedAddress(email)
    return eraseAddress(
      { db: context.db, store: context.media.store },
      { folded, key: addressKeyOf(secret, folded) },
    )
  }

  /** Removes what has waited too long, tells editors what waits and senders what is public now; answers how many rows were removed or cleared. */
  async tend(): Promise<number> {
    const { context, now } = this.#parts
    const at = epochSeconds(now())
    const purged = await purgeSubmissions({ db: context.db, store: context.media.store }, at)
    await sweepPictures(context, at)
    await mailDigest(this.#parts)
    await mailPublished(this.#parts)
    return purged
  }
}

/** What deciding takes beside who decides. */
export function decidingFor<Who extends Pick<Proposing, 'now' | 'site'>>(
  who: Who,
): Who & Pick<Deciding, 'pageUrl'> {
  return { ...who, pageUrl: (event) => postUrl(who.site, kinds.event, event) }
}
