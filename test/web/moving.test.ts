import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { origin, visit, when } from './town.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ REST_ROOT: '/wp-json', NAMESPACES: 'tribe/events/v1' })
  app.setNow(Temporal.Instant.from('2031-03-01T12:00:00Z'))
  const parent = await app.create('categories', { name: 'Music & More' })
  const child = await app.create('categories', { name: 'Jazz', parent: parent.id })
  await app.create('events', { ...when, title: 'Spring Concert', categories: [child.id], tags: ['open air'] })
})
afterAll(() => app.close())

/** The rows of the table: what owners are promised. */
const promised = readFileSync(new URL('../../docs/moving.md', import.meta.url), 'utf8')
  .split('\n')
  .map((line) => /^\| `(\S+)`\s+\| `(\S+)`\s*\| (30[12])\s*\|$/.exec(line))
  .filter((row) => row !== null)

test('the table of old addresses is read', () => {
  expect(promised.length).toBeGreaterThan(35)
})

test.each(promised.map(([, old = '', now = '', status = '']) => [old, now, Number(status)] as const))(
  '%s leads to %s',
  async (old, now, expected) => {
    const { status, headers } = await visit(app, old)
    const location = decodeURIComponent((headers['location'] ?? '').replaceAll('%20', '+'))
    expect([status, location]).toEqual([expected, `${origin}${now}`])
    const there = await visit(app, (headers['location'] ?? '').replace(origin, ''))
    // What has ancestors in its address is led to it; the second page of so few events is none.
    expect(now.includes('page=2') ? [302] : [200, 301]).toContain(there.status)
  },
)
