import type { Reader } from '../../storage/db/dialect.ts'
import type { Faults } from '../../http/resource.ts'
import type { Status } from '../../pure/params/words.ts'

/** The fault of naming an author who is no user. */
export async function authorFaults(db: Reader, author: number | undefined): Promise<Faults> {
  if (author === undefined) return {}
  const user = await db.selectFrom('users').select('id').where('id', '=', author).executeTakeFirst()
  return user ? {} : { author: `must be the ID of a user, and no user has the ID ${author}` }
}

/** The fault of a reader without the right to write who asks for more than published posts (`wire-others.md` 2.5). */
export function statusFaults(wanted: readonly Status[] | undefined, writes: boolean): Faults {
  if (wanted === undefined || writes || wanted.every((status) => status === 'publish')) return {}
  return { status: 'must be publish: other statuses are listed for those who write events' }
}

/** The fault of an event that does not exist or that the caller may not read: the same, so that it reveals neither. */
export function unknownEvent(id: number): string {
  return `must be the ID of an event that you may read, and ${id} is none`
}
