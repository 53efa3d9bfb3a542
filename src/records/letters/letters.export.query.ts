import { sql } from 'kysely'
import { instantOf } from '../../pure/calendar/text.ts'
import { tableText } from '../../pure/text/csv.ts'
import { foldedAddress } from '../../pure/text/address.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'

/** What is told of a subscription in a table. */
interface Line {
  readonly email: string
  readonly locale: string
  readonly confirmed_at: EpochSeconds
  readonly paused_until: EpochSeconds | null
  readonly kind: string
  readonly target_id: number
  readonly remind: number | null
  readonly changes: number
  readonly created_at: EpochSeconds
  readonly filter: string | null
  readonly frequency: string | null
  readonly at: string | null
}

const columns = [
  'email',
  'language',
  'confirmed',
  'paused_until',
  'kind',
  'id',
  'filter',
  'frequency',
  'at',
  'remind',
  'changes',
  'created',
]

/** What all addresses get, or one of them, as CSV (RFC 4180). */
export async function exportedSubscribers(db: Reader, email: string | undefined): Promise<string> {
  const folded = email === undefined ? undefined : foldedAddress(email)
  const { rows } = await sql<Line>`
    select email, locale, confirmed_at, paused_until, subscriptions.kind, target_id, remind, changes,
      subscriptions.created_at, digests.filter, digests.frequency, digests.at
    from subscribers inner join subscriptions on subscriber_id = subscribers.id
    left join digests on subscriptions.kind = 'digest' and digests.id = target_id
    ${folded === undefined ? sql`` : sql`where email_folded = ${folded}`}
    order by email_folded, subscriptions.id`.execute(db)
  const lines = rows.map((row) => [
    row.email,
    row.locale,
    moment(row.confirmed_at),
    row.paused_until === null ? '' : moment(row.paused_until),
    row.kind,
    String(row.target_id),
    row.filter ?? '',
    row.frequency ?? '',
    row.at ?? '',
    row.remind === null ? '' : String(row.remind),
    row.changes === 1 ? 'true' : 'false',
    moment(row.created_at),
  ])
  return tableText([columns, ...lines])
}

function moment(at: EpochSeconds): string {
  return instantOf(at).toString()
}

/** How many digests are told of. */
const mostDue = 20

/** What goes out next, a line each: what waits to be sent, then letters and digests by their moments. */
export async function dueText(
  db: Reader,
  momentOf: (at: EpochSeconds) => string,
): Promise<readonly string[]> {
  const waiting = await sql<{ issue_key: string; waiting: number; expires_at: EpochSeconds }>`
    select letter_issues.issue_key, count(*) as waiting, letter_issues.expires_at
    from letter_sends inner join letter_issues on letter_issues.id = issue_id
    group by letter_issues.id, letter_issues.issue_key, letter_issues.expires_at
    order by letter_issues.id`.execute(db)
  const letters = await db
    .selectFrom('letters')
    .select(['id', 'subject', 'send_at'])
    .where('state', '=', 'scheduled')
    .orderBy('send_at')
    .execute()
  const digests = await sql<{ filter: string; next_due_at: EpochSeconds; subscribers: number }>`
    select filter, next_due_at, (select count(*) from subscriptions
      where kind = 'digest' and target_id = digests.id) as subscribers
    from digests where next_due_at is not null order by next_due_at, id limit ${mostDue}`.execute(db)
  return [
    ...waiting.rows.map(
      (row) => `now  ${row.issue_key}: ${row.waiting} wait until ${momentOf(row.expires_at)}`,
    ),
    ...letters.map(({ id, subject, send_at }) => `${momentOf(send_at ?? 0)}  letter ${id}: ${subject}`),
    ...digests.rows.map(
      ({ filter, next_due_at, subscribers }) =>
        `${momentOf(next_due_at)}  ${filter === '' ? 'all events' : filter}: ${subscribers}`,
    ),
  ]
}
