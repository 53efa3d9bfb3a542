import { sql } from 'kysely'
import type { Reader } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import type { DigestRow } from './letters.types.ts'

/** How many of each kind are told of at most: those with the most subscribers. */
const mostTold = 200

/** How many have subscribed, and how many of them are paused. */
export async function countSubscribers(
  db: Reader,
  now: EpochSeconds,
): Promise<{ readonly subscribers: number; readonly paused: number }> {
  return db
    .selectFrom('subscribers')
    .select((row) => [
      row.fn.countAll<number>().as('subscribers'),
      row.fn.countAll<number>().filterWhere('paused_until', '>', now).as('paused'),
    ])
    .executeTakeFirstOrThrow()
}

/** A digest with how many get it, and how its last issue went. */
export interface CountedDigest extends DigestRow {
  readonly subscribers: number
  readonly made_at: EpochSeconds | null
  readonly recipients: number | null
  readonly sent: number | null
  readonly refused: number | null
  readonly late: number | null
}

/** The digests, those with the most subscribers first. */
export async function countedDigests(db: Reader): Promise<readonly CountedDigest[]> {
  const { rows } = await sql<CountedDigest>`
    select digests.*, counted.subscribers, issue.made_at, issue.recipients, issue.sent, issue.refused, issue.late
    from digests
    inner join (select target_id, count(*) as subscribers from subscriptions where kind = 'digest' group by target_id)
      as counted on counted.target_id = digests.id
    left join letter_issues as issue on issue.id = (
      select max(id) from letter_issues where kind = 'digest' and letter_issues.target_id = digests.id)
    order by counted.subscribers desc, digests.id limit ${mostTold}`.execute(db)
  return rows
}

/** How many have subscribed to each event, series or list, those with the most first. */
export async function countedTargets(
  db: Reader,
  kind: 'event' | 'series' | 'list',
): Promise<readonly { readonly id: number; readonly subscribers: number }[]> {
  const { rows } = await sql<{ id: number; subscribers: number }>`
    select target_id as id, count(*) as subscribers from subscriptions where kind = ${kind}
    group by target_id order by count(*) desc, target_id limit ${mostTold}`.execute(db)
  return rows
}

/** How much waits for an address: requests, and mails of letters. */
export async function waitingFor(
  db: Reader,
  { id, email_folded }: { readonly id: number; readonly email_folded: string },
): Promise<{ readonly requests: number; readonly waiting: number }> {
  const { requests } = await db
    .selectFrom('subscription_requests')
    .select((row) => row.fn.countAll<number>().as('requests'))
    .where('email_folded', '=', email_folded)
    .executeTakeFirstOrThrow()
  const { waiting } = await db
    .selectFrom('letter_sends')
    .select((row) => row.fn.countAll<number>().as('waiting'))
    .where('subscriber_id', '=', id)
    .executeTakeFirstOrThrow()
  return { requests, waiting }
}
