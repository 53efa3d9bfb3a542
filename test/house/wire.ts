import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { usesSqlite } from '../support/database.ts'
import { scenarioFolder, scenarioParts, smokeScenarios } from './scenarios.ts'

const origin = 'http://localhost:8080'
const words = process.argv

/** Asks the app without a connection, as `fetch` would ask it by one. */
function asking({ app }: TestApp): typeof fetch {
  return async (target, { method = 'GET', headers, body } = {}) => {
    const { href } = target instanceof Request ? new URL(target.url) : new URL(target)
    const payload = typeof body === 'string' ? { payload: body } : {}
    const type = typeof body === 'string' ? { 'content-type': 'text/plain;charset=UTF-8' } : {}
    const sent = { ...type, ...Object.fromEntries(new Headers(headers)) }
    const reply = await app.server.inject({ method: method as 'GET', url: href, headers: sent, ...payload })
    const pairs = Object.entries(reply.headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((one): [string, string] => [name, String(one)]),
    )
    const isEmpty = reply.statusCode === 204 || reply.statusCode === 304
    return new Response(isEmpty ? null : reply.rawPayload, { status: reply.statusCode, headers: pairs })
  }
}

/** Uploads the picture that scenarios feature; answers its id. */
async function uploadPicture(app: TestApp): Promise<string> {
  const raw = readFileSync(new URL('../wire/fixtures/picture.png', import.meta.url))
  const headers = {
    'content-type': 'image/png',
    'content-disposition': 'attachment; filename="picture.png"',
  }
  const { body } = await app.ask({ as: 'administrator', method: 'POST', path: 'media', raw, headers })
  return String(body.id)
}

/** Plays every folder of these, each a test, on one app. */
export function playsAsRecorded(part: keyof typeof scenarioParts): void {
  const all = scenarioParts[part]
  // On a PostgreSQL server the program itself is asked the others.
  const folders = usesSqlite() ? all : all.filter((name) => !smokeScenarios.includes(name))
  let app: TestApp
  let image: string
  beforeAll(async () => {
    app = await createTestApp()
    image = await uploadPicture(app)
  })
  afterAll(() => app.close())
  afterEach(() => {
    process.argv = words
    vi.unstubAllGlobals()
    vi.unstubAllEnvs()
  })

  test.each(folders)('%s is answered as recorded, but for the decisions', async (name) => {
    for (const [role, credential] of Object.entries(app.credentials))
      vi.stubEnv(role === 'administrator' ? 'ADMIN' : role.toUpperCase(), credential)
    vi.stubEnv('BASE_URL', `${origin}/vendor/events/v1`)
    vi.stubEnv('IMAGE_ID', image)
    vi.stubGlobal('fetch', asking(app))
    const said: string[] = []
    vi.spyOn(console, 'log').mockImplementation((line: string) => said.push(line))
    process.argv = [...words.slice(0, 2), 'replay', join(scenarioFolder, name)]
    const status = process.exitCode
    try {
      // It plays them while it is loaded, each time anew.
      await import(new URL(`../wire/wire.mjs?${performance.now()}`, import.meta.url).href)
      expect(said.at(-1), said.join('\n')).toMatch(/^[1-9]\d* passed, 0 failed \(0 of .*\), 0 skipped; \d/)
    } finally {
      process.exitCode = status
    }
  })
}
