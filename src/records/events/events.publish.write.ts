import { sql } from 'kysely'
import { epochSeconds } from '../../pure/calendar/text.ts'
import type { Zone } from '../../pure/calendar/zone.ts'
import type { Reader, Writer } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import type { Context } from '../../http/context.ts'
import { kinds, type PostTable } from '../posts/posts.kind.ts'
import { shared } from '../posts/posts.query.ts'
import { publishLinks } from './events.linking.ts'
import { fillPlaces } from '../registration/registration.fill.write.ts'
import { tellOfChange } from '../registration/registration.news.write.ts'
import { existingEvent } from '../rows/event.access.ts'
import { countTerms, ownTerms } from './events.terms.write.ts'
import { raiseSequence } from './events.write.ts'

const tables = Object.values(kinds).map(({ table }) => table)

/** Publishes the scheduled events, venues and organizers whose time has come (D21); answers how many. */
export async function publishDue({ db, siteZone }: Context, now: Temporal.Instant): Promise<number> {
  const at = epochSeconds(now)
  // Nearly always nothing is due, and then no transaction is begun.
  if (!(await isAnyDue(db.read, at))) return 0
  return db.write(async (tx) => {
    let count = 0
    for (const table of tables) {
      const ids = await publish(tx, table, at)
      if (table === 'events') await followEvents(tx, ids, { now, siteZone })
      count += ids.length
    }
    return count
  }, 'events')
}

async function isAnyDue(db: Reader, at: EpochSeconds): Promise<boolean> {
  for (const table of tables) {
    const due = await db
      .selectFrom(shared(table))
      .select('id')
      .where(sql.ref('status'), '=', sql.lit('future'))
      .where('date_at', '<=', at)
      .executeTakeFirst()
    if (due) return true
  }
  return false
}

/** Publishes what is due in one table; answers its ids. */
async function publish(tx: Writer, table: PostTable, at: EpochSeconds): Promise<number[]> {
  const published = await tx
    .updateTable(shared(table))
    .set({ status: 'publish' })
    .where(sql.ref('status'), '=', sql.lit('future'))
    .where('date_at', '<=', at)
    .returning('id')
    .execute()
  return published.map(({ id }) => id)
}

/** What follows when events become public: feeds show the change, what their authors made for them is public too, and terms count them. */
async function followEvents(
  tx: Writer,
  ids: readonly number[],
  clock: { readonly now: Temporal.Instant; readonly siteZone: Zone },
): Promise<void> {
  await raiseSequence(tx, ids)
  for (const id of ids) {
    const event = await existingEvent(tx, id)
    await tellOfChange(tx, { ...event, status: 'future' }, event, clock)
    await fillPlaces(tx, event, clock)
    await publishLinks(tx, event, clock)
    await countTerms(tx, undefined, { ...event, terms: await ownTerms(tx, id) })
  }
}
