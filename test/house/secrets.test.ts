import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import type { Endpoint } from '../../src/http/resource.ts'
import { surfaceOf } from '../../src/process/surface.ts'
import { createTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ TEC_V1: 'on' })
})
afterAll(() => app.close())

/** Stands for all that resources are made of: what they are is not asked of it, only what is done with them. */
const anything: unknown = new Proxy(() => {}, {
  get: (_, name) =>
    ({ perPage: 10, perPageMax: 50 })[String(name)] ??
    (name === Symbol.toPrimitive ? () => '' : name === Symbol.iterator ? () => [].values() : anything),
  apply: () => anything,
})

type Surface = Parameters<typeof surfaceOf>
const { resources, root } = surfaceOf(
  readConfig({ DATA_DIR: 'data', TEC_V1: 'on' }),
  anything as Surface[1],
  anything as Surface[2],
)

/** What is made or done by POST, by address. What changes a record has PUT beside it, and shows what reading it shows. */
const doing = [...resources, ...root].flatMap(({ path, endpoints }) =>
  endpoints
    .filter(({ methods }) => methods.includes('POST') && !methods.includes('PUT'))
    .map((endpoint: Endpoint<never, never>) => [path, endpoint] as const),
)

/** The members of a schema, with those of what it is made of, and what is said of each. */
function membersOf(schema: unknown): [name: string, says: string][] {
  if (typeof schema !== 'object' || schema === null) return []
  if (Array.isArray(schema)) return schema.flatMap(membersOf)
  const { properties = {}, ...rest } = schema as { properties?: Record<string, { description?: string }> }
  const own = Object.entries(properties).map(([name, { description = '' }]): [string, string] => [
    name,
    description,
  ])
  return own.concat([...Object.values(properties), ...Object.values(rest)].flatMap(membersOf))
}

/** Told once: what is called so, or said to be so. */
function isSecret([name, says]: readonly [string, string]): boolean {
  return (
    /^(?:password|secret|token|codes)$/.test(name) || /\bthis once\b|only in the answer that ma/.test(says)
  )
}

test('whatever answers with a secret says so, and so its answer is not kept for who sends the same again', async () => {
  const { body: document } = await app.ask({ absolute: true, path: '/openapi.json' })
  const { schemas } = document.components
  const showing = doing.filter(([, { answer }]) => {
    const schema = schemas[answer.schema]
    // Of what is not described nobody knows.
    if (schema === undefined) return true
    return membersOf(schema).some(isSecret)
  })
  const paths = showing.map(([path]) => path)
  expect(paths).toEqual(
    expect.arrayContaining([
      '/webhooks',
      '/webhooks/{id}/rotate',
      '/wp/v2/users',
      '/wp/v2/users/{id}/link',
      '/wp/v2/users/me/recovery-codes',
      '/wp/v2/users/{user_id}/application-passwords',
      '/wp/v2/users/{user_id}/tokens',
    ]),
  )
  expect(showing.filter(([, { showsSecret }]) => !showsSecret).map(([path]) => path)).toEqual([])
})
