import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { fields, open } from './submissions.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp(open)
})
afterAll(() => app.close())

const none = [
  '<x@example.org>',
  'X <x@example.org>',
  'a<b@example.org',
  'a@b@example.org',
  'x@example.org,y@example.org',
  'x@example.org; y@example.org',
  'x(comment)@example.org',
  '"x y"@example.org',
  'x@example.org\r\nBcc: y@example.org',
  'x\u0000@example.org',
  'x\u007f@example.org',
  'mailto:x@example.org',
  'x y@example.org',
  'x@',
]

type Role = 'administrator' | 'editor' | 'author' | undefined

/** Wherever an address is taken: what is sent, and by whom. */
const places: Readonly<Record<string, readonly [method: string, path: string, as: Role, json: object]>> = {
  'an account that is made': [
    'POST',
    '/wp/v2/users',
    'administrator',
    { username: 'new', password: 'a long enough sentence of words' },
  ],
  'the account of somebody': ['POST', '/wp/v2/users/{author}', 'administrator', {}],
  'one’s own account': ['POST', '/wp/v2/users/me', 'author', {}],
  'an organizer': ['POST', 'organizers', 'editor', { organizer: 'Club' }],
  'an organizer within an event': [
    'POST',
    'events',
    'editor',
    { ...fields, organizer: { organizer: 'Club' } },
  ],
  'a proposal': ['POST', 'submissions', undefined, { kind: 'new', fields }],
  'what is erased': ['DELETE', 'submissions', 'administrator', {}],
}

/** The member of an object that has the address. */
const within = (json: object, email: string) =>
  'organizer' in json && typeof json.organizer === 'object'
    ? { ...json, organizer: { ...json.organizer, email } }
    : { ...json, email }

describe.each(Object.entries(places))('as the address of %s', (_, [method, path, as, json]) => {
  test.each(none)(
    '%j is refused with a sentence that says what is right, and nothing is written',
    async (email) => {
      const tables = ['users', 'organizers', 'submissions', 'mail_outbox', 'one_time_links'] as const
      const all = () =>
        Promise.all(tables.map((table) => app.db.read.selectFrom(table).selectAll().execute()))
      const before = await all()
      const { status, text } = await app.ask({
        method,
        path: path.replace('{author}', String(app.ids.author)),
        absolute: path.startsWith('/'),
        json: within(json, email),
        ...(as ? { as } : {}),
      })
      expect([status, text]).toEqual([400, expect.stringContaining('someone@example.org')])
      expect(await all()).toEqual(before)
    },
  )
})

test('a name beside the address is for the setting of the sender; mails go to none but an address', async () => {
  const { status } = await app.ask({
    as: 'administrator',
    method: 'POST',
    path: 'mails/test',
    json: { to: 'A <a@example.org>' },
  })
  expect(status).toBe(400)
})

test('another address of one’s own holds once a link that went there was used; where none can go, it is refused', async () => {
  const change = (email: string) =>
    app.ask({ as: 'author', method: 'POST', path: '/wp/v2/users/me', absolute: true, json: { email } })
  expect((await change('author@intranet')).status).toBe(400)
  expect((await change('other@example.org')).status).toBe(200)
  const { email } = await app.db.read
    .selectFrom('users')
    .select('email')
    .where('id', '=', app.ids.author)
    .executeTakeFirstOrThrow()
  expect(email).toBe('author@example.org')
  const [mail] = await app.db.read.selectFrom('mail_outbox').select(['kind', 'recipient']).execute()
  expect(mail).toEqual({ kind: 'confirm', recipient: 'other@example.org' })
})
