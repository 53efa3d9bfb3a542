import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { bundleClient } from '../../scripts/client.ts'
import { createTestApp } from '../support/app.ts'

const folder = mkdtempSync(join(tmpdir(), 'kalends-purge-'))
const app = await createTestApp({ CACHE_MAX_AGE_S: '60', CACHE_STALE_S: '30' })
const origin = await app.app.server.listen({ host: '127.0.0.1', port: 0 })

/** A small cache: it keeps each answer by its address until it is asked to forget it. */
const kept = new Map<string, string>()
const cache = createServer((request, response) => {
  const address = request.url ?? ''
  if (request.method === 'PURGE') {
    response.writeHead(kept.delete(address) ? 200 : 404).end()
    return
  }
  void (async () => {
    const body = kept.get(address) ?? (await (await fetch(origin + address)).text())
    kept.set(address, body)
    response.end(body)
  })()
})
await new Promise<void>((resolve) => cache.listen(0, '127.0.0.1', resolve))
const front = `http://127.0.0.1:${(cache.address() as AddressInfo).port}`
let stop = () => {}
afterAll(async () => {
  stop()
  cache.close()
  await app.close()
  rmSync(folder, { recursive: true })
})

test('public answers tell caches how long old ones may be used', async () => {
  const { headers } = await app.ask({ path: 'events' })
  expect(headers['cache-control']).toBe('public, max-age=60, stale-while-revalidate=30, stale-if-error=600')
  expect((await app.ask({ path: 'events', as: 'editor' })).headers['cache-control']).toMatch(
    /no-store, private$/,
  )
})

test('the program of docs/scaling.md makes a cache forget what has changed, and nothing else', async () => {
  const library = join(folder, 'node_modules/@kalends/client')
  mkdirSync(library, { recursive: true })
  await bundleClient(library)
  writeFileSync(join(library, 'package.json'), '{"type":"module","exports":"./index.js"}')
  const [, program = ''] = /```js\n(.*?)```/s.exec(readFileSync('docs/scaling.md', 'utf8')) ?? []
  expect(program.trim().split('\n').length).toBeLessThanOrEqual(40)
  writeFileSync(join(folder, 'purge.mjs'), program)
  const times = { start_date: '2131-03-01 18:00', end_date: '2131-03-01 20:00' }
  const first = await app.create('events', { title: 'First', ...times })
  const second = await app.create('events', { title: 'Second', ...times })
  const address = (id: number) => `/vendor/events/v1/events/${id}`
  const read = async (id: number) => (await (await fetch(front + address(id))).json()) as { title: string }
  const change = async (title: string) => {
    const changed = { as: 'editor', method: 'POST', path: `events/${first.id}`, json: { title } } as const
    expect((await app.ask(changed)).status).toBe(200)
  }
  await read(second.id)
  const child = spawn(process.execPath, ['purge.mjs', `${origin}/vendor/events/v1`, front], {
    cwd: folder,
    stdio: 'ignore',
  })
  stop = () => void child.kill()
  // It follows from now on: changes are made until it has heard of one.
  let title = ''
  await expect
    .poll(
      async () => {
        await read(first.id)
        await change((title = `Changed ${Date.now()}`))
        await new Promise((resolve) => setTimeout(resolve, 200))
        return (await read(first.id)).title === title
      },
      { timeout: 30_000 },
    )
    .toBe(true)
  expect(kept.has(address(second.id))).toBe(true)
})
