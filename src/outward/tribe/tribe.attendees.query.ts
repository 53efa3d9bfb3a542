import type { SelectQueryBuilder } from 'kysely'
import { type Caller, can, mayEdit } from '../../http/auth/rights.ts'
import { fold } from '../../pure/text/fold.ts'
import type { GuestRow } from '../../records/registration/guests.query.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import type { Tables } from '../../storage/schema/tables.all.ts'

/** Which attendees are asked for. */
export interface AskedAttendees {
  readonly post_id?: number
  readonly ticket_id?: number
  readonly include?: readonly number[]
  readonly exclude?: readonly number[]
  readonly search?: string
  readonly checkedin?: boolean
}

/** How many names are looked through at once. */
const atOnce = 2_000

/**
 * A page of those who have a place for certain and that the caller may see, in the order in which they came, and how many there are in all. No
 * more of them is read than the page; where names are looked through, these in parts.
 */
export async function findAttendees(
  db: Reader,
  caller: Caller,
  asked: AskedAttendees,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly total: number; readonly guests: readonly GuestRow[] }> {
  if (!can(caller, 'edit_own')) return { total: 0, guests: [] }
  const own = can(caller, 'edit_others') ? undefined : await ownEvents(db, caller)
  const chosen = chosenBy(db, asked, own)
  if (asked.search === undefined) {
    const { total } = await chosen
      .select((row) => row.fn.countAll<number | string>().as('total'))
      .executeTakeFirstOrThrow()
    const guests = await chosen.selectAll().orderBy('id').limit(limit).offset(offset).execute()
    return { total: Number(total), guests }
  }
  const found = await idsWith(chosen, fold(asked.search))
  const ids = found.slice(offset, offset + limit)
  if (ids.length === 0) return { total: found.length, guests: [] }
  const guests = await db.selectFrom('guests').selectAll().where('id', 'in', ids).orderBy('id').execute()
  return { total: found.length, guests }
}

type Chosen = SelectQueryBuilder<Tables, 'guests', object>

/** `own`: of which events alone. */
function chosenBy(
  db: Reader,
  { post_id, ticket_id, include, exclude, checkedin }: AskedAttendees,
  own: readonly number[] | undefined,
): Chosen {
  const all = db.selectFrom('guests').where('state', '=', 'registered').where('confirm_by', 'is', null)
  return [post_id, ticket_id]
    .filter((id) => id !== undefined)
    .reduce((query, id) => query.where('event_id', '=', id), all)
    .$if(own !== undefined, (query) => query.where('event_id', 'in', [0, ...(own ?? [])]))
    .$if(include !== undefined, (query) => query.where('id', 'in', [0, ...(include ?? [])]))
    .$if(exclude !== undefined, (query) => query.where('id', 'not in', [0, ...(exclude ?? [])]))
    .$if(checkedin !== undefined, (query) => query.where('arrived', checkedin ? '>' : '=', 0))
}

/** The events of the caller that they may edit and to which people come. */
async function ownEvents(db: Reader, caller: Caller): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('events')
    .select(['id', 'author_id', 'status', 'status_before'])
    .where('author_id', '=', caller.id)
    .where('id', 'in', (guests) => guests.selectFrom('guests').select('event_id'))
    .execute()
  return rows.flatMap((row) => (mayEdit(caller, row) ? row.id : []))
}

/** Those in whose name, address or code a word occurs, in the order of their ids. */
async function idsWith(chosen: Chosen, word: string): Promise<readonly number[]> {
  const ids: number[] = []
  for (let last = 0; ;) {
    const rows = await chosen
      .select(['id', 'name', 'email', 'code'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(atOnce)
      .execute()
    for (const { id, name, email, code } of rows)
      if ([name, email, code].some((text) => fold(text).includes(word))) ids.push(id)
    if (rows.length < atOnce) return ids
    last = rows.at(-1)?.id ?? last
  }
}
