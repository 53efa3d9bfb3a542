import type { Database } from '../../src/db/dialect.ts'
import { openDatabase } from '../../src/db/open.ts'
import type { SearchWords } from '../../src/text/search.ts'
import { diceFrom } from './dice.ts'
import { eventRow } from './fill.rows.ts'

/** An event of which only its id and the text that is searched matter. */
export interface Searched {
  readonly id: number
  /** The user whose event it is. */
  readonly author: number
  /** Undefined: it is not to be there. */
  readonly folded: string | undefined
}

/** Has the event be as it is said, whether it is there or not. */
export async function putText(db: Database, { id, author, folded }: Searched): Promise<void> {
  await db.write(async (tx) => {
    if (folded === undefined) {
      await tx.deleteFrom('items').where('id', '=', id).execute()
      return
    }
    const known = await tx.updateTable('events').set({ folded }).where('id', '=', id).executeTakeFirst()
    if (known.numUpdatedRows > 0n) return
    const row = eventRow({ dice: diceFrom(id), now_s: 0, authors: [author] }, id, null)
    await tx.insertInto('items').values({ id, kind: 'event' }).execute()
    await tx
      .insertInto('events')
      .values({ ...row, folded })
      .execute()
  })
}

/** The ids of the events that somebody finds in the database at this address who remembers nothing. */
export async function foundAnew(url: string, search: SearchWords): Promise<number[]> {
  const fresh = await openDatabase(url)
  try {
    const conditions = await fresh.matching('events', search)
    const query = fresh.read.selectFrom('events').select('id').orderBy('id')
    const rows = await query.where((eb) => eb.and([...conditions])).execute()
    return rows.map(({ id }) => id)
  } finally {
    await fresh.close()
  }
}
