import type { Database, Reader } from '../../storage/db/dialect.ts'

/**
 * Whether guests get mails, as it is known within transactions of whatever changes an event: the processes that send them note it, as settings
 * say.
 */
const name = 'guests_mailed'

/** Whether guests get mails. */
export async function guestsAreMailed(db: Reader): Promise<boolean> {
  const row = await db.selectFrom('installation').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value === '1'
}

/** Notes whether guests get mails. */
export async function noteMailed(db: Database, areMailed: boolean): Promise<void> {
  if ((await guestsAreMailed(db.read)) === areMailed) return
  const value = areMailed ? '1' : '0'
  await db.write(
    (tx) =>
      tx
        .insertInto('installation')
        .values({ name, value })
        .onConflict((there) => there.column('name').doUpdateSet({ value }))
        .execute(),
    'aside',
  )
}
