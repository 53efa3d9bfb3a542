import { createServer } from 'node:http'
import { readFile, rm, stat } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSite } from '../../scripts/site.ts'
import { faultsOf } from '../web/axe.ts'
import { launched } from '../web/reader.ts'

const folder = mkdtempSync(join(tmpdir(), 'kalends-site-'))
const pages = await makeSite(folder)
const server = createServer((request, response) => {
  const path = join(folder, new URL(request.url ?? '/', 'http://x').pathname)
  void readFile(path)
    .catch(() => undefined)
    .then((body) => response.writeHead(body ? 200 : 404, { 'content-type': typeOf(path) }).end(body))
})
let browser: Browser
let origin: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  browser = await launched()
})
afterAll(async () => {
  await browser.close()
  server.close()
  await rm(folder, { recursive: true, force: true })
})

function typeOf(path: string): string {
  const types: Record<string, string> = {
    html: 'text/html',
    css: 'text/css',
    js: 'text/javascript',
    svg: 'image/svg+xml',
  }
  return types[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
}

const textOf = (page: string) => readFileSync(join(folder, page), 'utf8')

describe.each(pages)('%s', (page) => {
  test('is small, and its links and pictures lead to what is there', async () => {
    const text = textOf(page)
    expect(Buffer.byteLength(text)).toBeLessThan(60_000)
    const links = [...text.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link = '']) => link)
    const within = links.filter((link) => !/^(?:[a-z]+:)/.test(link))
    for (const link of within) {
      const [path = '', anchor] = link.split('#')
      const target = path === '' ? page : posix.join(posix.dirname(page), path)
      expect((await stat(join(folder, target)).catch(() => undefined))?.isFile(), link).toBe(true)
      if (anchor !== undefined && target.endsWith('.html') && anchor !== 'main')
        expect(textOf(target), link).toContain(`id="${anchor}"`)
    }
  })
})

test('the index of the search is small', () => {
  expect(readFileSync(join(folder, 'search.json')).length).toBeLessThanOrEqual(300_000)
})

test.each([1280, 320])('pages are accessible and fit a window of %i pixels', async (width) => {
  const page = await browser.newPage({ viewport: { width, height: 800 } })
  for (const path of ['index.html', 'docs/operating.html', 'docs/moving.html', 'docs/configuration.html']) {
    await page.goto(`${origin}/${path}`)
    expect(await faultsOf(page), path).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), path).toBe(0)
  }
  await page.close()
})

test('what is typed into the search finds the part of a document, and leads there', async () => {
  const page = await browser.newPage()
  await page.goto(`${origin}/docs/people.html`)
  await page.getByLabel('Search the documents').fill('litestr backup')
  await page.locator('search a').first().waitFor()
  const link = page.getByRole('link', { name: /^Operating.*[Bb]ackup/ }).first()
  await link.click()
  await page.waitForURL(/operating\.html#/)
  await page.close()
})
