import { epochSeconds } from '../../pure/calendar/text.ts'
import { endOfHistory } from '../changes/changes.feed.query.ts'
import type { Entry } from '../changes/changes.query.ts'
import { beginning } from '../changes/changes.token.ts'
import type { Writer } from '../../storage/db/dialect.ts'
import { inParts } from '../../storage/db/statements.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import type { Site } from '../../http/site.ts'
import type { Context } from '../../http/context.ts'
import { messageOf as thrown } from '../../pure/text/errorDetails.ts'
import { keptBy } from '../events/events.filter.text.ts'
import { type Message, messageOf, type News, newsOf, newsOfImport } from './webhooks.messages.ts'
import {
  countWaitingFor,
  entriesBehind,
  type ImportEnd,
  importsBehind,
  listWebhooks,
  type LogPlace,
  type WebhookRow,
} from './webhooks.query.ts'
import { typesOf } from './webhooks.stored.ts'
import { placeOf } from './webhooks.write.ts'

/** How many entries of the log are dealt with in one transaction: others wait for it. */
const atOnce = 200

/** How many messages wait for a webhook at most: the log keeps what comes then until there is room. */
export const mostWaiting = 10_000

/** How many messages are sent again at once. */
const mostReplayed = 10_000

/** What writing messages takes. */
export interface OutboxParts {
  readonly context: Context
  /** The addresses in the messages of a webhook. */
  readonly siteOf: (webhook: WebhookRow) => Site
  /** Gets a sentence where a filter could not be applied. */
  readonly log: (message: string) => void
}

/**
 * Writes the messages of what the log says since the last time, and notes in the same transaction how far that is: nothing is left out
 * or written twice, whichever processes do so and whenever they are killed. Answers how many were written.
 */
export async function writeMessages(parts: OutboxParts, now: Temporal.Instant): Promise<number> {
  const { read } = parts.context.db
  let written = 0
  for (;;) {
    const webhooks = (await listWebhooks(read)).filter(({ enabled }) => enabled === 1)
    if (webhooks.length === 0) return written
    const waiting = await countWaitingFor(read)
    const open = webhooks.filter(({ id }) => (waiting.get(id) ?? 0) < mostWaiting)
    let isDone = true
    for (const together of Map.groupBy(open, placeText).values()) {
      const step = await writeSome(parts, together, now)
      written += step.written
      isDone &&= step.isDone
    }
    if (isDone) return written
  }
}

function placeText({ told_revision, told_kind, told_id, told_import }: WebhookRow): string {
  return [told_revision, told_kind, told_id, told_import].join(' ')
}

/** What is news to webhooks that have been told as far as each other. */
interface Part {
  readonly entries: readonly Entry[]
  readonly imports: readonly ImportEnd[]
  /** The last transaction of the log. */
  readonly revision: number
}

/** Tells webhooks that have been told as far as each other the next of the log. */
async function writeSome(
  parts: OutboxParts,
  webhooks: readonly WebhookRow[],
  now: Temporal.Instant,
): Promise<{ written: number; isDone: boolean }> {
  const [first] = webhooks
  if (!first) return { written: 0, isDone: true }
  const { db } = parts.context
  const [since, sinceImport] = [placeOf(first), first.told_import]
  // What is written after this is behind it, or among what is read next.
  const end = await endOfHistory(db.read)
  const entries = await entriesBehind(db.read, { since, limit: atOnce })
  const imports = await importsBehind(db.read, { since: sinceImport, limit: atOnce })
  const last = entries.at(-1) ?? since
  const place = entries.length < atOnce && isBehind(end, last) ? end : last
  const end_of_imports = imports.at(-1)?.id ?? sinceImport
  if (place === since && end_of_imports === sinceImport) return { written: 0, isDone: true }
  const messages = messagesOf(parts, { entries, imports, revision: end.revision }, now)
  let written = 0
  for (const webhook of webhooks) {
    const wanted = await messages(webhook)
    await db.write(async (tx) => {
      const moved = await tx
        .updateTable('webhooks')
        .set({
          told_revision: place.revision,
          told_kind: place.kind,
          told_id: place.id,
          told_import: end_of_imports,
        })
        .where('id', '=', webhook.id)
        .where('enabled', '=', 1)
        .where('told_revision', '=', since.revision)
        .where('told_kind', '=', since.kind)
        .where('told_id', '=', since.id)
        .where('told_import', '=', sinceImport)
        .returning('id')
        .executeTakeFirst()
      // Otherwise another process was faster, and has written them.
      if (moved) written += await queue(tx, { webhook: webhook.id, messages: wanted, now })
    }, 'aside')
  }
  return { written, isDone: entries.length < atOnce && imports.length < atOnce }
}

/** Whether a place of the log is behind another one. */
function isBehind(one: LogPlace, other: LogPlace): boolean {
  if (one.revision !== other.revision) return one.revision > other.revision
  return one.kind === other.kind ? one.id > other.id : one.kind > other.kind
}

