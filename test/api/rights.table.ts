import { type Role, roles } from '../../src/storage/schema/tables.ts'

export type Caller = Role | 'anonymous'
export type Kind = 'events' | 'venues' | 'organizers'
export type Owner = 'own' | 'other'
type Addressed = 'id' | 'slug'
/** The statuses; what is in the trash is judged by what it was before. */
export type State =
  | 'publish'
  | 'future'
  | 'draft'
  | 'pending'
  | 'private'
  | 'trash, was publish'
  | 'trash, was draft'

/** Everybody who may ask. */
export const callers: readonly Caller[] = ['anonymous', ...roles]
/** Every kind of post. */
export const kinds: readonly Kind[] = ['events', 'venues', 'organizers']
/** Every state a post may be in. */
export const states: readonly State[] = [
  'publish',
  'future',
  'draft',
  'pending',
  'private',
  'trash, was publish',
  'trash, was draft',
]
/** Whether the state is one of the trash. */
export const isTrash = (state: State) => state.startsWith('trash')

/**
 * Who may do what with an item, by its state: transcribed from wire-others 4 with D20, D22 and D24. R: read, E: edit and
 * restore, D: delete, to the trash and for good. Letters for one's own come before the bar, for others' items after it;
 * nothing belongs to the anonymous.
 */
const table: Record<Caller, Record<State, string>> = {
  anonymous: {
    publish: '|R',
    future: '|',
    draft: '|',
    pending: '|',
    private: '|',
    'trash, was publish': '|',
    'trash, was draft': '|',
  },
  subscriber: {
    publish: 'R|R',
    future: 'R|',
    draft: 'R|',
    pending: 'R|',
    private: 'R|',
    'trash, was publish': 'R|',
    'trash, was draft': 'R|',
  },
  contributor: {
    publish: 'R|R',
    future: 'R|',
    draft: 'RED|',
    pending: 'RED|',
    private: 'RED|',
    'trash, was publish': 'R|',
    'trash, was draft': 'RED|',
  },
  author: {
    publish: 'RED|R',
    future: 'RED|',
    draft: 'RED|',
    pending: 'RED|',
    private: 'RED|',
    'trash, was publish': 'RED|',
    'trash, was draft': 'RED|',
  },
  editor: {
    publish: 'RED|RED',
    future: 'RED|RED',
    draft: 'RED|RED',
    pending: 'RED|RED',
    private: 'RED|RED',
    'trash, was publish': 'RED|RED',
    'trash, was draft': 'RED|RED',
  },
  administrator: {
    publish: 'RED|RED',
    future: 'RED|RED',
    draft: 'RED|RED',
    pending: 'RED|RED',
    private: 'RED|RED',
    'trash, was publish': 'RED|RED',
    'trash, was draft': 'RED|RED',
  },
}

const asAsked = {
  '': 'publish',
  publish: 'publish',
  // Without a date to come.
  future: 'publish',
  private: 'private',
  draft: 'draft',
  pending: 'pending',
  trash: 'trash',
}

/** Who may make items, and what becomes of the status that is asked for: nobody below an author publishes (D20, D21). */
export const creates: Record<Caller, Record<string, string> | undefined> = {
  anonymous: undefined,
  subscriber: undefined,
  contributor: { ...asAsked, '': 'draft', publish: 'pending', future: 'pending', private: 'pending' },
  author: asAsked,
  editor: asAsked,
  administrator: asAsked,
}

/** Who may name somebody else as author: those who edit others' items (D20). */
export const namesAuthors: ReadonlySet<Caller> = new Set(['editor', 'administrator'])
/** Who may publish. */
export const publishes: ReadonlySet<Caller> = new Set(['author', 'editor', 'administrator'])
/** Who may write at all. */
export const writers: ReadonlySet<Caller> = new Set(['contributor', 'author', 'editor', 'administrator'])
/** Who may make and change terms. */
export const manages: Record<'categories' | 'tags', readonly Caller[]> = {
  categories: ['author', 'editor', 'administrator'],
  tags: ['editor', 'administrator'],
}

/** Who asks for what of whom. */
export interface Case {
  readonly caller: Caller
  readonly kind: Kind
  readonly state: State
  readonly owner: Owner
  readonly by: Addressed
}

/** Whether they may read, edit or delete it. */
export function may(right: 'R' | 'E' | 'D', { caller, state, owner }: Case): boolean {
  const [own = '', other = ''] = table[caller][state].split('|')
  return (owner === 'own' ? own : other).includes(right)
}

