import { expect, test } from 'vitest'
import type { OpenApiDocument } from '../../src/http/openapi.ts'
import { createTestApp } from '../support/app.ts'

/** Names are promised from 1.0 on: none goes within a major version. New ones are added to the list by running this with `-u`. */
test('operations are called as the list says: what is done, and each by a name of its own', async () => {
  const app = await createTestApp({ REST_ROOT: '/wp-json' })
  const whole: OpenApiDocument = (await app.ask({ absolute: true, path: '/openapi.json' })).body
  const own: OpenApiDocument = (await app.ask({ path: 'doc' })).body
  await app.close()
  const names = namesIn(whole)
  expect(new Set(names.map(([name]) => name)).size).toBe(names.length)
  for (const [name = '', at = ''] of names) {
    expect(name).toMatch(/^[a-z]+[A-Z]\w*$/)
    const family = / \/wp\/v2\b/.test(at) ? 'Wp' : / \/tec\/v1\b/.test(at) ? 'Tec' : undefined
    if (family) expect(name).toMatch(new RegExp(`^[a-z]+${family}`))
  }
  // The document of the namespace has the same names.
  const below = names.filter(([, at = '']) => at.includes(' /vendor/events/v1'))
  expect(namesIn(own).map(([name]) => name)).toEqual(below.map(([name]) => name))
  const list = names.map(([name, at, title]) => `${name}\t${at}\t${title}`).toSorted()
  await expect(`${list.join('\n')}\n`).toMatchFileSnapshot('openapi.names.txt')
})

function namesIn({ paths }: OpenApiDocument): string[][] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { operationId, summary }]) => [
      String(operationId),
      `${method.toUpperCase()} ${path}`,
      String(summary),
    ]),
  )
}
