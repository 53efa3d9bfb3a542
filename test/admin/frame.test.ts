import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { languages } from '../../src/pure/text/language.ts'
import { type AdminBundle, bundleAdmin } from '../../src/outward/web/admin.bundle.ts'
import { createTestApp, type TestApp } from '../support/app.ts'

describe('the page', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp({ SITE_NAME: 'What’s on <here>' })
  })
  afterAll(() => app.close())

  const open = (path: string, more: object = {}) =>
    app.ask({ path, absolute: true, headers: { accept: 'text/html' }, ...more })

  test.each(['/admin', '/admin/', '/admin/events/12?tab=past'])(
    'who has not signed in is sent from %s to do so, and comes back',
    async (path) => {
      const { status, headers } = await open(path)
      expect(status).toBe(303)
      const to = new URL(headers['location'] ?? '', 'http://localhost')
      expect(to.pathname).toBe('/signin')
      expect(to.searchParams.get('next')).toBe(path)
    },
  )

  test('who may change an event finds it from the page of that, nobody else does', async () => {
    const times = { start_date: '2031-03-11 18:00', end_date: '2031-03-11 21:00' }
    const { id, url } = await app.create('events', { title: 'Mendable', ...times })
    const { pathname } = new URL(url)
    const link = `href="/admin/events/${id}"`
    expect((await open(pathname)).text).not.toContain(link)
    expect((await open(pathname, { as: 'editor' })).text).toContain(link)
    expect((await open(pathname, { as: 'subscriber' })).text).not.toContain(link)
  })

  test.each(['administrator', 'contributor', 'subscriber'] as const)(
    'who has signed in as %s gets it, with nothing inline, and kept by nobody',
    async (as) => {
      const { status, headers, text } = await open('/admin/events', { as })
      expect(status).toBe(200)
      expect(headers['cache-control']).toContain('no-store')
      expect(headers['content-security-policy']).toMatch(/script-src 'self'; style-src 'self'; /)
      expect(text).not.toMatch(/<style|<script(?![^>]*src=)| style=| on\w+=/)
      expect(text).toContain('data-name="What’s on &lt;here&gt;"')
    },
  )

  test('who may only propose is led to where that is done, and sees to their account', async () => {
    for (const path of ['/admin', '/admin/']) {
      const { status, headers } = await open(path, { as: 'subscriber' })
      expect([status, headers['location']]).toEqual([303, '/submit'])
    }
    expect((await open('/admin/account', { as: 'subscriber' })).status).toBe(200)
    expect((await open('/admin/', { as: 'contributor' })).status).toBe(200)
    const { status, text } = await open('/submit', { as: 'subscriber' })
    expect(status).toBe(404)
    expect(text).toContain('This calendar takes no proposals.')
    expect(text).toContain('href="/admin/account"')
    expect((await open('/submit')).text).not.toContain('/admin/account')
  })

  test('it loads the texts of its reader and of nobody else', async () => {
    const loads = async (language: string) => {
      const headers = { accept: 'text/html', 'accept-language': language }
      const { text } = await open('/admin/', { as: 'editor', headers })
      return [...text.matchAll(/modulepreload" href="([^"]*)"/g)].map(([, url = '']) => url)
    }
    const frame = expect.stringMatching(/\/frame\.[\w-]+\.js$/)
    expect(await loads('ar')).toEqual([frame, expect.stringMatching(/\/ar\.[\w-]+\.js$/)])
    expect(await loads('de-AT')).toEqual([frame, expect.stringMatching(/\/de\.[\w-]+\.js$/)])
    expect(await loads('xx')).toEqual([frame, expect.stringMatching(/\/en\.[\w-]+\.js$/)])
  })

  test('its files are at addresses that never have to be asked for again, and others are not there', async () => {
    const { text } = await open('/admin/', { as: 'editor' })
    const urls = [...text.matchAll(/(?:href|src)="(\/admin\/files\/[^"]*)"/g)].map(([, url = '']) => url)
    expect(urls).toHaveLength(4)
    for (const url of urls) {
      const { status, headers } = await open(url)
      expect(status).toBe(200)
      expect(headers['cache-control']).toContain('immutable')
      expect(headers['content-type']).toMatch(/^text\/(javascript|css)/)
    }
    expect((await open('/admin/files/main.00000000.js')).status).toBe(404)
    expect((await open('/admin/files/..%2f..%2fpackage.json')).status).toBe(404)
  })
})

describe('what it weighs', () => {
  let bundle: AdminBundle
  beforeAll(async () => {
    bundle = await bundleAdmin()
  })

  const sizeOf = (names: Iterable<string>) =>
    [...names]
      .map((name) => gzipSync(bundle.files.find((file) => file.name === name)?.body ?? '').length)
      .reduce((sum, size) => sum + size, 0)

  /** The files that load with the file. */
  const closure = (name: string, known = new Set<string>()): Set<string> => {
    if (known.has(name)) return known
    known.add(name)
    const code = String(bundle.files.find((file) => file.name === name)?.body)
    for (const [, other = ''] of code.matchAll(/(?:\bfrom|\bimport)\s*["'`]\.\/([\w.-]+\.js)["'`]/g))
      closure(other, known)
    return known
  }

  test('the first load keeps to 60 kB in each language', () => {
    const { manifest } = bundle
    const heaviest = Math.max(...languages.map((language) => sizeOf([manifest.messages[language]])))
    expect(sizeOf([...closure(manifest.script), manifest.style]) + heaviest).toBeLessThan(60_000)
  })

  test('its headings are set in the face of the pages, which stands beside their files', () => {
    const style = String(bundle.files.find(({ name }) => name === bundle.manifest.style)?.body)
    expect(style).toMatch(/url\('\.\.\/\.\.\/assets\/book\.[\w-]{16}\.woff2'\)/)
  })

  test('its page names all that the program needs before it shows anything: nothing is asked for in a chain', () => {
    const { script, needs } = bundle.manifest
    expect([...closure(script)].toSorted()).toEqual([script, ...needs].toSorted())
  })

  test('the editor of events brings 31 kB more, and its text 80 kB', () => {
    const first = closure(bundle.manifest.script)
    const [editor, rich] = ['editor.', 'rich.']
      .map((start) => closure(bundle.files.find(({ name }) => name.startsWith(start))?.name ?? ''))
      .map((names) => sizeOf([...names].filter((name) => !first.has(name))))
    expect(editor).toBeGreaterThan(5_000)
    expect(editor).toBeLessThan(31_000)
    expect(rich).toBeGreaterThan(30_000)
    expect(rich).toBeLessThan(80_000)
  })

  test('it brings packages whose licences are handed on, and knows of the program what browsers may know', () => {
    const packages = bundle.modules.filter((path) => path.includes('node_modules'))
    expect(packages.some((path) => path.includes('/preact/'))).toBe(true)
    const ours = bundle.modules.filter((path) => !path.includes('node_modules') && path.includes('/src/'))
    for (const path of ours) expect(path).toMatch(/\/src\/(outward\/admin|fields|pure)\//)
  })
})
