import type { Reader, Writer } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { plainLineOfHtml } from '../../pure/text/plain.ts'
import { type SubscriptionMail, subscriptionMail } from '../../people/mail/mail.subscriptions.ts'
import { queueMail } from '../../people/mail/mail.write.ts'
import { findEventRow } from '../rows/event.query.ts'
import { addressKey } from './letters.blocked.ts'
import { mostMails, mostSubscriptions } from './letters.limits.ts'
import { confirmToken, settingsToken, unconfirmedFor_s } from './letters.links.ts'
import type { LettersParts } from './letters.parts.ts'
import { digestAt, findList, isBlocked, subscriberAt, subscriptionsOf } from './letters.query.ts'
import type { RequestRow, SubscriberRow, SubscriptionRow } from './letters.types.ts'
import { type Asked, askedIn, digestKey, type Wanted } from './letters.wanted.ts'

/** How long after a request it is looked whose address that is, in seconds: its answer is long gone then. */
const settlesAfter_s = 2

/** How many requests are answered before other work has its turn. */
const atOnce = 100

const day_s = 86_400

type Parts = Pick<LettersParts, 'context' | 'secret' | 'site' | 'now'>

/** Looks whose addresses those are under which something was asked for, and writes the mails; answers how many requests. */
export async function mailRequests(parts: Parts): Promise<number> {
  const now = epochSeconds(parts.now())
  const { db } = parts.context
  const waiting = await toMail(db.read)
    .select('id')
    .where('asked_at', '<=', now - settlesAfter_s)
    .orderBy('asked_at')
    .limit(atOnce)
    .execute()
  for (const { id } of waiting)
    await db.write(async (tx) => {
      const row = await tx
        .updateTable('subscription_requests')
        .set({ mailed_at: now })
        .where('id', '=', id)
        .where('mailed_at', 'is', null)
        .where('done_at', 'is', null)
        .returningAll()
        .executeTakeFirst()
      // Else another process was faster.
      if (row) await answerRequest(tx, parts, row, now)
    }, 'aside')
  return waiting.length
}

/** When the next request is to be looked at, if nothing is asked for meanwhile; Infinity for never. */
export async function nextRequest(db: Reader): Promise<EpochSeconds> {
  const first = await toMail(db).select('asked_at').orderBy('asked_at').limit(1).executeTakeFirst()
  return first ? first.asked_at + settlesAfter_s : Infinity
}

function toMail(db: Reader) {
  return db.selectFrom('subscription_requests').where('mailed_at', 'is', null).where('done_at', 'is', null)
}

async function answerRequest(tx: Writer, parts: Parts, row: RequestRow, now: EpochSeconds): Promise<void> {
  const { email, email_folded: folded } = row
  if (email === null || folded === null) return
  const asked = askedIn(row.wanted)
  const subscriber = await subscriberAt(tx, folded)
  const mail = await mailFor(tx, parts, { row, asked, subscriber })
  if (mail === undefined) return
  // Who has said so is written to no more about what others ask for; their own link is theirs.
  if (asked.kind !== 'settings' && (await isBlocked(tx, addressKey(parts, folded)))) return
  if ((await mailsOf(tx, folded, now)) >= mostMails) return
  await tx
    .updateTable('subscription_requests')
    .set(({ eb }) => ({ mails: eb('mails', '+', 1) }))
    .where('id', '=', row.id)
    .execute()
  const { home, mailSite } = parts.site()
  const locale = subscriber?.locale ?? row.locale
  const language = locale === '' ? '' : `?lang=${locale}`
  const url =
    mail.is === 'Confirm' || !subscriber
      ? `${home}/mail/confirm/${confirmToken(parts, row)}${language}`
      : `${home}/mail/settings/${settingsToken(parts, subscriber, now)}${language}`
  await queueMail(
    tx,
    subscriptionMail(
      mailSite,
      { email: subscriber?.email ?? email, locale },
      { ...mail, url, until: now + unconfirmedFor_s },
    ),
    now,
  )
}

/** How many mails of this kind have gone to an address within a day. */
async function mailsOf(tx: Writer, folded: string, now: EpochSeconds): Promise<number> {
  const { mails } = await tx
    .selectFrom('subscription_requests')
    .select((row) => row.fn.sum<number | null>('mails').as('mails'))
    .where('email_folded', '=', folded)
    .where((row) => row.or([row('mailed_at', '>', now - day_s), row('mailed_at', 'is', null)]))
    .executeTakeFirstOrThrow()
  return mails ?? 0
}

interface Whose {
  readonly row: RequestRow
  readonly asked: Asked
  readonly subscriber: SubscriberRow | undefined
}

/** What the owner of the address is told; undefined: nothing. */
async function mailFor(
  tx: Writer,
  { context }: Parts,
  { asked, subscriber }: Whose,
): Promise<Pick<SubscriptionMail, 'is' | 'about' | 'title'> | undefined> {
  if (asked.kind === 'settings')
    return subscriber && { is: 'Settings', about: asked.kind, title: context.siteName }
  const about = { about: asked.kind, title: await titleOf(tx, asked) }
  if (!subscriber) return { is: 'Confirm', ...about }
  const own = await subscriptionsOf(tx, subscriber.id)
  if (await hasAlready(tx, own, asked)) return { is: 'Already', ...about }
  const changesOne = asked.kind !== 'digest' && own.some((each) => isOf(each, asked.kind, asked.target))
  return { is: own.length >= mostSubscriptions && !changesOne ? 'Full' : 'Confirm', ...about }
}

/** What the calendar calls it: nothing that a stranger has typed (D74). */
async function titleOf(tx: Writer, asked: Wanted): Promise<string> {
  if (asked.kind === 'digest') return ''
  if (asked.kind === 'list') return (await findList(tx, asked.target))?.name ?? ''
  if (asked.kind === 'event') return plainLineOfHtml((await findEventRow(tx, asked.target))?.title ?? '')
  const series = await tx
    .selectFrom('series')
    .select('title')
    .where('id', '=', asked.target)
    .executeTakeFirst()
  return plainLineOfHtml(series?.title ?? '')
}

async function hasAlready(tx: Writer, own: readonly SubscriptionRow[], asked: Wanted): Promise<boolean> {
  if (asked.kind === 'digest') {
    const digest = await digestAt(tx, digestKey(asked))
    return digest !== undefined && own.some((each) => isOf(each, 'digest', digest.id))
  }
  if (asked.kind === 'list') return own.some((each) => isOf(each, 'list', asked.target))
  return own.some(
    (each) =>
      isOf(each, asked.kind, asked.target) &&
      each.remind === asked.remind &&
      (each.changes === 1) === asked.changes,
  )
}

function isOf(row: SubscriptionRow, kind: SubscriptionRow['kind'], target: number): boolean {
  return row.kind === kind && row.target_id === target
}
