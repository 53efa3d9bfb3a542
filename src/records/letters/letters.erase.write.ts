import { forgetMailsTo } from '../../people/mail/mail.end.write.ts'
import { foldedAddress } from '../../pure/text/address.ts'
import type { Database } from '../../storage/db/dialect.ts'
import { addressKey } from './letters.blocked.ts'
import { type Erased, eraseSubscriber, forgetRequests, tablesOfPeople } from './letters.leave.write.ts'
import { subscriberAt } from './letters.query.ts'

/**
 * Removes everything about an address: what it gets and has asked for, what waits to be sent to it, and that it wants never to be
 * written to. Nothing of it is left in the files of the database.
 */
export async function eraseAddress(
  { db, secret }: { readonly db: Database; readonly secret: Buffer },
  email: string,
): Promise<Erased> {
  const folded = foldedAddress(email)
  const erased = await db.write(async (tx) => {
    await tx
      .deleteFrom('blocked_addresses')
      .where('address_key', '=', addressKey({ secret }, folded))
      .execute()
    const subscriber = await subscriberAt(tx, folded)
    if (subscriber) return eraseSubscriber(tx, subscriber)
    const requests = await forgetRequests(tx, folded)
    return { subscriptions: 0, requests, mails: await forgetMailsTo(tx, folded) }
  }, 'aside')
  await db.scrub(tablesOfPeople)
  return erased
}
