import { setImmediate } from 'node:timers/promises'
import fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { AnswerCache } from './answers.ts'
import { sendRead } from './readReply.ts'
import { serveKept } from './shortcut.ts'

const together = 10
const headers = { 'Cache-Control': 'public', 'Content-Type': 'text/plain' }
const holds = { from: 0, until: Number.MAX_SAFE_INTEGER }

const app = fastify()
afterEach(() => app.close())

test('of those who are told together that what is kept has gone stale, one has it made anew, and all are given that', async () => {
  const answers = new AnswerCache(1_000_000)
  let [revision, made, came] = [1, 0, 0]
  let gate = Promise.resolve()
  app.get('/', async (_, reply) => {
    made += 1
    const body = `made ${made}`
    await setImmediate()
    return sendRead(reply, answers, { headers, body, holds })
  })
  serveKept(app, {
    answers,
    revision: async () => {
      await gate
      return revision
    },
    now: () => Temporal.Instant.from('2031-03-09T03:00:00Z'),
    noting: { begin: () => {}, end: () => {} },
    siteUrl: 'https://calendar.example',
    trustProxy: false,
    requestTimeout_ms: 60_000,
  })
  const opened = Promise.withResolvers<void>()
  app.server.on('request', () => {
    came += 1
    if (came === 3 + together) opened.resolve()
  })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const ask = async () => (await fetch(origin)).text()

  // What is asked for once is not kept.
  expect([await ask(), await ask(), await ask()]).toEqual(['made 1', 'made 2', 'made 2'])
  revision = 2
  gate = opened.promise
  expect(await Promise.all(Array.from({ length: together }, ask))).toEqual(
    Array.from({ length: together }, () => 'made 3'),
  )
})
