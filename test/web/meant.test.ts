import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { createTown, visit, when } from './town.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTown()
  await app.create('events', { title: 'Jazz in the Park', ...when, categories: ['Music'] })
  await app.create('events', { title: 'Trumpet Concerto', description: 'Por la noche.', ...when })
  await app.create('events', { title: 'Zither Workshop', ...when, status: 'draft' })
  await app.create('events', { title: 'Members', description: 'Harmonica', ...when, password: 'sesame' })
  await app.app.prepareSearch()
})
afterAll(() => app.close())

/** What a page without events offers first. */
const offered = async (search: string, more = '') => {
  const { text, status } = await visit(app, `/list?search=${encodeURIComponent(search)}${more}`)
  expect(status).toBe(200)
  return /Did you mean “([^”]*)”/.exec(text)?.[1]
}

test.each([
  ['jasz', 'jazz'],
  ['JAZZZ park', 'jazz park'],
  ['trumpte', 'trumpet'],
  ['cncerto', 'concerto'],
])('who searches for “%s” in vain is asked whether they meant “%s”', async (search, meant) => {
  expect(await offered(search)).toBe(meant)
})

test.each(['unicorns', 'xy', 'zyther', 'harmonika', '"jasz"'])(
  'nobody is asked about “%s”: nothing that is like it, or nothing that they may see',
  async (search) => {
    expect(await offered(search)).toBeUndefined()
  },
)

test('the other filters stay, and what they leave out is not offered', async () => {
  expect(await offered('jasz', '&categories=music')).toBe('jazz')
  expect(await offered('trumpte', '&categories=music')).toBeUndefined()
  const { text } = await visit(app, '/list?search=jasz&categories=music')
  expect(text).toMatch(/href="[^"]*\/list\?q=jazz&amp;categories=music"/)
})

test('what was searched for is marked where it stands', async () => {
  const { text } = await visit(app, '/list?search=jazz')
  expect(text).toContain('<mark>Jazz</mark> in the Park')
})
