import { type EpochSeconds, type Role, roles } from '../../storage/schema/tables.ts'
import { type Scope, scopes } from '../../storage/schema/tables.credentials.ts'
import { ApiError, type RefusalCode } from '../../pure/errors/errors.ts'
import { type Status, statuses } from '../../pure/params/words.ts'
import { challenge } from './challenge.ts'

/** Who sends a request. */
export interface Caller {
  /** 0: anonymous. */
  readonly id: number
  readonly role: Role | undefined
  readonly login: string
  /** What they are called, where they came with a session. */
  readonly name?: string
  /** The session that the request came with, if it was a cookie that said who sends it. */
  readonly session?: number
  /** When they last proved in it who they are, in epoch seconds. */
  readonly confirmedAt?: EpochSeconds
  /** The BCP 47 tag of the language that they have chosen for pages, if they came with a session and have chosen one. */
  readonly locale?: string
  /** The ID of the application password that was sent, if it was one. */
  readonly password?: number | undefined
  /** What the token that was sent may be used for; without one, all that the role may. */
  readonly scope?: Scope | undefined
}

/** The user that a credential belongs to. */
export interface Holder {
  readonly credential: number
  readonly last_used_at: EpochSeconds | null
  readonly caller: Caller
}

/** The caller who does not sign in. */
export const anonymous: Caller = { id: 0, role: undefined, login: '' }

/** The original has a capability of its own for each kind. */
const each = (does: string) => ['events', 'venues', 'organizers'].map((kind) => `${does}_tribe_${kind}`)

/**
 * The rights: of each the words that end the sentence “it needs the right to …”, and the lowest role that has it; higher
 * roles have it too (`wire-others.md` 4). They are the same for events, venues and organizers. `wp`: the capabilities of the
 * original that mean as much.
 */
export const rights = {
  create: { says: 'create events, venues and organizers', from: 'contributor', wp: each('edit') },
  edit_own: {
    says: 'edit what you wrote, as long as it is not published',
    from: 'contributor',
    wp: each('edit'),
  },
  delete_own: {
    says: 'delete what you wrote, as long as it is not published',
    from: 'contributor',
    wp: each('delete'),
  },
  publish: { says: 'publish', from: 'author', wp: each('publish') },
  edit_own_published: {
    says: 'edit what you wrote after it is published',
    from: 'author',
    wp: each('edit_published'),
  },
  delete_own_published: {
    says: 'delete what you wrote after it is published',
    from: 'author',
    wp: each('delete_published'),
  },
  upload: { says: 'upload images', from: 'author', wp: ['upload_files'] },
  // The right to publish events stands for it there.
  manage_categories: { says: 'manage categories', from: 'author', wp: [] },
  manage_tags: { says: 'manage tags', from: 'editor', wp: ['manage_categories'] },
  read_others_unpublished: {
    says: 'read what others have not published',
    from: 'editor',
    wp: each('read_private'),
    scope: 'read',
  },
  edit_others: {
    says: 'edit what others wrote',
    from: 'editor',
    wp: [...each('edit_others'), ...each('edit_private')],
  },
  import: { says: 'import calendars', from: 'editor', wp: [] },
  submit: { says: 'propose events', from: 'subscriber', wp: [] },
  review: { says: 'decide on proposed events', from: 'editor', wp: [] },
  manage_letters: { says: 'write letters to subscribers', from: 'editor', wp: [] },
  delete_others: {
    says: 'delete what others wrote',
    from: 'editor',
    wp: [...each('delete_others'), ...each('delete_private')],
  },
  manage_settings: {
    says: 'manage the settings',
    from: 'administrator',
    wp: ['manage_options'],
    scope: 'admin',
  },
  manage_system: {
    says: 'look after the service',
    from: 'administrator',
    wp: [],
    scope: 'admin',
  },
  manage_webhooks: {
    says: 'manage webhooks',
    from: 'administrator',
    wp: [],
    scope: 'admin',
  },
  manage_users: {
    says: 'manage users',
    from: 'administrator',
    wp: ['list_users', 'create_users', 'edit_users', 'promote_users', 'delete_users'],
    scope: 'admin',
  },
  erase_guests: {
    says: 'erase what is kept of a person',
    from: 'administrator',
    wp: [],
    scope: 'admin',
  },
  manage_self: {
    says: 'manage your own account',
    from: 'subscriber',
    wp: [],
    scope: 'admin',
  },
} as const satisfies Record<string, { says: string; from: Role; wp: readonly string[]; scope?: Scope }>

export type Right = keyof typeof rights

/** What rights to an event, a venue or an organizer depend on. */
export interface Ownership {
  readonly author_id: number
  readonly status: Status
  readonly status_before: Status | null
}

/** Whether the caller has the right: by role, and by the scope of a token that was sent. This is the only place that looks at either. */
export function can(caller: Caller, right: Right): boolean {
  return hasRole(caller, right) && isInScope(caller, right)
}

