import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/storage/db/open.ts'
import { startReceiver } from '../support/receiver.ts'
import { startService } from '../support/service.ts'

test('what was written before a process was killed is told by the next one: each event, under one ID, and nothing else', async () => {
  const receiver = await startReceiver()
  const reached = Promise.withResolvers<void>()
  receiver.answer = () => reached.resolve()
  const environment = { WEBHOOK_HOSTS: '127.0.0.1' }
  await using first = await startService({ environment, keepsData: true })
  const db = await openDatabase(first.database.url)
  onTestFinished(() => db.close())
  const authorization = `Basic ${Buffer.from(first.credentials.administrator).toString('base64')}`
  const post = async (path: string, json: object) => {
    const answer = await fetch(`${first.origin}/vendor/events/v1/${path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(json),
    })
    expect(answer.status).toBe(201)
    return (await answer.json()) as { id: number }
  }
  const event = (title: string) =>
    post('events', { title, start_date: '2031-05-01 20:00', end_date: '2031-05-01 22:00' })
  await post('webhooks', { url: receiver.url, types: ['event.created'] })
  const { id: one } = await event('One')
  const { id: two } = await event('Two')
  await reached.promise
  // Perhaps before it has read what was just written.
  const { id: three } = await event('Three')
  const ids = [one, two, three]
  await first.end('SIGKILL')
  receiver.answer = (response) => response.writeHead(204).end()
  // The time in which nobody else tries it is over.
  await db.write((tx) => tx.updateTable('webhook_deliveries').set({ next_try_at: 0 }).execute(), 'aside')
  await using second = await startService({ environment, at: first })
  expect(second.pid).not.toBe(first.pid)
  const told = async () =>
    (await db.read.selectFrom('webhook_deliveries').select(['record_id', 'sent_at']).execute()).filter(
      ({ sent_at }) => sent_at !== null,
    )
  while ((await told()).length < ids.length) await sleep(20)
  expect((await told()).map(({ record_id }) => record_id).toSorted((one, other) => one - other)).toEqual(ids)
  expect(new Set(receiver.got.map(({ body }) => body.data.id))).toEqual(new Set(ids))
  expect(new Set(receiver.got.map(({ headers }) => headers['webhook-id'])).size).toBe(ids.length)
  // Only the one that was under way came twice.
  expect(receiver.got).toHaveLength(ids.length + 1)
})
