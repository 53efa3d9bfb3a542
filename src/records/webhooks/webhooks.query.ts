import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import { tooFar } from '../../pure/calendar/waits.ts'
import type { Entry } from '../changes/changes.query.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import { longestPause_s } from '../../people/delivery/delivery.retries.ts'
import { isDue } from '../../people/delivery/delivery.query.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import type { Tables } from '../../storage/schema/tables.all.ts'
import { historyKinds } from '../../storage/schema/tables.history.ts'
import type {
  DeliveryKind,
  WebhookDeliveriesTable,
  WebhooksTable,
} from '../../storage/schema/tables.webhooks.ts'

/** A webhook as stored. */
export type WebhookRow = Selectable<WebhooksTable>

/** A message to a webhook as stored. */
export type DeliveryRow = Selectable<WebhookDeliveriesTable>

/** A place in the log of changes: behind one of its rows. */
export type LogPlace = Pick<Entry, 'revision' | 'kind' | 'id'>

/** All webhooks, the oldest first. */
export async function listWebhooks(db: Reader): Promise<WebhookRow[]> {
  return db.selectFrom('webhooks').selectAll().orderBy('id').execute()
}

/** The webhook with the ID. */
export async function findWebhook(db: Reader, id: number): Promise<WebhookRow | undefined> {
  return db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()
}

/** How many messages wait for each webhook. */
export async function countWaitingFor(db: Reader): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select(['webhook_id', (row) => row.fn.countAll<number>().as('waiting')])
    .where('failed_at', 'is', null)
    .where('sent_at', 'is', null)
    .groupBy('webhook_id')
    .execute()
  return new Map(rows.map(({ webhook_id, waiting }) => [webhook_id, waiting]))
}

/** How many messages wait for webhooks. */
export async function countWaitingMessages(db: Reader): Promise<number> {
  return [...(await countWaitingFor(db)).values()].reduce((sum, each) => sum + each, 0)
}

/** Whether a receiver is not resting, as it has asked for. */
function isRested(row: ExpressionBuilder<Pick<Tables, 'webhooks'>, 'webhooks'>, now: EpochSeconds) {
  return row.or([row('paused_until', '<=', now), row('paused_until', '>', tooFar(now, longestPause_s))])
}

/** What this program knows messages to be about. */
const knownKinds: readonly DeliveryKind[] = [...historyKinds, 'import', 'webhook']

/** The webhooks that messages are due for. */
export async function dueWebhooks(db: Reader, now: EpochSeconds): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select('id')
    .where('enabled', '=', 1)
    .where((row) => isRested(row, now))
    .where((row) =>
      row.exists(
        row
          .selectFrom('webhook_deliveries')
          .select('webhook_deliveries.id')
          .whereRef('webhook_deliveries.webhook_id', '=', 'webhooks.id')
          .where('webhook_deliveries.kind', 'in', knownKinds)
          .where('failed_at', 'is', null)
          .where('sent_at', 'is', null)
          .where(isDue(now)),
      ),
    )
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The messages that are due for a webhook, the longest first. */
export async function dueMessages(
  db: Reader,
  webhook: number,
  { now, most }: { readonly now: EpochSeconds; readonly most: number },
): Promise<readonly Pick<DeliveryRow, 'id' | 'attempts' | 'next_try_at'>[]> {
  return (
    db
      .selectFrom('webhook_deliveries')
      .innerJoin('webhooks', 'webhooks.id', 'webhook_deliveries.webhook_id')
      .select(['webhook_deliveries.id', 'attempts', 'next_try_at'])
      .where('webhook_id', '=', webhook)
      // Those that only a later program knows are for that one.
      .where('webhook_deliveries.kind', 'in', knownKinds)
      .where('enabled', '=', 1)
      .where((row) => isRested(row, now))
      .where('failed_at', 'is', null)
      .where('sent_at', 'is', null)
      .where(isDue(now))
      .orderBy('next_try_at')
      .orderBy('webhook_deliveries.id')
      .limit(most)
      .execute()
  )
}

/** The message with the ID. */
export async function findDelivery(db: Reader, id: number): Promise<DeliveryRow | undefined> {
  return db.selectFrom('webhook_deliveries').selectAll().where('id', '=', id).executeTakeFirst()
}

/** How a message stands. */
export const deliveryStates = ['waiting', 'sent', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Which messages of a webhook are listed. */
export interface ListedDeliveries {
  readonly webhook: number
  readonly state: DeliveryState | undefined
  readonly limit: number
  readonly offset: number
}

/** A page of the messages of a webhook, the newest first, and how many there are. */
export async function listDeliveries(
  db: Reader,
  { webhook, state, limit, offset }: ListedDeliveries,
): Promise<{ readonly rows: readonly DeliveryRow[]; readonly total: number }> {
  const chosen = db
    .selectFrom('webhook_deliveries')
    .where('webhook_id', '=', webhook)
    .$if(state === 'sent', (of) => of.where('sent_at', 'is not', null))
    .$if(state === 'failed', (of) => of.where('failed_at', 'is not', null))
    .$if(state === 'waiting', (of) => of.where('failed_at', 'is', null).where('sent_at', 'is', null))
  const rows = await chosen.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute()
  const { total } = await chosen
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

/** Which part of the log is read. */
export interface LogPart {
  readonly since: LogPlace
  readonly limit: number
  /** Only what was done in this time, in epoch seconds, both included. */
  readonly between?: { readonly from: EpochSeconds; readonly until: EpochSeconds }
}

/** Entries of the log behind a place that everybody could see before or can after, in their order. */
export async function entriesBehind(
  db: Reader,
  { since, limit, between }: LogPart,
): Promise<readonly Entry[]> {
  const { rows } = await sql<Entry>`
    select * from history
    where (revision, kind, id) > (${since.revision}, ${since.kind}, ${since.id})
      and (was_public = 1 or is_public = 1)
      ${between ? sql`and at between ${between.from} and ${between.until}` : sql``}
    order by revision, kind, id limit ${limit}`.execute(db)
  return rows
}

/** An import that has ended. */
export interface ImportEnd {
  readonly id: number
  readonly import_id: number
  readonly at: EpochSeconds
}

/** Imports that have ended, behind one of these ends, in their order. */
export async function importsBehind(
  db: Reader,
  { since, limit, between }: Omit<LogPart, 'since'> & { readonly since: number },
): Promise<readonly ImportEnd[]> {
  return db
    .selectFrom('import_ends')
    .selectAll()
    .where('id', '>', since)
    .$if(between !== undefined, (of) =>
      of.where('at', '>=', between?.from ?? 0).where('at', '<=', between?.until ?? 0),
    )
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** The end of the imports that have ended. */
export async function lastImportEnd(db: Reader): Promise<number> {
  const last = await db
    .selectFrom('import_ends')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.id ?? 0
}
