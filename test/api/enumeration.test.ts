import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, afterEach, beforeAll, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { fromHere, giveOwnPassword } from '../support/signedIn.ts'

// Who has an account here is told neither by an answer nor by its time. What takes time is hashing, so that is counted.

/** Every call that hashes a password, whoever makes it. */
let hashing: MockInstance<typeof crypto.argon2>
beforeEach(() => {
  hashing = vi.spyOn(crypto, 'argon2')
  syncBuiltinESMExports()
})
afterEach(() => {
  hashing.mockRestore()
  syncBuiltinESMExports()
})

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({
    SITE_URL: 'http://localhost',
    MAIL_FOLDER: '/nowhere',
    MAIL_FROM: 'calendar@example.org',
  })
  await giveOwnPassword(app, 'editor')
})
afterAll(() => app.close())

/** Somebody with a password, the same by their address, somebody without one, nobody, and no address of anybody. */
const names = ['editor', 'EDITOR@example.org', 'author', 'nobody', 'nobody@example.org'] as const

test.each([
  ['/signin', { password: 'some other words' }, { status: 401, hashes: 1 }],
  ['/signin/recovery', { code: 'abcd-efgh-jkmn-pqrs' }, { status: 401, hashes: 0 }],
  ['/signin/forgot', {}, { status: 200, hashes: 0 }],
])(
  'at %s it takes as much hashing for a name that nobody has, and is answered alike',
  async (path, form, told) => {
    const answers = []
    for (const login of names) {
      hashing.mockClear()
      const asked = {
        method: 'POST',
        path,
        absolute: true,
        form: { ...form, login },
        headers: fromHere,
      } as const
      const { status, headers, text } = await app.ask(asked)
      expect([login, { status, hashes: hashing.mock.calls.length }]).toEqual([login, told])
      // What was typed as name is shown again.
      const shown = text.replace(/(<input[^>]*name="login"[^>]*value=")[^"]*/, '$1')
      // Each try leaves one less.
      const same = { date: '', 'content-length': '', ratelimit: headers['ratelimit']?.replace(/r=\d+/, '') }
      answers.push({ text: shown, headers: { ...headers, ...same } })
    }
    for (const answer of answers) expect(answer).toEqual(answers[0])
  },
)
