import type { Selectable } from 'kysely'
import type { Database, Reader, Writer } from '../../storage/db/dialect.ts'
import type { DeliveryColumns } from '../../storage/schema/tables.mail.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import type { Tables } from '../../storage/schema/tables.all.ts'
import { isSpent, type Pace, spendOne } from './delivery.pace.write.ts'
import { isDue } from './delivery.query.ts'

/** The tables whose rows are sent to somebody else: all of them have {@link DeliveryColumns}. */
export type DeliveryTable = {
  [Table in keyof Tables]: Tables[Table] extends DeliveryColumns ? Table : never
}[keyof Tables]

/** A row that is due, as it was seen. */
export type Due = Pick<Selectable<DeliveryColumns>, 'id' | 'attempts' | 'next_try_at'>

/** The rows that are due, the longest first, at most so many. */
export async function findDue(
  db: Reader,
  table: DeliveryTable,
  now: EpochSeconds,
  most: number,
): Promise<readonly Due[]> {
  return db
    .selectFrom(table)
    .select(['id', 'attempts', 'next_try_at'])
    .where('failed_at', 'is', null)
    .where(isDue(now))
    .orderBy('next_try_at')
    .orderBy('id')
    .limit(most)
    .execute()
}

/** How many rows are still to be sent. */
export async function countWaiting(db: Reader, table: DeliveryTable): Promise<number> {
  const { waiting } = await db
    .selectFrom(table)
    .select((row) => row.fn.countAll<number>().as('waiting'))
    .where('failed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return waiting
}

/**
 * Reserves a row for `lease_s` seconds and counts the attempt; undefined when another process was faster, and `spent` where as many as
 * may be were sent in this minute. Whoever dies meanwhile
 * leaves it to be tried again after that time, as one attempt.
 */
export async function claim<Table extends DeliveryTable>(
  db: Database,
  table: Table,
  seen: Due,
  { now, lease_s, pace }: { now: EpochSeconds; lease_s: number; pace?: Pace | undefined },
): Promise<(Selectable<Tables[Table]> & Due) | 'spent' | undefined> {
  return db.write(async (tx) => {
    if (pace && (await isSpent(tx, pace, now))) return 'spent'
    const row = await claimed(tx, table, seen)
      .where('next_try_at', '=', seen.next_try_at)
      .set({ attempts: seen.attempts + 1, next_try_at: now + lease_s })
      .returningAll()
      .executeTakeFirst()
    if (row && pace) await spendOne(tx, pace, now)
    return row as (Selectable<Tables[Table]> & Due) | undefined
  }, 'aside')
}

/** Lets a row that is claimed rest until a moment. */
export async function putOff(
  tx: Writer,
  table: DeliveryTable,
  row: Due,
  { until, fault }: { until: EpochSeconds; fault: string },
): Promise<void> {
  await claimed(tx, table, row).set({ next_try_at: until, fault }).execute()
}

/** Gives a claimed row back, as if it had not been tried. */
export async function release(
  db: Database,
  table: DeliveryTable,
  row: Due,
  now: EpochSeconds,
): Promise<void> {
  const attempts = row.attempts - 1
  await db.write((tx) => claimed(tx, table, row).set({ next_try_at: now, attempts }).execute(), 'aside')
}

/** The row, as long as nobody has claimed it since. */
function claimed(tx: Writer, table: DeliveryTable, { id, attempts }: Pick<Due, 'id' | 'attempts'>) {
  return tx
    .updateTable(table)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('failed_at', 'is', null)
}
