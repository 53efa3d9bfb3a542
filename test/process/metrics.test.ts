import process from 'node:process'
import { expect, test } from 'vitest'
import { figureIn } from '../support/figures.ts'
import { type Service, startService } from '../support/service.ts'

const path = '/vendor/events/v1/categories'

/** Each time on a connection of its own, so that the workers take turns. */
async function ask(service: Service, path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(service.origin + path, { ...init, headers: { ...init.headers, connection: 'close' } })
}

async function figures(service: Service): Promise<string> {
  const answer = await ask(service, '/metrics')
  expect(answer.status).toBe(200)
  return answer.text()
}

async function make(service: Service, name: string): Promise<number> {
  const authorization = `Basic ${Buffer.from(service.credentials.editor).toString('base64')}`
  const headers = { authorization, 'content-type': 'application/json' }
  const { status } = await ask(service, path, { method: 'POST', headers, body: JSON.stringify({ name }) })
  return status
}

test('whichever worker is asked, the figures are those of all processes, also of one that has died', async () => {
  await using service = await startService({ environment: { WORKERS: '3', LOG_LEVEL: 'info' } })
  await expect.poll(async () => figureIn(await figures(service), 'kalends_processes')).toBe(4)
  const total = `kalends_http_requests_total{method="GET",route="${path}",status="200"}`
  for (let number = 0; number < 9; number += 1) expect((await ask(service, path)).status).toBe(200)
  for (let times = 0; times < 4; times += 1) expect(figureIn(await figures(service), total)).toBe(9)
  const found = /"worker":1,"pid":(\d+)/.exec(service.log())?.[1]
  process.kill(Number(found), 'SIGKILL')
  await expect.poll(() => service.log()).toContain('takes its place')
  await expect.poll(async () => figureIn(await figures(service), 'kalends_processes')).toBe(4)
  for (let number = 0; number < 3; number += 1) await ask(service, path)
  expect(figureIn(await figures(service), total)).toBe(12)
})

test('transactions are among them, those that are done and those in vain', async () => {
  await using service = await startService()
  const done = async () =>
    figureIn(await figures(service), 'kalends_database_writes_total{outcome="done"}') ?? Number.NaN
  const before = await done()
  for (let number = 0; number < 5; number += 1) expect(await make(service, `Tag ${number}`)).toBe(201)
  expect(await done()).toBeGreaterThanOrEqual(before + 5)
  const undone = 'kalends_database_writes_total{outcome="undone"}'
  expect(await make(service, 'Tag 1')).toBe(400)
  expect(figureIn(await figures(service), undone)).toBe(1)
})