/** Whose post it may be. */
export const owners = (caller: Caller): readonly Owner[] =>
  caller === 'anonymous' ? ['other'] : ['own', 'other']
/**
 * Every case that there is. Whose it is does not depend on how it is addressed: of each state one's own is addressed by id where that
 * of others is by slug, and the other way round in the next one.
 */
export const cases: readonly Case[] = callers.flatMap((caller) =>
  kinds.flatMap((kind, turn) =>
    states.flatMap((state, place) =>
      owners(caller).map((owner, at) => {
        const by = (turn + place + at) % 2 === 0 ? 'id' : 'slug'
        return { caller, kind, state, owner, by }
      }),
    ),
  ),
)

/** Something done with accounts, credentials, sessions, settings or mails. */
export interface Deed {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/wp/v2/`, or below the namespace where it begins with a dot; `OTHER` is the ID of somebody else, `PASSWORD` and `TOKEN` are theirs. */
  readonly path: string
  readonly json?: object
  /** What those are answered who may do it. */
  readonly granted: number
}

const change = ['POST', 'PUT', 'PATCH'] as const
const changing = (path: string, json: object) =>
  change.map((method) => ({ method, path, json, granted: 200 }))
const make = (path: string, json: object): Deed => ({ method: 'POST', path, json, granted: 201 })
const read = (path: string): Deed => ({ method: 'GET', path, granted: 200 })
const remove = (path: string, granted = 200): Deed => ({ method: 'DELETE', path, granted })

/** What everybody does with their own account, whoever has signed in. */
const ownDeeds: readonly Deed[] = [
  read('users/me'),
  read('users/me?context=edit'),
  ...changing('users/me', { description: 'Mine.' }),
  read('users/me/application-passwords'),
  make('users/me/application-passwords', { name: 'Mine' }),
  read('users/me/tokens'),
  make('users/me/tokens', { name: 'Mine' }),
  read('users/me/passkeys'),
  read('users/me/identities'),
  read('users/me/recovery-codes'),
  make('users/me/recovery-codes', {}),
  remove('users/me/recovery-codes'),
  read('users/me/sessions'),
  remove('users/me/sessions'),
]

/** What is for administrators alone. */
const administratorsDeeds: readonly Deed[] = [
  read('users?context=edit'),
  read('users?roles=editor'),
  make('users', { username: 'NEW', email: 'NEW@example.org', roles: ['administrator'] }),
  read('users/OTHER'),
  read('users/OTHER?context=edit'),
  ...changing('users/OTHER', { description: 'Theirs.' }),
  ...changing('users/OTHER', { roles: ['editor'] }),
  ...changing('users/OTHER', { password: 'six geese over a low wall' }),
  make('users/OTHER/link', {}),
  remove('users/OTHER/sessions'),
  read('users/OTHER/application-passwords'),
  make('users/OTHER/application-passwords', { name: 'Theirs' }),
  read('users/OTHER/application-passwords/PASSWORD'),
  ...changing('users/OTHER/application-passwords/PASSWORD', { name: 'Renamed' }),
  remove('users/OTHER/application-passwords/PASSWORD'),
  remove('users/OTHER/application-passwords'),
  read('users/OTHER/tokens'),
  make('users/OTHER/tokens', { name: 'Theirs', scope: 'admin' }),
  read('users/OTHER/tokens/TOKEN'),
  ...changing('users/OTHER/tokens/TOKEN', { name: 'Renamed' }),
  remove('users/OTHER/tokens/TOKEN'),
  remove('users/OTHER/tokens'),
  read('users/OTHER/passkeys'),
  remove('users/OTHER/passkeys/00000000-0000-4000-8000-000000000000', 404),
  remove('users/OTHER?force=true&reassign=1'),
  read('settings'),
  ...changing('settings', { description: 'All that is on.' }),
  read('.settings'),
  ...changing('.settings', { description: 'All that is on.' }),
  read('.mails'),
  { method: 'POST', path: '.mails/test', json: {}, granted: 409 },
]

/** Every deed with those who may do it. */
export const deeds: readonly (readonly [Deed, readonly Caller[]])[] = [
  [read('users'), callers],
  ...ownDeeds.map((deed) => [deed, roles] as const),
  ...administratorsDeeds.map((deed) => [deed, ['administrator']] as const),
]
