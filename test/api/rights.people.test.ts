import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { dump } from './dump.ts'
import { callers, deeds } from './rights.table.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

let made = 0

/** What stands for the capitals of addresses and texts: somebody with credentials, and a name that nobody has. */
async function names(): Promise<Readonly<Record<string, string>>> {
  const username = `other${++made}`
  const by = { as: 'administrator', method: 'POST', absolute: true } as const
  const make = async (path: string, json: object) =>
    (await app.ask({ ...by, path: `/wp/v2/users${path}`, json })).body
  const { id } = await make('', { username, email: `${username}@example.org` })
  const [password, token] = [
    await make(`/${id}/application-passwords`, { name: 'Theirs' }),
    await make(`/${id}/tokens`, { name: 'Theirs' }),
  ]
  return { OTHER: String(id), PASSWORD: password.uuid, TOKEN: token.uuid, NEW: `new${made}` }
}

test.each(callers)(
  'accounts, credentials, sessions, settings and mails are open to “%s” as the table says',
  async (caller) => {
    const named = await names()
    const filled = (text: string) => text.replaceAll(/[A-Z]{3,}/g, (name) => named[name] ?? name)
    for (const [{ method, path, json, granted }, who] of deeds) {
      const isBelow = path.startsWith('.')
      const before = await dump(app.db)
      const { status, body, text } = await app.ask({
        ...(caller === 'anonymous' ? {} : { as: caller }),
        method,
        path: filled(isBelow ? path.slice(1) : `/wp/v2/${path}`),
        absolute: !isBelow,
        ...(json ? { json: JSON.parse(filled(JSON.stringify(json))) } : {}),
      })
      const expected = who.includes(caller) ? granted : caller === 'anonymous' ? 401 : 403
      expect([method, path, status, status === expected ? '' : text]).toEqual([method, path, expected, ''])
      if (who.includes(caller)) continue
      expect(body).toEqual({
        code: expect.stringMatching(/^rest_/),
        message: expect.any(String),
        data: { status },
      })
      expect(await dump(app.db)).toEqual(before)
    }
  },
)
