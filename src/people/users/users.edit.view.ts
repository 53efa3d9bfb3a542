import type { Ask } from '../../http/resource.ts'
import type { User } from '../../http/auth/users.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import { aboutUser } from './users.about.ts'
import { userView, type WpUser } from './users.view.ts'

/** The record for editing. When its user was last here is told in lists alone: it would be another one after each request. */
export async function editView(
  db: Reader,
  user: User,
  { site, now, isOwn, caller }: Pick<Ask, 'site' | 'now' | 'caller'> & { readonly isOwn: boolean },
): Promise<WpUser> {
  const { seen_at: _seen, ...about } = await aboutUser(db, user, epochSeconds(now))
  return userView(user, 'edit', site, { about, ...(isOwn ? { caller } : {}) })
}
