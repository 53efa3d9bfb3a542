import { expect, test } from 'vitest'
import { calendar, get, leave, mina, session, signIn, users } from './oidc.ts'

test('an account that is somebody’s at the provider is opened by nobody else there, whatever address they have; administrators are told', async () => {
  const { app, provider, told } = await calendar({ MAIL_FOLDER: '/nowhere' })
  const author = { email: 'author@example.org', email_verified: true, groups: ['calendar'] }
  provider.people['2'] = author
  expect((await signIn(app, provider, '2')).status).toBe(303)
  await app.db.write((tx) => tx.deleteFrom('mail_outbox').execute())
  const before = await users(app)
  provider.people['3'] = author
  for (const _ of [1, 2]) {
    const answer = await signIn(app, provider, '3')
    expect([answer.status, session(answer)]).toEqual([403, ''])
    expect(answer.text).toContain('belongs to somebody else at City login')
  }
  expect(await users(app)).toEqual(before)
  expect(await app.db.read.selectFrom('identities').select('subject').execute()).toEqual([{ subject: '2' }])
  // In the log, among the failed sign-ins, and once a day by mail.
  expect(told.join('')).toMatch(/City login was refused here \(addressJoined\): 3\. The account author/)
  const { failed_sign_ins: failed } = await app.read('system', {}, 'administrator')
  expect(failed).toMatchObject([{ login: 'author', count: 2 }])
  const mails = await app.db.read
    .selectFrom('mail_outbox')
    .select(['kind', 'recipient', 'body_text'])
    .execute()
  expect(mails.map(({ kind, recipient }) => [kind, recipient])).toEqual([
    ['refused', 'administrator@example.org'],
    ['refused', 'author@example.org'],
  ])
  expect(mails[0]?.body_text).toContain('the account author on Kalends')
  // Whoever it belongs to still gets in.
  expect((await signIn(app, provider, '2')).status).toBe(303)
})

test('what a provider refuses is logged by its name, whether it says so to the browser or to us', async () => {
  const { app, provider, told } = await calendar()
  provider.people['1'] = mina
  const { url, cookie } = await leave(app)
  const state = new URL(url).searchParams.get('state') ?? ''
  const refusal = { error: 'access_denied', error_description: 'Not in\r\nthe group', state }
  const come = (query: Record<string, string>, with_ = '') =>
    get(app, `/signin/oidc/callback?${new URLSearchParams(query).toString()}`, with_)
  expect((await come({ ...refusal, iss: provider.issuer }, cookie)).status).toBe(403)
  expect(told.join('')).toContain('City login failed (refused)')
  expect(told.join('')).toContain('(access_denied: Not in the group)')
  expect((await come({ error: 'consent_required', state })).status).toBe(400)
  expect(told.join('')).toContain('It says: consent_required.')
  for (const [status, error] of [
    [400, 'invalid_grant'],
    [401, 'invalid_client'],
  ] as const) {
    const again = await leave(app)
    const back = await provider.signIn(again.url, '1')
    provider.intercept = (request, response) => {
      if (request.url !== '/token') return false
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error }))
      return true
    }
    const answer = await get(app, `/signin/oidc/callback?${back.toString()}`, again.cookie)
    provider.intercept = undefined
    expect([answer.status, session(answer)]).toEqual([403, ''])
    expect(told.join('')).toContain(`(${error})`)
  }
})
