import type { Reader } from '../../storage/db/dialect.ts'
import type { DigestRow, LetterListRow, RequestRow, SubscriberRow, SubscriptionRow } from './letters.types.ts'

/** The request with the id. */
export async function findRequest(db: Reader, id: number): Promise<RequestRow | undefined> {
  return db.selectFrom('subscription_requests').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The subscriber with the id. */
export async function findSubscriber(db: Reader, id: number): Promise<SubscriberRow | undefined> {
  return db.selectFrom('subscribers').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The subscriber with a folded address. */
export async function subscriberAt(db: Reader, folded: string): Promise<SubscriberRow | undefined> {
  return db.selectFrom('subscribers').selectAll().where('email_folded', '=', folded).executeTakeFirst()
}

/** The subscription with the id. */
export async function findSubscription(db: Reader, id: number): Promise<SubscriptionRow | undefined> {
  return db.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirst()
}

/** What a subscriber has asked for, the oldest first. */
export async function subscriptionsOf(db: Reader, subscriber: number): Promise<SubscriptionRow[]> {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('subscriber_id', '=', subscriber)
    .orderBy('id')
    .execute()
}

/** The digest with the id. */
export async function findDigest(db: Reader, id: number): Promise<DigestRow | undefined> {
  return db.selectFrom('digests').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The digest that is found by a key. */
export async function digestAt(db: Reader, key: string): Promise<DigestRow | undefined> {
  return db.selectFrom('digests').selectAll().where('key', '=', key).executeTakeFirst()
}

/** The public lists of letters, by name. */
export async function publicLists(db: Reader): Promise<LetterListRow[]> {
  return db.selectFrom('letter_lists').selectAll().where('public', '=', 1).orderBy('name').execute()
}

/** The list of letters with the id. */
export async function findList(db: Reader, id: number): Promise<LetterListRow | undefined> {
  return db.selectFrom('letter_lists').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The public list of letters that is named by its id or slug. */
export async function publicListNamed(db: Reader, named: string): Promise<LetterListRow | undefined> {
  const lists = await publicLists(db)
  return lists.find(({ slug }) => slug === named) ?? lists.find(({ id }) => String(id) === named)
}

/** Whether an address is never to be written to. */
export async function isBlocked(db: Reader, address_key: string): Promise<boolean> {
  const row = await db
    .selectFrom('blocked_addresses')
    .select('created_at')
    .where('address_key', '=', address_key)
    .executeTakeFirst()
  return row !== undefined
}

type Counted = 'subscribers' | 'digests' | 'subscriptions' | 'letter_sends'

/** How many rows a table has. */
export async function countOf(db: Reader, table: Counted): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
