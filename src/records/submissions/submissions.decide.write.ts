import { type Caller, can, forbidden } from '../../http/auth/rights.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { findEventRow } from '../rows/event.query.ts'
import type { Reader, Writer } from '../../storage/db/dialect.ts'
import type { Ask } from '../../http/resource.ts'
import type { Site } from '../../http/site.ts'
import { applyIn, type PageUrl, readTaken, takenOf } from './submissions.accept.write.ts'
import { mailDecision } from './submissions.mail.write.ts'
import type { Accept, Reject, Spam } from './submissions.params.ts'
import type { SubmissionsParts } from './submissions.parts.ts'
import { keepPicture, settlePicture } from './submissions.picture.ts'
import { removeKept } from './submissions.sweep.write.ts'
import { findSubmission, lastEndOf, type SubmissionRow, standingsOf } from './submissions.query.ts'
import { addressKeyOf } from './submissions.token.ts'
import {
  acceptedToTrust,
  blockAddress,
  countAccepted,
  revisionIn,
  setSubmission,
  submissionIn,
  trustAddress,
} from './submissions.write.ts'

/** The states in which something can be decided: what was refused can be taken back as long as it is kept. */
const decidable = ['waiting', 'asked', 'rejected', 'spam'] as const

/** Who decides, when and on which site. */
export interface Deciding {
  readonly caller: Caller
  readonly now: Temporal.Instant
  readonly site: Site
  readonly pageUrl: PageUrl
  /** Is told what has become of it, within the transaction: where it throws, nothing was decided. */
  readonly settled?: (row: SubmissionRow, db: Reader) => Promise<void>
}

/** Accepts a submission: what is taken becomes the event, or a part of it, in one transaction. Accepting it again changes nothing but whether its sender is trusted. */
export async function acceptSubmission(
  parts: SubmissionsParts,
  id: number,
  { fields: wanted, message = '', trust, changed }: Accept,
  deciding: Deciding,
): Promise<SubmissionRow> {
  const { context, secret } = parts
  const ask = askOf(deciding)
  if (!can(deciding.caller, 'review')) throw forbidden(deciding.caller, 'review')
  const accepting = { ...deciding, siteZone: context.siteZone, declared: context.declared }
  const seen = await submissionIn(context.db.read, id, [...decidable, 'accepted'])
  if (seen.state === 'accepted') return acceptedBefore(parts, seen, trust, deciding)
  const { withPicture, ...taken } = takenOf(seen, wanted)
  const sent = seen.kind === 'report' ? {} : await readTaken(context, seen, taken, ask)
  const now = epochSeconds(deciding.now)
  const author_id = deciding.caller.id
  const image_id =
    withPicture && (await isThere(parts, seen))
      ? await keepPicture(context, seen, { author_id, now: deciding.now })
      : undefined
  let isUsed = false
  try {
    return await context.db.write(async (tx) => {
      isUsed = false
      const row = await submissionIn(tx, id, [...decidable, 'accepted'])
      if (row.state === 'accepted') {
        await deciding.settled?.(row, tx)
        return row
      }
      // What was sent has changed while it was read: whoever decides has not seen that.
      const isOther = row.proposed !== seen.proposed || row.picture !== seen.picture
      if (isOther || (changed ?? row.changed_at) !== row.changed_at)
        throw new ApiError('rest_submission_changed')
      const event_id = await applyIn(tx, context, row, { ...taken, image_id, sent }, accepting)
      if (image_id !== undefined) await settlePicture(tx, image_id)
      const event = event_id === null ? undefined : await findEventRow(tx, event_id)
      // What is a draft first is not in the calendar yet: who sent it is told once it is.
      const isShown = !event || event.status === 'publish'
      const accepted = await setSubmission(tx, row, {
        ...decided({ by: author_id, now }),
        state: 'accepted',
        reason: '',
        message,
        event_id,
        accepted_in: await revisionIn(tx),
        is_untold: isShown ? 0 : 1,
        ...(event ? { ends_at: await lastEndOf(tx, event), title: event.title } : {}),
      })
      if (row.email_folded !== '') {
        const count = await countAccepted(tx, addressKeyOf(secret, row.email_folded), now)
        await settleTrust(tx, parts, row, { trust, by: author_id, now, count })
      }
      const eventUrl = event && deciding.pageUrl(event)
      if (isShown) await mailDecision(tx, parts, accepted, { now, eventUrl })
      await deciding.settled?.(accepted, tx)
      isUsed = true
      return accepted
    })
  } finally {
    await tidy({ isUsed, image_id })
  }

  async function tidy(end: { isUsed: boolean; image_id: number | undefined }): Promise<void> {
    if (end.isUsed || end.image_id === undefined) return
    await removeKept(context, end.image_id)
  }
}

interface Trusting {
  readonly trust: boolean | undefined
  readonly by: number
  readonly now: number
}

/** What was accepted before stays as it is; whether its sender is trusted can be said of it all the same. */
async function acceptedBefore(
  parts: SubmissionsParts,
  row: SubmissionRow,
  trust: boolean | undefined,
  { caller, now, settled }: Deciding,
): Promise<SubmissionRow> {
  return parts.context.db.write(async (tx) => {
    if (trust !== undefined && row.email_folded !== '') {
      const key = addressKeyOf(parts.secret, row.email_folded)
      const { accepted } = (await standingsOf(tx, [key]))(key)
      await settleTrust(tx, parts, row, { trust, by: caller.id, now: epochSeconds(now), count: accepted })
    }
    await settled?.(row, tx)
    return row
  }, 'aside')
}

