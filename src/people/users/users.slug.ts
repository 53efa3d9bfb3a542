import type { User } from '../../http/auth/users.ts'
import { slugify } from '../../pure/text/slug.ts'

/** The name of a user in addresses. One made of a login that is an e-mail address would tell that: then it is the name that is shown. */
export function slugOfUser({ slug, login, login_folded, name, id }: User): string {
  if (slug !== '') return slug
  if (!login.includes('@')) return login_folded.replaceAll(/[^a-z0-9_-]+/g, '-')
  const ofName = name.includes('@') ? '' : slugify(name)
  return ofName === '' ? `user-${id}` : ofName
}
