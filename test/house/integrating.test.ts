import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { execFile, spawn } from 'node:child_process'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'

const page = readFileSync(new URL('../../docs/integrating.md', import.meta.url), 'utf8')
const programs = new Map(
  [...page.matchAll(/```js\n\/\/ (\S+)\n([^`]*(?:`(?!``)[^`]*)*)```/g)].map(([, name = '', text = '']) => [
    name,
    text,
  ]),
)

let app: TestApp
let folder: string
let calendar: string
beforeAll(async () => {
  app = await createTestApp({ WEBHOOK_HOSTS: '127.0.0.1' })
  folder = await mkdtemp(join(tmpdir(), 'kalends-'))
  const origin = await app.app.server.listen({ port: 0, host: '127.0.0.1' })
  calendar = `${origin}/vendor/events/v1`
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

async function written(name: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, programs.get(name) ?? '')
  return path
}

const event = (title: string) => ({
  title,
  status: 'publish',
  start_date: '2031-05-01 20:00:00',
  end_date: '2031-05-01 22:00:00',
})

test('the mirror of the document, as it stands there and in at most 40 lines, has all public events', async () => {
  const text = programs.get('mirror.mjs') ?? ''
  expect(text.trim().split('\n').length).toBeLessThanOrEqual(40)
  const { id } = await app.create('events', event('One'))
  await app.create('events', { ...event('Unseen'), status: 'draft' })
  const { stdout } = await promisify(execFile)(process.execPath, [await written('mirror.mjs'), calendar, '2'])
  expect(JSON.parse(stdout)).toEqual([{ id, title: 'One' }])
})

test('the board of the document, as it stands there and in at most 10 lines, is told what changes', async () => {
  const text = programs.get('board.mjs') ?? ''
  expect(text.trim().split('\n').length).toBeLessThanOrEqual(10)
  const board = (await import(pathToFileURL(await written('board.mjs')).href)) as {
    follow: (
      calendar: string,
      show: (id: number, record: object) => void,
      source: unknown,
      restart: () => void,
    ) => void
  }
  const heard = new Map<string, (event: { data: string }) => void>()
  const shown: [number, object][] = []
  let address = ''
  class Source {
    constructor(url: string) {
      address = url
    }
    addEventListener(name: string, told: (event: { data: string }) => void) {
      heard.set(name, told)
    }
  }
  let restarts = 0
  board.follow(
    calendar,
    (id, record) => shown.push([id, record]),
    Source,
    () => (restarts += 1),
  )
  const ended = new AbortController()
  const answer = await fetch(address, { signal: ended.signal })
  const { id } = await app.create('events', event('Live'))
  let text2 = ''
  const decoder = new TextDecoder()
  for await (const chunk of answer.body ?? []) {
    text2 += decoder.decode(chunk as Uint8Array, { stream: true })
    if (/event: created\ndata: .*\n\n/.test(text2)) break
  }
  ended.abort()
  const [, data = ''] = /event: created\ndata: (.*)\n\n/.exec(text2) ?? []
  heard.get('created')?.({ data })
  expect(shown).toEqual([[id, expect.objectContaining({ title: 'Live' })]])
  // As after a restore.
  heard.get('reset')?.({ data: '{}' })
  expect(restarts).toBe(1)
})

test('the receiver of the document, as it stands there and in at most 20 lines, takes what is signed, once, and nothing else', async () => {
  const text = programs.get('receiver.mjs') ?? ''
  expect(text.trim().split('\n').length).toBeLessThanOrEqual(20)
  const secret = `whsec_${Buffer.alloc(32, 'k').toString('base64')}`
  const program = spawn(process.execPath, [await written('receiver.mjs'), secret, '0'])
  const lines = createInterface(program.stdout)[Symbol.asyncIterator]()
  const said = async () => String((await lines.next()).value)
  try {
    const [, port = ''] = /^Listening on (\d+)$/.exec(await said()) ?? []
    const url = `http://127.0.0.1:${port}/`
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401)
    const hook = await app.create('webhooks', { url, secret, types: ['event.created'] })
    const one = await app.create('events', event('Sent'))
    expect(await app.app.webhooks.sendDue()).toBe(1)
    expect(await said()).toBe(`event.created ${one.id} ${one.url}`)
    const { deliveries } = await app.read(`webhooks/${hook.id}/deliveries`, {}, 'administrator')
    const path = `webhooks/deliveries/${deliveries[0].id}/replay`
    expect((await app.ask({ as: 'administrator', method: 'POST', path })).status).toBe(200)
    const two = await app.create('events', event('Sent later'))
    expect(await app.app.webhooks.sendDue()).toBe(2)
    // What had come before is taken, and left.
    expect(await said()).toBe(`event.created ${two.id} ${two.url}`)
  } finally {
    program.kill()
  }
})
