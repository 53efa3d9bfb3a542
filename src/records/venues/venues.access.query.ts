import type { Caller } from '../../http/auth/rights.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import type { AccessField } from '../../fields/venues.fields.ts'
import { facts } from '../../pure/params/flags.ts'
import { visibleIn } from '../posts/posts.query.ts'

/** The ids of the venues that are known to have all of these, as far as the caller sees them. */
export async function venuesWith(
  db: Reader,
  fields: readonly AccessField[],
  caller: Caller,
): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('venues')
    .select('id')
    .where(visibleIn('venues', caller, undefined))
    .where((eb) => eb.and(fields.map((field) => eb(`venues.${field}`, '=', facts.yes))))
    .execute()
  return rows.map(({ id }) => id)
}
