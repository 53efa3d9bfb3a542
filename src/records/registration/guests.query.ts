import type { Selectable } from 'kysely'
import type { Reader } from '../../storage/db/dialect.ts'
import type { GuestsTable } from '../../storage/schema/tables.registration.ts'
import type { Page } from '../../http/list.ts'
import type { Context } from '../../http/context.ts'
import { liveStates } from '../../pure/params/guests.ts'
import { fold } from '../../pure/text/fold.ts'
import type { ListGuests } from './guests.params.ts'

/** A guest as stored. */
export type GuestRow = Selectable<GuestsTable>

/** The guest with the id. */
export async function findGuest(db: Reader, id: number): Promise<GuestRow | undefined> {
  return db.selectFrom('guests').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Who is put down under an address; without the last condition the index, which leaves out who has none, would not be asked. */
export function guestsUnder(db: Reader, email_folded: string) {
  return db.selectFrom('guests').where('email_folded', '=', email_folded).where('email_folded', '<>', '')
}

/** Who has a place at the event under the address, or may get one. */
export async function liveUnder(
  db: Reader,
  event_id: number,
  email_folded: string,
): Promise<GuestRow | undefined> {
  return guestsUnder(db, email_folded)
    .selectAll()
    .where('event_id', '=', event_id)
    .where('state', 'in', liveStates)
    .executeTakeFirst()
}

/** The guests of an event that are asked for, in their order. */
export async function guestsOf(
  db: Reader,
  event_id: number,
  { state = liveStates, search, arrived, orderby = 'number' }: ListGuests,
): Promise<GuestRow[]> {
  const rows = await db
    .selectFrom('guests')
    .selectAll()
    .where('event_id', '=', event_id)
    .where('state', 'in', [...state])
    .$if(arrived !== undefined, (query) => query.where('arrived', arrived ? '>' : '=', 0))
    .orderBy('number')
    .execute()
  const word = search === undefined ? '' : fold(search)
  const found = rows.filter(({ name, email, code }) =>
    [name, email, code].some((text) => fold(text).includes(word)),
  )
  return orderby === 'name'
    ? found.toSorted((one, other) => one.name.localeCompare(other.name, 'en') || one.number - other.number)
    : found
}

/** How many are on a page for phones at the door, which need all of them at once. */
const atDoor = 2_000

/** One page of them. */
export async function listGuests(
  context: Context,
  event_id: number,
  params: ListGuests,
): Promise<{ rows: readonly GuestRow[]; page: Page }> {
  const { page = 1 } = params
  const isDoor = params.fields === 'door'
  const perPage = isDoor ? atDoor : Math.min(params.per_page ?? context.perPage, context.perPageMax)
  const all = await guestsOf(context.db.read, event_id, params)
  return {
    rows: all.slice((page - 1) * perPage, page * perPage),
    page: { page, perPage, total: all.length },
  }
}

/** Which place somebody who waits has in line: 1 for the first. */
export async function placeInLine(
  db: Reader,
  { event_id, number }: Pick<GuestRow, 'event_id' | 'number'>,
): Promise<number> {
  const { before } = await db
    .selectFrom('guests')
    .select((one) => one.fn.countAll<number | string>().as('before'))
    .where('event_id', '=', event_id)
    .where('state', '=', 'waiting')
    .where('number', '<', number)
    .executeTakeFirstOrThrow()
  return Number(before) + 1
}