/** Makes the messages of a part of the log for one webhook after the other; what is the same for several is found out once. */
function messagesOf(
  { context, siteOf, log }: OutboxParts,
  { entries, imports, revision }: Part,
  now: Temporal.Instant,
): (webhook: WebhookRow) => Promise<readonly Message[]> {
  const known = new Map<string, Promise<readonly News[]>>()
  const ids = [...new Set(entries.flatMap(({ kind, id }) => (kind === 'event' ? [id] : [])))]
  return async (webhook) => {
    const site = siteOf(webhook)
    const news =
      known.get(site.rest) ??
      newsOf(entries, { context, site, now }).then((told) => [
        ...told,
        ...imports.map((end) => newsOfImport(end, revision)),
      ])
    known.set(site.rest, news)
    const kept = webhook.filter === '' ? undefined : await keptIn(webhook)
    const types = typesOf(webhook)
    return (await news).flatMap((one) => {
      const type = one.types.find((each) => types.includes(each))
      const isLeftOut = one.kind === 'event' && kept !== undefined && !kept(one)
      return type === undefined || isLeftOut ? [] : [messageOf(one, { type, site, webhook: webhook.id })]
    })
  }

  async function keptIn({ id, filter }: WebhookRow): Promise<(one: News) => boolean> {
    try {
      const [found, there] = await Promise.all([
        keptBy(context, filter, { ids, now }),
        keptBy(context, '', { ids, now }),
      ])
      // Of what was removed for good nobody knows any more whom it was for.
      return (one) => found.has(one.id) || !there.has(one.id)
    } catch (error) {
      // Better one message too many than one too few.
      log(`The filter of webhook ${id} could not be applied. ${thrown(error)}`)
      return () => true
    }
  }
}

/** Stores messages that are to be sent; those that are stored already are not stored twice. Answers how many are new. */
async function queue(
  tx: Writer,
  {
    webhook,
    messages,
    now,
  }: { readonly webhook: number; readonly messages: readonly Message[]; readonly now: Temporal.Instant },
): Promise<number> {
  const at = epochSeconds(now)
  const own = { webhook_id: webhook, created_at: at, next_try_at: at }
  for (const some of inParts(messages))
    await tx
      .insertInto('webhook_deliveries')
      .values(some.map((message) => Object.assign({}, own, message)))
      .onConflict((conflict) => conflict.columns(['webhook_id', 'message_id']).doNothing())
      .execute()
  return messages.length
}

/** What tells how something stands now. */
interface Standing {
  readonly webhook: number
  readonly type: string
  readonly messages: readonly Message[]
  readonly now: Temporal.Instant
}

/**
 * Stores messages of a type that tell how something stands, within a transaction: what waits already of the same records, and was not begun to
 * be sent, is overtaken by them. Answers how many.
 */
export async function queueInstead(tx: Writer, { webhook, type, messages, now }: Standing): Promise<number> {
  await tx
    .deleteFrom('webhook_deliveries')
    .where('webhook_id', '=', webhook)
    .where('type', '=', type)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('attempts', '=', 0)
    .where(
      'record_id',
      'in',
      messages.map(({ record_id }) => record_id),
    )
    .execute()
  return queue(tx, { webhook, messages, now })
}

/** Which time is to be told again, in epoch seconds, both included. */
interface Between {
  readonly from: EpochSeconds
  readonly until: EpochSeconds
}

/**
 * Has everything sent again to a webhook that happened in a time: what it was told, and what it was not, as it was disabled or not there
 * yet. Answers how many messages that are. Throws 409 where there are too many.
 */
export async function replayBetween(
  parts: OutboxParts,
  webhook: WebhookRow,
  { between, now }: { readonly between: Between; readonly now: Temporal.Instant },
): Promise<number> {
  const { db } = parts.context
  const { revision } = await endOfHistory(db.read)
  const all: Message[] = []
  for (let since: LogPlace = beginning; ;) {
    const entries = await entriesBehind(db.read, { since, limit: atOnce, between })
    all.push(...(await messagesOf(parts, { entries, imports: [], revision }, now)(webhook)))
    if (all.length > mostReplayed) throw new ApiError('rest_webhook_too_much', { most: mostReplayed })
    const last = entries.at(-1)
    if (!last || entries.length < atOnce) break
    since = last
  }
  const imports = await importsBehind(db.read, { since: 0, limit: mostReplayed, between })
  all.push(...(await messagesOf(parts, { entries: [], imports, revision }, now)(webhook)))
  if (all.length > mostReplayed) throw new ApiError('rest_webhook_too_much', { most: mostReplayed })
  await db.write(async (tx) => {
    const at = epochSeconds(now)
    for (const some of inParts(all))
      await tx
        .updateTable('webhook_deliveries')
        .set({ attempts: 0, next_try_at: at, sent_at: null, failed_at: null, fault: null })
        .where('webhook_id', '=', webhook.id)
        .where(
          'message_id',
          'in',
          some.map(({ message_id }) => message_id),
        )
        .execute()
    await queue(tx, { webhook: webhook.id, messages: all, now })
  })
  return all.length
}
