import { type RawBuilder, sql } from 'kysely'
import { spentHeaders } from '../../http/rateLimit.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { foldedAddress } from '../../pure/text/address.ts'
import type { Database } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import { mostDigests, mostRequests } from './letters.limits.ts'
import { countOf, digestAt } from './letters.query.ts'
import { type Asked, askedText, digestKey } from './letters.wanted.ts'

/** Asking for the same again within this time changes nothing, in seconds. */
const again_s = 600

const day_s = 86_400

/** After how long somebody who is refused, as there is no room, may try again, in seconds. */
const comeBack_s = 3600

/** What somebody asks for under an address that nobody has confirmed. */
export interface Asking {
  readonly email: string
  readonly asked: Asked
  /** The BCP 47 tag of the language of the one who asks. */
  readonly locale: string
}

/**
 * Stores what somebody asks for, whoever the address belongs to, and whether something was asked for under it already: who that is is
 * found out beside the request, and each makes the same statements, so that neither the answer nor its time tells it. Asking again soon
 * changes nothing; later it makes another mail. Throws 429 where there is no room.
 */
export async function storeRequest(
  db: Database,
  { email, asked, locale }: Asking,
  now: EpochSeconds,
): Promise<void> {
  const [email_folded, wanted] = [foldedAddress(email), askedText(asked)]
  await db.write(async (tx) => {
    if (asked.kind === 'digest' && !(await digestAt(tx, digestKey(asked))))
      if ((await countOf(tx, 'digests')) >= mostDigests) throw full()
    const { waiting } = await tx
      .selectFrom('subscription_requests')
      .select((row) => row.fn.countAll<number>().as('waiting'))
      .where('done_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (waiting >= mostRequests) throw full()
    await tx
      .insertInto('subscription_requests')
      .values({ email, email_folded, wanted, locale, created_at: now, asked_at: now, mailed_at: null })
      .onConflict((conflict) =>
        conflict.columns(['email_folded', 'wanted']).doUpdateSet({
          asked_at: askedAgain(now, sql`${now}`, 'asked_at'),
          locale: askedAgain(now, sql`${locale}`, 'locale'),
          mails: askedAgain(
            now,
            sql`case when ${was('mailed_at')} <= ${now - day_s} then 0 else ${was('mails')} end`,
            'mails',
          ),
          mailed_at: askedAgain(now, sql`null`, 'mailed_at'),
        }),
      )
      .execute()
  }, 'aside')
}

type Column = 'asked_at' | 'locale' | 'mails' | 'mailed_at'

/** What stands in the row that is there. */
const was = (column: Column) => sql.ref(`subscription_requests.${column}`)

/** What a column becomes where that was asked for long enough ago; else it stays. */
function askedAgain<Value>(now: EpochSeconds, then: RawBuilder<unknown>, column: Column) {
  const at = was('asked_at')
  return sql<Value>`case when ${at} <= ${now - again_s} or ${at} > ${now} then ${then} else ${was(column)} end`
}

function full(): ApiError {
  const headers = spentHeaders({ name: 'subscriptions-waiting', quota: mostRequests, reset_s: comeBack_s })
  return new ApiError('rest_too_many_requests', { seconds: comeBack_s }, { headers })
}
