import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { createTown, pathOf, visit } from './town.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTown()
})
afterAll(() => app.close())

test('/docs is a page of ours, whose requests work and whose links lead somewhere', async () => {
  const { text, status } = await visit(app, '/docs')
  expect(status).toBe(200)
  expect(text).toContain('<h1 dir="auto">For developers</h1>')
  expect(text.indexOf('A first request')).toBeLessThan(text.indexOf('Signing in'))
  const main = /<main[^]*<\/main>/.exec(text)?.[0] ?? ''
  const requests = [...main.matchAll(/curl '([^']*)'/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'))
  expect(requests).toHaveLength(2)
  for (const url of requests) expect((await visit(app, pathOf(url), {})).body.events, url).toEqual([])
  const links = [...main.matchAll(/href="([^"]*)"/g)].map(([, url = '']) => pathOf(url))
  expect(links).toEqual(expect.arrayContaining(['/docs/reference', '/vendor/events/v1/doc', '/widget']))
  for (const path of links) expect((await visit(app, path)).status, path).toBe(200)
})
