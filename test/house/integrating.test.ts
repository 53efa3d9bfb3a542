import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { execFile } from 'node:child_process'
import process from 'node:process'
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
  app = await createTestApp()
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
    follow: (calendar: string, show: (id: number, record: object) => void, source: unknown) => void
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
  board.follow(calendar, (id, record) => shown.push([id, record]), Source)
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
})
