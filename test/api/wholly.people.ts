import { addPasskey } from '../../src/people/accounts/passkeys.write.ts'
import type { TestApp } from '../support/app.ts'
import { cookieOf } from '../support/signedIn.ts'
import { as, item, type Prepare, send, unique } from './wholly.prepare.ts'

const user = (app: TestApp) =>
  send(app, '/wp/v2/users', {
    username: unique(),
    email: `${unique()}@example.org`,
    password: 'six geese over a low wall',
  })
const passkey = async (app: TestApp) => {
  const made = {
    credential: unique(),
    name: 'Key',
    public_key: '',
    transports: '',
    host: 'localhost',
    counter: 0,
    synced: 0,
  } as const
  return app.db.write((tx) => addPasskey(tx, { id: app.ids.administrator, login: 'x' }, made, 0), 'aside')
}
const credential = (kind: string) => async (app: TestApp) => {
  const { id } = await user(app)
  const { uuid } = await send(app, `/wp/v2/users/${id}/${kind}`, { name: unique() })
  return { id, uuid }
}
const credentials = (kind: string): [string, Prepare][] => {
  const all = async (app: TestApp) => `/wp/v2/users/${(await credential(kind)(app)).id}/${kind}`
  const one = async (app: TestApp) => {
    const { id, uuid } = await credential(kind)(app)
    return `/wp/v2/users/${id}/${kind}/${uuid}`
  }
  return [
    [
      `POST /wp/v2/users/{user_id}/${kind}`,
      async (app) => ({ path: await all(app), json: { name: unique() } }),
    ],
    [`DELETE /wp/v2/users/{user_id}/${kind}`, async (app) => ({ path: await all(app) })],
    ...item(`/wp/v2/users/{user_id}/${kind}/{uuid}`, one, { name: unique() }),
  ]
}
const session = async (app: TestApp, path: string) => {
  await cookieOf(app, 'administrator')
  return { path }
}

/** How each endpoint is asked that writes of users, and what they sign in with. */
export const peopleWrites: readonly (readonly [string, Prepare])[] = [
  [
    'POST /wp/v2/users',
    async () => ({
      path: `/wp/v2/users`,
      json: { username: unique(), email: `${unique()}@example.org` },
    }),
  ],
  [
    'PATCH /wp/v2/users/{id}',
    async (app) => ({ path: `/wp/v2/users/${(await user(app)).id}`, json: { description: 'X' } }),
  ],
  [
    'DELETE /wp/v2/users/{id}',
    async (app) => ({ path: `/wp/v2/users/${(await user(app)).id}?force=true&reassign=1` }),
  ],
  [
    'POST /wp/v2/users/{id}/link',
    async (app) => ({ path: `/wp/v2/users/${(await user(app)).id}/link`, json: {} }),
  ],
  [
    'DELETE /wp/v2/users/{id}/sessions',
    async (app) => ({ path: `/wp/v2/users/${(await user(app)).id}/sessions` }),
  ],
  ['PATCH /wp/v2/users/me', async () => ({ path: `/wp/v2/users/me`, json: { description: unique() } })],
  ...['application-passwords', 'tokens'].flatMap(credentials),
  ['DELETE /wp/v2/users/me/sessions', async (app) => session(app, `/wp/v2/users/me/sessions`)],
  [
    'DELETE /wp/v2/users/me/sessions/{id}',
    async (app) => {
      await cookieOf(app, 'administrator')
      const { body } = await app.ask({ as, path: `/wp/v2/users/me/sessions`, absolute: true })
      return { path: `/wp/v2/users/me/sessions/${body[0].id}` }
    },
  ],
  ['POST /wp/v2/users/me/recovery-codes', async () => ({ path: `/wp/v2/users/me/recovery-codes`, json: {} })],
  ['DELETE /wp/v2/users/me/recovery-codes', async () => ({ path: `/wp/v2/users/me/recovery-codes` })],
  ...item(
    '/wp/v2/users/{user_id}/passkeys/{uuid}',
    async (app) => `/wp/v2/users/me/passkeys/${(await passkey(app)).uuid}`,
    { name: 'Other' },
  ),
]