function hasRole({ role }: Caller, right: Right): boolean {
  return role !== undefined && roles.indexOf(role) <= roles.indexOf(rights[right].from)
}

function isInScope({ scope }: Caller, right: Right): boolean {
  return scope === undefined || scopes.indexOf(scopeOf(right)) <= scopes.indexOf(scope)
}

/** The scope that a token needs for what the right allows. */
function scopeOf(right: Right): Scope {
  const row = rights[right]
  return 'scope' in row ? row.scope : 'write'
}

/** What the caller may do, as the original tells it: the capabilities that the caller’s rights stand for, and the role among them. */
export function capabilitiesOf(caller: Caller): Readonly<Record<string, true>> {
  // The keys of the table are the rights.
  const held = (Object.keys(rights) as Right[]).filter((right) => can(caller, right))
  const names = [...held.flatMap((right): readonly string[] => rights[right].wp), caller.role ?? []].flat()
  return Object.fromEntries(names.map((name) => [name, true]))
}

/**
 * The refusal for want of a right: 401 for the anonymous, who may still log in, 403 for everybody else. Clients of the original know
 * some by another code.
 */
export function forbidden(caller: Caller, right: Right, code: RefusalCode = 'rest_forbidden'): ApiError {
  const words = { right: rights[right].says }
  if (caller.scope !== undefined && hasRole(caller, right) && !isInScope(caller, right))
    return new ApiError('rest_token_scope', { needed: scopeOf(right), scope: caller.scope })
  if (caller.id !== anonymous.id) return new ApiError(code, words)
  const hint = 'The request carries no credentials.'
  return new ApiError(code, words, { status: 401, headers: challenge, hint })
}

/** Whether the caller may read the post: public ones, those they wrote (whatever their role), and for editors all. */
export function mayRead(caller: Caller, post: Ownership): boolean {
  return post.status === 'publish' || owns(caller, post) || can(caller, 'read_others_unpublished')
}

/** The right that changing the post needs, and restoring it from the trash (D22). */
export function rightToEdit(caller: Caller, post: Ownership): Right {
  if (!owns(caller, post)) return 'edit_others'
  return isPublished(post) ? 'edit_own_published' : 'edit_own'
}

/** The right that deleting the post needs, to the trash or for good (D22). */
export function rightToDelete(caller: Caller, post: Ownership): Right {
  if (!owns(caller, post)) return 'delete_others'
  return isPublished(post) ? 'delete_own_published' : 'delete_own'
}

/** Whether the caller may change the post as it is now. */
export function mayEdit(caller: Caller, post: Ownership): boolean {
  return can(caller, rightToEdit(caller, post))
}

/** Whether the caller may move the post to the trash, or remove it. */
export function mayDelete(caller: Caller, post: Ownership): boolean {
  return can(caller, rightToDelete(caller, post))
}

/** Statuses that a list shows its reader: of everyone's posts, and beyond these of the reader's own. */
export interface Visible {
  readonly everyone: readonly Status[]
  readonly own: readonly Status[]
}

/** What a list shows except when the trash is asked for (D30). Those who may not write see no posts of their own in lists. */
export function visibleStatuses(caller: Caller): Visible {
  const writer = can(caller, 'edit_own')
  return visible(caller, (post) => mayRead(caller, post) && (writer || post.status === 'publish'))
}

/** The trashed posts that a list asked for the trash shows: those the reader may edit (D30), by the status they had before. */
export function trashVisible(caller: Caller): Visible {
  return visible(caller, (post) => mayEdit(caller, { ...post, status: 'trash', status_before: post.status }))
}

function owns(caller: Caller, post: Ownership): boolean {
  return caller.id !== anonymous.id && post.author_id === caller.id
}

/**
 * Whether the post is public, or will be without another write; a trashed one counts by the status it had before, or as a
 * draft if it had none. A private post is not: a contributor may still change it (`wire-others.md` 4).
 */
function isPublished(post: Ownership): boolean {
  const status = post.status === 'trash' ? (post.status_before ?? 'draft') : post.status
  return status === 'publish' || status === 'future'
}

/** The statuses whose posts are shown, tested once as somebody else’s and once as the caller’s own. */
function visible(caller: Caller, isShown: (post: Ownership) => boolean): Visible {
  const untrashed = statuses.filter((status) => status !== 'trash')
  const everyone = untrashed.filter((status) => isShown({ author_id: nobody, status, status_before: null }))
  const own = untrashed.filter((status) => isShown({ author_id: caller.id, status, status_before: null }))
  return { everyone, own: own.filter((status) => !everyone.includes(status)) }
}

/** No user has this id. */
const nobody = -1

/** The role as this program knows it: one that only a later program knows may do what the least one may. */
export function knownRole(role: string): Role {
  return roles.find((known) => known === role) ?? 'subscriber'
}
