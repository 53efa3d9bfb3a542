import { instantOf } from '../../pure/calendar/text.ts'
import { Type, type Static } from 'typebox'
import { byAnyName } from '../../pure/params/byAnyName.ts'
import type { OfferedLink } from '../accounts/accounts.links.write.ts'
import { offerView } from '../accounts/offers.view.ts'
import { moment } from '../accounts/passkeys.view.ts'
import { wayNames } from '../accounts/accounts.ways.ts'
import { capabilitiesOf, type Caller, knownRole } from '../../http/auth/rights.ts'
import type { User } from '../../http/auth/users.ts'
import { wpNamespace } from '../../http/discovery.ts'
import type { Site } from '../../http/site.ts'
import { inOrder } from '../../pure/params/inOrder.ts'
import { wpLinksRecord } from '../../http/wp.record.ts'
import type { AboutUser } from './users.about.ts'
import { slugOfUser } from './users.slug.ts'

/** The path of users below the REST root. */
export const usersPath = `/${wpNamespace}/users`

const text = (description: string) => Type.Optional(Type.String({ description }))
const capabilities = Type.Optional(
  byAnyName(Type.Literal(true), { description: 'What they may do, and their role.' }),
)

/** An invitation: how it was sent only in the answer that made it. */
const invitationRecord = Type.Object({
  expires: Type.String({ format: 'date-time', description: 'When it ends.' }),
  created: Type.Optional(Type.String({ format: 'date-time', description: 'When it was made.' })),
  by: Type.Optional(
    Type.Union([Type.Integer(), Type.Null()], { description: 'The ID of who has invited them.' }),
  ),
  mailed_to: Type.Optional(Type.String({ description: 'The address to which it was mailed.' })),
  url: Type.Optional(
    Type.String({ format: 'uri', description: 'The link, this once, where it was not mailed.' }),
  ),
})

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
  signs_in_with: Type.Optional(
    Type.Array(Type.Enum([...wayNames]), { description: 'How they can sign in on pages; empty: not yet.' }),
  ),
  last_seen: Type.Optional(
    Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
      description: 'When they, or a program of theirs, were last here.',
    }),
  ),
  pending_email: text('The address that they are to have once they have confirmed it.'),
  invitation: Type.Optional(
    Type.Union([invitationRecord, Type.Null()], { description: 'Their invitation, while it can be taken.' }),
  ),
  meta: Type.Optional(Type.Array(Type.Unknown(), { description: 'Always empty.' })),
  _links: wpLinksRecord,
})
export type WpUser = Static<typeof wpUserRecord>

/** In which form a user is shown: as anybody may see them, to themselves, or with all that is known. */
export type UserForm = 'embed' | 'view' | 'own' | 'edit'

/** What is told of a user beside the account: what a token may do of a `caller`, and how they sign in in the form for editing. */
interface Told {
  readonly caller?: Caller
  readonly about?: Shown | undefined
  /** The invitation that was just made. */
  readonly offered?: OfferedLink | undefined
}

/** Lists alone tell when somebody was last here. */
type Shown = Omit<AboutUser, 'seen_at'> & Partial<Pick<AboutUser, 'seen_at'>>

/** The user as that form has them. */
export function userView(user: User, form: UserForm, site: Site, told: Told = {}): WpUser {
  const { caller, about, offered } = told
  const { id, name, url, description, login } = user
  const role = knownRole(user.role)
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
    registered_date: instantOf(user.created_at).toString({ smallestUnit: 'second' }).replace(/Z$/, '+00:00'),
    capabilities: capabilitiesOf(caller ?? { id, login, role }),
    extra_capabilities: { [role]: true },
    ...(about ? aboutView(about, offered) : {}),
  })
}

function aboutView({ ways, seen_at, invitation, pendingEmail }: Shown, offered: OfferedLink | undefined) {
  return {
    signs_in_with: [...ways],
    ...(seen_at === undefined ? {} : { last_seen: seen_at === null ? null : moment(seen_at) }),
    ...(pendingEmail === '' ? {} : { pending_email: pendingEmail }),
    invitation: invitation && {
      expires: moment(invitation.expires_at),
      created: moment(invitation.created_at),
      by: invitation.created_by,
      ...(offered ? offerView(offered) : {}),
    },
  }
}

/** What the removal of a user is answered with. */
export const wpUserRemovedRecord = Type.Object({
  deleted: Type.Boolean({ description: 'Always true.' }),
  previous: wpUserRecord,
})
