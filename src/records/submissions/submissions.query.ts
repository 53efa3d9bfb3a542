import type { Selectable } from 'kysely'
import { anonymous } from '../../http/auth/rights.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import { rowsIn } from '../../storage/db/rows.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import type { SubmissionsTable } from '../../storage/schema/tables.submissions.ts'
import type { SubmissionKind, SubmissionState } from '../../pure/params/submissions.ts'
import { withLinks } from '../events/events.linked.ts'
import { findEventRows } from '../rows/event.query.ts'
import type { EventWithLinks } from '../events/events.row.ts'
import type { EventRow } from '../rows/event.row.ts'
import type { Page } from '../../http/list.ts'
import { foldedForms } from '../../pure/text/fold.ts'

/** A submission as stored. */
export type SubmissionRow = Selectable<SubmissionsTable>

/** The states in which something is to be decided. */
export const openStates = ['waiting', 'asked'] as const satisfies readonly SubmissionState[]

/** The submission with the id. */
export async function findSubmission(db: Reader, id: number): Promise<SubmissionRow | undefined> {
  return db.selectFrom('submissions').selectAll().where('id', '=', id).executeTakeFirst()
}

/** One page of submissions: those that wait first in the order in which they came, what is decided with the latest first. */
export async function listSubmissions(
  db: Reader,
  chosen: {
    readonly states: readonly SubmissionState[]
    readonly kinds: readonly SubmissionKind[] | undefined
    readonly page: number
    readonly perPage: number
  },
): Promise<{ rows: SubmissionRow[]; page: Page }> {
  const { states, kinds, page, perPage } = chosen
  const listed = db
    .selectFrom('submissions')
    .where('state', 'in', states)
    .$if(kinds !== undefined, (query) => query.where('kind', 'in', kinds ?? []))
  const { total } = await listed
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const isOpen = states.every((state) => state === 'waiting' || state === 'asked' || state === 'unconfirmed')
  const rows = await listed
    .selectAll()
    .$if(!isOpen, (query) => query.orderBy('changed_at', 'desc'))
    .orderBy('id', isOpen ? 'asc' : 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  return { rows, page: { page, perPage, total } }
}

/** When an event ends, or the last of the dates of its series. */
export async function lastEndOf(
  db: Reader,
  { series_id, ends_at }: Pick<EventRow, 'series_id' | 'ends_at'>,
): Promise<EpochSeconds> {
  if (series_id === null) return ends_at
  const { last } = await db
    .selectFrom('events')
    .select((row) => row.fn.max('ends_at').as('last'))
    .where('series_id', '=', series_id)
    .executeTakeFirstOrThrow()
  return Math.max(ends_at, last)
}

/** How many submissions stand so. */
export async function countIn(db: Reader, states: readonly SubmissionState[]): Promise<number> {
  const { total } = await db
    .selectFrom('submissions')
    .select((row) => row.fn.countAll<number>().as('total'))
    .where('state', 'in', states)
    .executeTakeFirstOrThrow()
  return total
}

/** How many were sent under an address since a moment. */
export async function countFrom(db: Reader, email_folded: string, since: EpochSeconds): Promise<number> {
  const { total } = await db
    .selectFrom('submissions')
    .select((row) => row.fn.countAll<number>().as('total'))
    .where('email_folded', '=', email_folded)
    // The index leaves out who has none.
    .where('email_folded', '<>', '')
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return total
}

/** What is known of an address beyond its submissions. */
export interface Standing {
  readonly accepted: number
  readonly trusted_by: number | null
  readonly blocked_by: number | null
}

const unknown: Standing = { accepted: 0, trusted_by: null, blocked_by: null }

/** What is known of addresses, by their keys. */
export async function standingsOf(db: Reader, keys: readonly string[]): Promise<(key: string) => Standing> {
  if (keys.length === 0) return () => unknown
  const rows = await db
    .selectFrom('submitters')
    .selectAll()
    .where('address_key', 'in', [...new Set(keys)])
    .execute()
  const known = new Map(rows.map((row) => [row.address_key, row]))
  return (key) => known.get(key) ?? unknown
}

/** The events that these are about, by ID, whatever their status, with what everybody sees of what they are linked to. */
export async function eventsOf(
  db: Reader,
  rows: readonly Pick<SubmissionRow, 'event_id'>[],
): Promise<ReadonlyMap<number, EventWithLinks>> {
  const ids = [...new Set(rows.flatMap(({ event_id }) => event_id ?? []))]
  if (ids.length === 0) return new Map()
  const all = await withLinks(rowsIn(db), await findEventRows(db, ids), anonymous)
  return new Map(all.map((whole) => [whole.event.id, whole]))
}

/** The public venue or organizer that is called so, in any case. */
export async function findNamed(
  db: Reader,
  table: 'venues' | 'organizers',
  name: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom(table)
    .select('id')
    .where('title_folded', 'in', foldedForms(name))
    .where('status', '=', 'publish')
    .orderBy('id')
    .executeTakeFirst()
  return row?.id
}

/** More categories than these are no choice any more. */
const mostOffered = 200

/** The categories that there are, by name. */
export async function offeredCategories(
  db: Reader,
): Promise<{ readonly id: number; readonly name: string }[]> {
  return db
    .selectFrom('terms')
    .select(['id', 'name'])
    .where('taxonomy', '=', 'tribe_events_cat')
    .orderBy('name_folded')
    .limit(mostOffered)
    .execute()
}
