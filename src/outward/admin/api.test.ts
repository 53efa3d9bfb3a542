import { beforeAll, expect, test, vi } from 'vitest'
import type * as Api from './api.ts'

let api: typeof Api
beforeAll(async () => {
  vi.stubGlobal('document', { body: { dataset: {} }, documentElement: { lang: 'en' } })
  api = await import('./api.ts')
  return () => vi.unstubAllGlobals()
})

/** Has the service begin an answer that breaks off when `breaks` is called. */
function beginning(): { breaks: (error: Error) => void } {
  let body: ReadableStreamDefaultController<Uint8Array> | undefined
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      body = controller
      controller.enqueue(new TextEncoder().encode('{"events": ['))
    },
  })
  vi.stubGlobal('fetch', async () => new Response(stream, { status: 200 }))
  return { breaks: (error) => body?.error(error) }
}

test('what is given up while its answer comes fails, and is not taken for an empty answer', async () => {
  const { breaks } = beginning()
  const asking = new AbortController()
  const answer = api.ask('events', { signal: asking.signal })
  asking.abort()
  breaks(new DOMException('given up', 'AbortError'))
  await expect(answer).rejects.toThrow('given up')
})

test('where the line breaks within an answer there is none', async () => {
  const { breaks } = beginning()
  const answer = api.ask('events')
  breaks(new TypeError('network error'))
  await expect(answer).rejects.toBeInstanceOf(api.NoAnswer)
})

test('what is no JSON says nothing', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 200 }))
  expect((await api.ask('events')).body).toBe(undefined)
})
