import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { decodeEntities } from '../../src/pure/text/html.ts'
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
  const requests = [...decodeEntities(main).matchAll(/curl '([^']*)'/g)].map(([, url = '']) => url)
  const [lists, others] = [requests.slice(0, 2), requests.slice(2)]
  for (const url of lists) expect((await visit(app, pathOf(url), {})).body.events, url).toEqual([])
  expect(others.map(pathOf)).toEqual([expect.stringContaining('/changes?'), '/mcp'])
  for (const url of others.slice(0, 1)) expect((await visit(app, pathOf(url), {})).status, url).toBe(200)
  const form = { words: 'every Tuesday 4pm to 5pm' }
  expect(decodeEntities(main)).toContain(
    `-d 'words=${form.words}' 'http://localhost/vendor/events/v1/series/preview'`,
  )
  const preview = await app.ask({ as: 'editor', method: 'POST', path: 'series/preview', form })
  expect(JSON.stringify(preview.body)).toContain('RRULE:FREQ=WEEKLY;BYDAY=TU')
  expect(main).toContain('X-Request-Id: my-app-4711')
  const links = [...main.matchAll(/href="([^"]*)"/g)].map(([, url = '']) => pathOf(url))
  expect(links).toEqual(expect.arrayContaining(['/docs/reference', '/vendor/events/v1/doc', '/widget']))
  for (const path of links) expect((await visit(app, path)).status, path).toBe(200)
})

test('/docs tells of assistants only where they are spoken with', async () => {
  const silent = await createTestApp({ MCP: 'off' })
  expect((await visit(silent, '/docs')).text).not.toContain('/mcp')
  await silent.close()
})
