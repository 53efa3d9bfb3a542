import { randomUUID } from 'node:crypto'
import type { Database, Reader } from '../../storage/db/dialect.ts'

/** The name under which a calendar stores its identity. */
const identityName = 'calendar'

/** The identity of this calendar: the same in all of its exports, and in calendars that import these. */
export async function calendarIdentity(db: Database): Promise<string> {
  const known = await findIdentity(db.read)
  if (known !== undefined) return known
  await db.write(
    (tx) =>
      tx
        .insertInto('installation')
        .values({ name: identityName, value: randomUUID() })
        // Another process may have been first: its identity stays.
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute(),
    'aside',
  )
  const made = await findIdentity(db.read)
  if (made === undefined) throw new Error('The calendar could not be given a name for itself.')
  return made
}

/** The identity of this calendar, if it has one already. */
export async function findIdentity(db: Reader): Promise<string | undefined> {
  const row = await db
    .selectFrom('installation')
    .select('value')
    .where('name', '=', identityName)
    .executeTakeFirst()
  return row?.value
}

/** Gives this calendar an identity, replacing the one before. */
export async function setIdentity(db: Database, value: string): Promise<void> {
  await db.write(
    (tx) =>
      tx
        .insertInto('installation')
        .values({ name: identityName, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute(),
    'aside',
  )
}
