import { expect, test } from 'vitest'
import { type Service, startService } from '../support/service.ts'

const root = '/vendor/events/v1'

/** Enough that more than one worker has some of them. */
const readers = 12

async function write(service: Service, title: string): Promise<number> {
  const headers = {
    authorization: `Basic ${Buffer.from(service.credentials.editor).toString('base64')}`,
    'content-type': 'application/json',
    connection: 'close',
  }
  const times = { start_date: '2031-05-01 10:00', end_date: '2031-05-01 12:00' }
  const body = JSON.stringify({ title, status: 'publish', ...times })
  const answer = await fetch(`${service.origin}${root}/events`, { method: 'POST', headers, body })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { id: number }).id
}

/** A reader of the stream, on a connection of its own. */
async function follow(service: Service, headers: Readonly<Record<string, string>> = {}) {
  const answer = await fetch(`${service.origin}${root}/changes/stream?kinds=event`, { headers })
  expect(answer.status).toBe(200)
  const chunks = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return {
    /** All that was sent until this was among it. */
    until: async (wanted: string) => {
      while (!text.includes(wanted)) {
        const { value, done } = (await chunks?.read()) ?? { done: true }
        if (done) break
        text += value
      }
      return text
    },
    /** Resolves when the service has ended the answer in order; rejects when it was cut off. */
    end: async () => {
      while ((await chunks?.read())?.done === false);
    },
  }
}

test('readers of all workers are told what one of them wrote, go on at any of them, and are let go when the service stops', async () => {
  // Longer than a test may take: nobody is waited for.
  const environment = {
    WORKERS: '3',
    LOG_LEVEL: 'info',
    SHUTDOWN_TIMEOUT_MS: '600000',
    STREAM_READERS: '1000',
  }
  await using service = await startService({ environment })
  const first = await Promise.all(Array.from({ length: readers }, () => follow(service)))
  const one = await write(service, 'One')
  const texts = await Promise.all(first.map(({ until }) => until(`"id":${one},`)))
  for (const text of texts) expect(text).toContain(`event: created\ndata: {"kind":"event","id":${one},`)
  const [, token = ''] = /id: (\S+)\nevent: created/.exec(texts[0] ?? '') ?? []

  const two = await write(service, 'Two')
  const again = await Promise.all(
    Array.from({ length: readers }, () => follow(service, { 'last-event-id': token })),
  )
  const all = [...first, ...again]
  for (const text of await Promise.all(again.map(({ until }) => until(`"id":${two},`))))
    expect(text).not.toContain(`"id":${one},`)

  expect(await service.end()).toBe(0)
  await Promise.all(all.map(({ end }) => end()))
  expect(service.log()).not.toContain('stopped before every request had ended')
  const served = service
    .log()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.includes('/changes/stream'))
    .map((line) => (JSON.parse(line) as { worker: number }).worker)
  expect(served).toHaveLength(all.length)
  // Which of them is for the system to choose.
  expect(new Set(served).size).toBeGreaterThan(1)
})
