import { sql } from 'kysely'
import { anonymous } from '../../http/auth/rights.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import { shared, visibleIn } from '../posts/posts.query.ts'
import type { PostColumns } from '../../storage/schema/tables.ts'
import type { LinkedKind } from './linked.kind.ts'

/** The name of a record that everybody sees, and where it is. */
export interface PublicName {
  readonly id: number
  readonly status: PostColumns['status']
  readonly slug: string
  readonly title: string
  readonly title_folded: string
  /** Empty for organizers. */
  readonly city: string
}

/** The names of these public records, or of all, by their names. */
export async function publicNames(
  db: Reader,
  kind: LinkedKind,
  ids?: readonly number[],
): Promise<PublicName[]> {
  const city = 'city' in kind.columns ? sql<string>`city` : sql<string>`''`
  return db
    .selectFrom(shared(kind.table))
    .select(['id', 'status', 'slug', 'title', 'title_folded', city.as('city')])
    .where(visibleIn(kind.table, anonymous, ['publish']))
    .$if(ids !== undefined, (names) => names.where('id', 'in', [...(ids ?? [])]))
    .orderBy('title_folded')
    .orderBy('id')
    .execute()
}
