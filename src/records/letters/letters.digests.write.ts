import { sql } from 'kysely'
import { subscriptionMail } from '../../people/mail/mail.subscriptions.ts'
import { queueMail } from '../../people/mail/mail.write.ts'
import { epochSeconds, instantOf } from '../../pure/calendar/text.ts'
import { filterFault } from '../events/events.filter.text.ts'
import type { Database, Reader, Writer } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import type { Attempts } from './letters.attempts.ts'
import { dueAfter, endOf } from './letters.days.ts'
import { isAwake, makeIssue } from './letters.issues.write.ts'
import { settingsToken, unconfirmedFor_s } from './letters.links.ts'
import type { LettersParts } from './letters.parts.ts'
import { findDigest } from './letters.query.ts'
import type { LetterWriter } from './letters.writer.ts'
import type { DigestRow, Rendered, SubscriberRow } from './letters.types.ts'

/** How many digests are made before other work has its turn. */
const atOnce = 50

/** What making issues takes. */
export type Making = LettersParts & {
  readonly writer: LetterWriter
  readonly attempts: Attempts
  readonly chance?: () => number
}

/** Makes the digests that are due: read and rendered first, then stored with what is to be sent, in one transaction; answers how many. */
export async function makeDigests(parts: Making): Promise<number> {
  const now = parts.now()
  const due = await parts.context.db.read
    .selectFrom('digests')
    .selectAll()
    .where('next_due_at', '<=', epochSeconds(now))
    .orderBy('next_due_at')
    .limit(atOnce)
    .execute()
  // Nodes that begin at different ones meet somewhere, and write little of what another has written.
  const first = Math.floor((parts.chance ?? Math.random)() * due.length)
  let made = 0
  for (const digest of [...due.slice(first), ...due.slice(0, first)]) {
    const known = await findDigest(parts.context.db.read, digest.id)
    if (known?.next_due_at !== digest.next_due_at) continue
    if (await parts.attempts.at(`Digest ${digest.id}`, () => makeDigest(parts, digest, now))) made += 1
  }
  return made
}

async function makeDigest(parts: Making, digest: DigestRow, now: Temporal.Instant): Promise<boolean> {
  const { context, writer } = parts
  const { db, siteZone } = context
  const [now_s, seen] = [epochSeconds(now), digest.next_due_at ?? 0]
  const due = instantOf(seen)
  const expires = epochSeconds(endOf(digest, siteZone, due))
  const next = epochSeconds(dueAfter(digest, siteZone, now))
  // After the service was away: what would be of no use is left out.
  if (expires <= now_s) {
    await db.write((tx) => moveOn(tx, digest, next), 'aside')
    return false
  }
  const fault = await filterFault(context, digest.filter, now)
  if (fault !== undefined) {
    await restDigest(parts, digest, fault)
    return false
  }
  const bodies = new Map<string, Rendered>()
  for (const locale of await localesOf(db.read, digest.id, now_s)) {
    const rendered = await writer.digest(digest, due, locale)
    // Without events there is no mail, in whichever language.
    if (!rendered) break
    bodies.set(locale, rendered)
  }
  return db.write(async (tx) => {
    // Another node may have been faster: then this is thrown away.
    if (!(await moveOn(tx, digest, next)) || bodies.size === 0) return false
    const issue = {
      key: `digest:${digest.id}:${seen}`,
      kind: 'digest',
      target: digest.id,
      expires,
      bodies,
    } as const
    const where = sql<boolean>`subscriptions.kind = 'digest' and subscriptions.target_id = ${digest.id}`
    return (await makeIssue(tx, issue, { where }, now_s)) !== undefined
  }, 'aside')
}

/** Has a digest be due next at a moment; answers whether it was still due as it was seen. */
async function moveOn(tx: Writer, { id, next_due_at }: DigestRow, next: EpochSeconds): Promise<boolean> {
  const moved = await tx
    .updateTable('digests')
    .set({ next_due_at: next, fault: null })
    .where('id', '=', id)
    .where('next_due_at', '=', next_due_at)
    .returning('id')
    .executeTakeFirst()
  return moved !== undefined
}

/** The languages of those who get a digest. */
async function localesOf(db: Reader, digest: number, now: EpochSeconds): Promise<readonly string[]> {
  const { rows } = await sql<{ locale: string }>`
    select distinct subscribers.locale from subscriptions
    inner join subscribers on subscribers.id = subscriptions.subscriber_id
    where subscriptions.kind = 'digest' and subscriptions.target_id = ${digest} and ${isAwake(now)}
    order by subscribers.locale`.execute(db)
  return rows.map(({ locale }) => locale)
}

/** A digest whose filter does not hold any more, as a category is gone, rests; those who get it are told once. */
async function restDigest(parts: Making, digest: DigestRow, fault: string): Promise<void> {
  const now = epochSeconds(parts.now())
  const { home, mailSite } = parts.site()
  await parts.context.db.write(async (tx) => {
    const rested = await tx
      .updateTable('digests')
      .set({ next_due_at: null, fault })
      .where('id', '=', digest.id)
      .where('next_due_at', '=', digest.next_due_at)
      .returning('id')
      .executeTakeFirst()
    if (!rested) return
    const { rows } = await sql<SubscriberRow>`
      select subscribers.* from subscribers where exists (
        select 1 from subscriptions where kind = 'digest' and target_id = ${digest.id}
          and subscriber_id = subscribers.id)`.execute(tx)
    for (const row of rows) {
      const language = row.locale === '' ? '' : `?lang=${row.locale}`
      const url = `${home}/mail/settings/${settingsToken(parts, row, now)}${language}`
      const until = now + unconfirmedFor_s
      await queueMail(
        tx,
        subscriptionMail(mailSite, row, { is: 'Rests', about: 'digest', title: '', url, until }),
        now,
      )
    }
  }, 'aside')
}

/** Has each digest be due by the clocks of another zone, where that of the site was changed. */
export async function followZone(
  db: Database,
  zone: Parameters<typeof dueAfter>[1],
  now: Temporal.Instant,
  note: (tx: Writer) => Promise<void>,
): Promise<void> {
  await db.write(async (tx) => {
    const digests = await tx.selectFrom('digests').selectAll().where('next_due_at', 'is not', null).execute()
    for (const digest of digests)
      await tx
        .updateTable('digests')
        .set({ next_due_at: epochSeconds(dueAfter(digest, zone, now)) })
        .where('id', '=', digest.id)
        .execute()
    await note(tx)
  }, 'aside')
}
