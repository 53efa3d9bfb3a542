import { expect, test } from 'vitest'
import { roles } from '../../storage/schema/tables.ts'
import { type Status, statuses } from '../../pure/params/words.ts'
import {
  anonymous,
  type Caller,
  can,
  capabilitiesOf,
  forbidden,
  mayDelete,
  mayEdit,
  mayRead,
  type Right,
  rights,
  trashVisible,
  visibleStatuses,
} from './rights.ts'

/*
 * Transcribed by hand from `wire-others.md` 4 and `wire-events.md` 4, with D20, D22, D24 and D30; not from the code.
 * Columns: anonymous, subscriber, contributor, author, editor, administrator. `-` cannot be: the anonymous own nothing.
 * `trash/x` is a trashed post that had the status x; `trash` one that never had another.
 */
const expectations = `
  read   others publish        y y y y y y
  read   others future         n n n n y y
  read   others draft          n n n n y y
  read   others pending        n n n n y y
  read   others private        n n n n y y
  read   others trash          n n n n y y
  read   others trash/publish  n n n n y y
  read   others trash/future   n n n n y y
  read   others trash/draft    n n n n y y
  read   others trash/pending  n n n n y y
  read   others trash/private  n n n n y y
  read   own    publish        - y y y y y
  read   own    future         - y y y y y
  read   own    draft          - y y y y y
  read   own    pending        - y y y y y
  read   own    private        - y y y y y
  read   own    trash          - y y y y y
  read   own    trash/publish  - y y y y y
  read   own    trash/future   - y y y y y
  read   own    trash/draft    - y y y y y
  read   own    trash/pending  - y y y y y
  read   own    trash/private  - y y y y y

  edit   others publish        n n n n y y
  edit   others future         n n n n y y
  edit   others draft          n n n n y y
  edit   others pending        n n n n y y
  edit   others private        n n n n y y
  edit   others trash          n n n n y y
  edit   others trash/publish  n n n n y y
  edit   others trash/future   n n n n y y
  edit   others trash/draft    n n n n y y
  edit   others trash/pending  n n n n y y
  edit   others trash/private  n n n n y y
  edit   own    publish        - n n y y y
  edit   own    future         - n n y y y
  edit   own    draft          - n y y y y
  edit   own    pending        - n y y y y
  edit   own    private        - n y y y y
  edit   own    trash          - n y y y y
  edit   own    trash/publish  - n n y y y
  edit   own    trash/future   - n n y y y
  edit   own    trash/draft    - n y y y y
  edit   own    trash/pending  - n y y y y
  edit   own    trash/private  - n y y y y

  delete others publish        n n n n y y
  delete others future         n n n n y y
  delete others draft          n n n n y y
  delete others pending        n n n n y y
  delete others private        n n n n y y
  delete others trash          n n n n y y
  delete others trash/publish  n n n n y y
  delete others trash/future   n n n n y y
  delete others trash/draft    n n n n y y
  delete others trash/pending  n n n n y y
  delete others trash/private  n n n n y y
  delete own    publish        - n n y y y
  delete own    future         - n n y y y
  delete own    draft          - n y y y y
  delete own    pending        - n y y y y
  delete own    private        - n y y y y
  delete own    trash          - n y y y y
  delete own    trash/publish  - n n y y y
  delete own    trash/future   - n n y y y
  delete own    trash/draft    - n y y y y
  delete own    trash/pending  - n y y y y
  delete own    trash/private  - n y y y y
`

const rightsByRole: Record<Right, string> = {
  create: 'n n y y y y',
  edit_own: 'n n y y y y',
  delete_own: 'n n y y y y',
  publish: 'n n n y y y',
  edit_own_published: 'n n n y y y',
  delete_own_published: 'n n n y y y',
  upload: 'n n n y y y',
  manage_categories: 'n n n y y y',
  manage_tags: 'n n n n y y',
  read_others_unpublished: 'n n n n y y',
  edit_others: 'n n n n y y',
  import: 'n n n n y y',
  submit: 'n y y y y y',
  review: 'n n n n y y',
  manage_letters: 'n n n n y y',
  delete_others: 'n n n n y y',
  manage_settings: 'n n n n n y',
  manage_system: 'n n n n n y',
  manage_webhooks: 'n n n n n y',
  manage_users: 'n n n n n y',
  erase_guests: 'n n n n n y',
  manage_self: 'n y y y y y',
}

const users = roles.toReversed().map((role, index): Caller => ({ id: index + 1, role, login: role }))
const callers: readonly Caller[] = [anonymous, ...users]
const questions = { read: mayRead, edit: mayEdit, delete: mayDelete }
const rows = expectations.trim().split(/\n\s*/)

test('the expectations cover every action, ownership and status, and every role', () => {
  const untrashed = statuses.filter((status) => status !== 'trash')
  const conditions = [...untrashed, 'trash', ...untrashed.map((status) => `trash/${status}`)]
  const wanted = Object.keys(questions).flatMap((action) =>
    ['others', 'own'].flatMap((whose) => conditions.map((condition) => `${action} ${whose} ${condition}`)),
  )
  const covered = rows.map((row) => row.split(/ +/).slice(0, 3).join(' '))
  expect(covered.toSorted()).toEqual(wanted.toSorted())
  expect(callers.map(({ role }) => role)).toEqual([
    undefined,
    'subscriber',
    'contributor',
    'author',
    'editor',
    'administrator',
  ])
})

