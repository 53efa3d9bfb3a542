import { randomUUID } from 'node:crypto'
import type { Database, Reader } from '../db/dialect.ts'

/** Under this name a calendar knows which one it is. */
const identityName = 'calendar'

/** Which calendar this is: the same in all of its exports, and in calendars that these were read into. */
export async function calendarIdentity(db: Database): Promise<string> {
  const known = await findIdentity(db.read)
  if (known !== undefined) return known
  await db.write(
    (tx) =>
      tx
        .insertInto('installation')
        .values({ name: identityName, value: randomUUID() })
        // Another process may have been first: its name stays.
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute(),
    'aside',
  )
  const made = await findIdentity(db.read)
  if (made === undefined) throw new Error('The calendar could not be given a name for itself.')
  return made
}

/** The same where the calendar has one already. */
export async function findIdentity(db: Reader): Promise<string | undefined> {
  const row = await db
    .selectFrom('installation')
    .select('value')
    .where('name', '=', identityName)
    .executeTakeFirst()
  return row?.value
}

/** Makes this the calendar of that name, whatever it was before. */
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
