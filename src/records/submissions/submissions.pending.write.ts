import { epochSeconds } from '../../pure/calendar/text.ts'
import type { Reader, Writer } from '../../storage/db/dialect.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { existingEvent } from '../rows/event.access.ts'
import { writeDecision } from '../events/events.notes.write.ts'
import type { EventRow } from '../rows/event.row.ts'
import { updateEventIn } from '../events/events.write.ts'
import { askedMail, rejectedMail, type Submitter } from '../../people/mail/mail.submissions.ts'
import { type Mail, queueMail } from '../../people/mail/mail.write.ts'
import type { Writing } from '../posts/posts.write.ts'
import { updateScope } from '../series/series.scope.write.ts'
import { isEmail } from '../../pure/text/address.ts'
import { plainLineOfHtml } from '../../pure/text/plain.ts'
import type { AskSender, Reject } from './submissions.params.ts'
import type { SubmissionsParts } from './submissions.parts.ts'

/** Who decides about which event that waits for approval. */
export interface Deciding extends Writing {
  readonly id: number
  readonly pageUrl: (event: EventRow) => string
}

/** Asks the author of what waits something; answers whether a mail goes. Throws 404, or 409 for what does not wait. */
export async function askAuthor(
  parts: SubmissionsParts,
  { message }: AskSender,
  { id, now, caller }: Deciding,
): Promise<boolean> {
  return parts.context.db.write(async (tx) => {
    const event = await waitingEvent(tx, id)
    await keep(tx, event, {
      decision: 'asked',
      reason: '',
      message,
      by_id: caller.id,
      decided_at: epochSeconds(now),
    })
    return tell(tx, parts, event, {
      now,
      mail: (to, url) => askedMail(parts.site().mailSite, to, { url, message }),
    })
  })
}

/** Gives what waits back to its author as a draft, all dates of a series; answers whether a mail goes. Throws as {@link askAuthor}. */
export async function giveBack(
  parts: SubmissionsParts,
  { reason, message = '' }: Reject,
  deciding: Deciding,
): Promise<boolean> {
  const { context } = parts
  const { id, now, pageUrl } = deciding
  const sent = { status: 'draft' as const }
  const event = await waitingEvent(context.db.read, id)
  const { series_id: seriesId } = event
  if (seriesId !== null)
    // The dates of a series change in a transaction of their own, before the mail that tells of it.
    await updateScope(
      { ...deciding, context, seriesId, eventId: id, scope: 'all', isDry: false, guard },
      { sent, recurrence: undefined, isOverriding: false },
    )
  return context.db.write(async (tx) => {
    if (seriesId === null) {
      const stored = await waitingEvent(tx, id)
      await updateEventIn(tx, { context, sent, pageUrl }, { ...deciding, guard, stored })
    }
    const by_id = deciding.caller.id
    await keep(tx, event, { decision: 'rejected', reason, message, by_id, decided_at: epochSeconds(now) })
    return tell(tx, parts, event, {
      now,
      mail: (to, url) => rejectedMail(parts.site().mailSite, to, { url, reason, message }),
    })
  })
}

/** Keeps what was said with the event, of a series with all its dates: its author reads it there, also without mail. */
async function keep(
  tx: Writer,
  { id, series_id: seriesId, modified_at }: EventRow,
  said: Parameters<typeof writeDecision>[2],
): Promise<void> {
  const dates =
    seriesId === null
      ? [{ id }]
      : await tx
          .selectFrom('events')
          .select('id')
          .where('series_id', '=', seriesId)
          .where('status', 'in', ['draft', 'pending'])
          .execute()
  await writeDecision(
    tx,
    dates.map((date) => date.id),
    // No earlier than what it is about.
    { ...said, decided_at: Math.max(said.decided_at, modified_at) },
  )
}

/** What is decided is of no version: it is the event as it waits. */
async function guard(): Promise<void> {}

async function waitingEvent(db: Reader, id: number): Promise<EventRow> {
  const event = await existingEvent(db, id)
  if (event.status !== 'pending') throw new ApiError('rest_submission_not_open', { state: event.status })
  return event
}

interface Told {
  readonly now: Temporal.Instant
  readonly mail: (to: Submitter, url: string) => Mail
}

/** Writes the author a mail, if that can be sent; answers whether it is. */
async function tell(
  tx: Writer,
  { site }: SubmissionsParts,
  { id, author_id, title }: Pick<EventRow, 'id' | 'author_id' | 'title'>,
  { now, mail }: Told,
): Promise<boolean> {
  const { home, mails } = site()
  const author = await tx
    .selectFrom('users')
    .select(['email', 'name', 'locale'])
    .where('id', '=', author_id)
    .executeTakeFirst()
  if (!mails || !author || !isEmail(author.email)) return false
  const to = { ...author, title: plainLineOfHtml(title) }
  await queueMail(tx, mail(to, `${home}/admin/events/${id}`), epochSeconds(now))
  return true
}