test.each(rows)('%s', (row) => {
  const [action = '', whose = '', condition = '', ...answers] = row.split(/ +/)
  const ask = questions[action as keyof typeof questions]
  // The rows name statuses; the first test holds them against the list of statuses.
  const [status, status_before = null] = condition.split('/') as [Status, Status?]
  const given = callers.map((caller) => {
    if (caller === anonymous && whose === 'own') return '-'
    return ask(caller, { author_id: whose === 'own' ? caller.id : 99, status, status_before }) ? 'y' : 'n'
  })
  expect(given).toEqual(answers)
})

test('the anonymous own nothing, not even what has no author', () => {
  const post = { author_id: 0, status: 'draft', status_before: null } as const
  expect([mayRead(anonymous, post), mayEdit(anonymous, post), mayDelete(anonymous, post)]).toEqual([
    false,
    false,
    false,
  ])
})

test.each(Object.entries(rightsByRole))('who has the right “%s”', (right, answers) => {
  expect(callers.map((caller) => (can(caller, right as Right) ? 'y' : 'n')).join(' ')).toBe(answers)
})

test('what a caller may do is told in the words of the original', () => {
  const told = (name: string) => Object.keys(capabilitiesOf(callerNamed(name)))
  expect(told('anonymous')).toEqual([])
  expect(told('subscriber')).toEqual(['subscriber'])
  expect(told('contributor')).toEqual(expect.arrayContaining(['contributor', 'edit_tribe_events']))
  expect(told('contributor')).not.toContain('publish_tribe_events')
  expect(told('author')).toEqual(expect.arrayContaining(['publish_tribe_venues', 'upload_files']))
  expect(told('author')).not.toContain('edit_others_tribe_events')
  expect(told('editor')).toEqual(
    expect.arrayContaining(['delete_others_tribe_organizers', 'manage_categories']),
  )
})

test('no right is without expectation', () => {
  expect(Object.keys(rightsByRole).toSorted()).toEqual(Object.keys(rights).toSorted())
})

const all = ['publish', 'future', 'draft', 'pending', 'private']
const unpublished = ['future', 'draft', 'pending', 'private']

test.each([
  ['anonymous', ['publish'], []],
  ['subscriber', ['publish'], []],
  ['contributor', ['publish'], unpublished],
  ['author', ['publish'], unpublished],
  ['editor', all, []],
  ['administrator', all, []],
])('a list shows %s everyone’s %j and, of their own, %j', (name, everyone, own) => {
  expect(visibleStatuses(callerNamed(name))).toEqual({ everyone, own })
})

test.each([
  ['anonymous', [], []],
  ['subscriber', [], []],
  ['contributor', [], ['draft', 'pending', 'private']],
  ['author', [], all],
  ['editor', all, []],
  ['administrator', all, []],
])(
  'the trash shows %s everyone’s that were %j and, of their own, those that were %j',
  (name, everyone, own) => {
    expect(trashVisible(callerNamed(name))).toEqual({ everyone, own })
  },
)

test('a refusal for want of a right is 401 with a challenge for the anonymous and 403 for others', () => {
  const [subscriber = anonymous] = users
  expect(forbidden(anonymous, 'create')).toMatchObject({ status: 401, code: 'rest_forbidden' })
  expect(forbidden(anonymous, 'create').extras.headers?.['www-authenticate']).toContain('Basic')
  expect(forbidden(anonymous, 'create').message).toContain('no credentials')
  expect(forbidden(subscriber, 'create')).toMatchObject({ status: 403, code: 'rest_forbidden', extras: {} })
  expect(forbidden(subscriber, 'manage_tags').message).toBe(
    'You may not do this: it needs the right to manage tags.',
  )
})

function callerNamed(name: string): Caller {
  return callers.find(({ role }) => role === name) ?? anonymous
}

test('a token has no right beyond its scope, and the refusal says which scope is needed', () => {
  const administrator: Caller = { id: 1, role: 'administrator', login: 'ann' }
  const held = (scope?: 'read' | 'write' | 'admin') =>
    Object.keys(rights).filter((right) => can({ ...administrator, scope }, right as Right))
  expect(held('admin')).toEqual(held())
  expect(held('read')).toEqual(['read_others_unpublished'])
  expect(held().filter((right) => !held('write').includes(right))).toEqual([
    'manage_settings',
    'manage_system',
    'manage_webhooks',
    'manage_users',
    'erase_guests',
    'manage_self',
  ])
  expect(forbidden({ ...administrator, scope: 'read' }, 'create')).toMatchObject({
    code: 'rest_token_scope',
    status: 403,
    message: expect.stringContaining('it needs the scope “write”, and this one has “read”'),
  })
  // More scope would not help.
  const reader: Caller = { id: 2, role: 'subscriber', login: 'bob', scope: 'read' }
  expect(forbidden(reader, 'create').code).toBe('rest_forbidden')
})
