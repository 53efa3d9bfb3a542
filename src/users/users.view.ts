import Type, { type Static } from 'typebox'
import { capabilitiesOf, type Caller } from '../auth/rights.ts'
import type { User } from '../auth/users.ts'
import { wpNamespace } from '../http/discovery.ts'
import type { Site } from '../http/site.ts'
import { inOrder } from '../posts/posts.view.ts'
import { wpLinksRecord } from '../posts/posts.wp.view.ts'
import { slugOfUser } from './users.slug.ts'

/** The path of users below the REST root. */
export const usersPath = `/${wpNamespace}/users`

const text = (description: string) => Type.Optional(Type.String({ description }))
const capabilities = Type.Optional(
  Type.Record(Type.String(), Type.Literal(true), { description: 'What they may do, and their role.' }),
)

/** A user as clients of the original know them; most members are for those who may edit them. */
export const wpUserRecord = Type.Object({
  id: Type.Integer({ description: 'The ID of the user.' }),
  username: text('The login.'),
  name: Type.String({ description: 'The name that is shown.' }),
  first_name: text('Their first name.'),
  last_name: text('Their last name.'),
  email: text('Their e-mail address.'),
  url: Type.String({ description: 'Their website; empty for none.' }),
  description: Type.String({ description: 'Who they are.' }),
  link: Type.String({ format: 'uri', description: 'Their page.' }),
  locale: text('The language in which they are written to; empty: that of the site.'),
  nickname: text('What they are called.'),
  slug: Type.String({ description: 'Their name in addresses.' }),
  registered_date: text('When they were added, in UTC.'),
  roles: Type.Optional(Type.Array(Type.String(), { description: 'Their role.' })),
  capabilities,
  extra_capabilities: capabilities,
  meta: Type.Optional(Type.Array(Type.Unknown(), { description: 'Always empty.' })),
  _links: wpLinksRecord,
})
export type WpUser = Static<typeof wpUserRecord>

/** In which form a user is shown: as anybody may see them, to themselves, or with all that is known. */
export type UserForm = 'embed' | 'view' | 'own' | 'edit'

/** The user as that form has them; what a token may do is told of a `caller`. */
export function userView(user: User, form: UserForm, site: Site, caller?: Caller): WpUser {
  const { id, name, url, description, login, role } = user
  const href = site.root + usersPath
  const shown: WpUser = {
    id,
    name,
    url,
    description,
    link: `${site.home}/?author=${id}`,
    slug: slugOfUser(user),
    ...(form === 'embed' ? {} : { meta: [] }),
    ...(form === 'own' || form === 'edit' ? { roles: [role] } : {}),
    _links: { self: [{ href: `${href}/${id}` }], collection: [{ href }] },
  }
  if (form !== 'edit') return inOrder<WpUser>(wpUserRecord, shown)
  return inOrder<WpUser>(wpUserRecord, {
    ...shown,
    username: login,
    first_name: user.first_name,
    last_name: user.last_name,
    email: user.email,
    locale: user.locale,
    nickname: user.nickname || name,
    registered_date: new Date(user.created_at * 1000).toISOString().replace(/\.\d+Z$/, '+00:00'),
    capabilities: capabilitiesOf(caller ?? { id, login, role }),
    extra_capabilities: { [role]: true },
  })
}

/** What the removal of a user is answered with. */
export const wpUserRemovedRecord = Type.Object({
  deleted: Type.Boolean({ description: 'Always true.' }),
  previous: wpUserRecord,
})