/** Trusts the sender, or not any more. Throws 409 for whoever has had too few accepted. */
async function settleTrust(
  tx: Writer,
  { secret }: SubmissionsParts,
  { email_folded }: SubmissionRow,
  { trust, by, now, count }: Trusting & { readonly count: number },
): Promise<void> {
  if (trust === undefined) return
  if (trust && count < acceptedToTrust)
    throw new ApiError('rest_submission_few_accepted', { needed: acceptedToTrust, accepted: count })
  await trustAddress(tx, addressKeyOf(secret, email_folded), { by: trust ? by : null, now })
}

/** Whether the event that is to get the picture is still there: else nothing is kept that nothing would show. */
async function isThere({ context }: SubmissionsParts, { kind, event_id }: SubmissionRow): Promise<boolean> {
  if (kind === 'new') return true
  const event = event_id === null ? undefined : await findEventRow(context.db.read, event_id)
  return event !== undefined && event.status !== 'trash'
}

/** Asks the sender a question; it waits under “asked” until they answer. */
export async function askSender(
  parts: SubmissionsParts,
  id: number,
  { message }: { readonly message: string },
  deciding: Deciding,
): Promise<SubmissionRow> {
  return decide(parts, id, { state: 'asked', reason: '', message }, deciding)
}

/** Rejects a submission, with a reason that the sender is told in their language. */
export async function rejectSubmission(
  parts: SubmissionsParts,
  id: number,
  { reason, message = '' }: Reject,
  deciding: Deciding,
): Promise<SubmissionRow> {
  return decide(parts, id, { state: 'rejected', reason, message }, deciding)
}

/** Takes a submission for spam, and with `block` what its sender sends from now on: nobody is told, and nothing of them is trusted any more. */
export async function markSpam(
  parts: SubmissionsParts,
  id: number,
  { block = false }: Spam,
  deciding: Deciding,
): Promise<SubmissionRow> {
  return decide(parts, id, { state: 'spam', reason: '', message: '', block }, deciding)
}

async function decide(
  parts: SubmissionsParts,
  id: number,
  {
    block = false,
    ...end
  }: Pick<SubmissionRow, 'state' | 'reason' | 'message'> & { readonly block?: boolean },
  { caller, now: at, settled: told }: Deciding,
): Promise<SubmissionRow> {
  if (!can(caller, 'review')) throw forbidden(caller, 'review')
  const now = epochSeconds(at)
  return parts.context.db.write(async (tx) => {
    const open = end.state === 'spam' ? ([...decidable, 'unconfirmed'] as const) : decidable
    const row = await submissionIn(tx, id, open)
    const isKnown = end.state === 'spam' && row.email_folded !== ''
    const key = isKnown ? addressKeyOf(parts.secret, row.email_folded) : ''
    if (isKnown && block) await blockAddress(tx, key, { by: caller.id, now })
    else if (isKnown) await trustAddress(tx, key, { by: null, now })
    // Said again, it is said once.
    if (row.state === end.state && row.reason === end.reason && row.message === end.message) {
      await told?.(row, tx)
      return row
    }
    const settled =
      end.state === 'asked' ? { decided_at: null, changed_at: now } : decided({ by: caller.id, now })
    const changed = await setSubmission(tx, row, { ...end, ...settled, decided_by: caller.id })
    await mailDecision(tx, parts, changed, { now })
    await told?.(changed, tx)
    return changed
  }, 'aside')
}

function decided({ by, now }: { readonly by: number; readonly now: number }) {
  return { decided_by: by, decided_at: now, changed_at: now }
}

/** As if the deciding one had sent a request for it: what is checked of events is checked of requests. */
function askOf({ caller, now, site }: Deciding): Ask<unknown, unknown> {
  return {
    path: {},
    params: {},
    given: new Set(),
    caller,
    from: '',
    site,
    now,
    search: '',
    accept: undefined,
    file: undefined,
    assertMatch: async () => {},
  }
}

/** Publishes at once what comes from an address that is trusted, as who trusts it; answers whether it did. */
export async function acceptTrusted(
  parts: SubmissionsParts,
  row: SubmissionRow,
  about: Omit<Deciding, 'caller'>,
): Promise<SubmissionRow | undefined> {
  const { read } = parts.context.db
  const key = addressKeyOf(parts.secret, row.email_folded)
  const { trusted_by } = (await standingsOf(read, [key]))(key)
  if (trusted_by === null || row.kind === 'report') return undefined
  const user = await read
    .selectFrom('users')
    .select(['id', 'role', 'login'])
    .where('id', '=', trusted_by)
    .executeTakeFirst()
  if (!user || !can(user, 'review')) return undefined
  try {
    return await acceptSubmission(parts, row.id, {}, { ...about, caller: user })
  } catch (error) {
    // What cannot be taken as it is waits for somebody who looks at it.
    if (error instanceof ApiError) return undefined
    throw error
  }
}

/** The submission with the id; throws 404. */
export async function existingSubmission({ context }: SubmissionsParts, id: number): Promise<SubmissionRow> {
  const row = await findSubmission(context.db.read, id)
  if (!row) throw new ApiError('rest_submission_not_found', { id })
  return row
}
