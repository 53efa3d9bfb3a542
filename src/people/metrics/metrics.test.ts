import { DeliveryTally } from '../delivery/delivery.tally.ts'
import { expect, test } from 'vitest'
import { figureIn } from '../../../test/support/figures.ts'
import { figuresOf, type Figure } from './figures.ts'
import { GuestTally } from './guests.ts'
import { Succession } from './metrics.ts'
import { RequestTally } from './requests.ts'
import { WriteTally } from './writes.ts'

const moment = { isReady: true, clients: 3 }

function figures(requests: RequestTally, writes = new WriteTally(), stands = moment): Figure[] {
  return figuresOf(
    { requests, writes, deliveries: new DeliveryTally(), guests: new GuestTally(), failedLogins: new Map() },
    stands,
  )
}

function requestsOf(count: number, ms = 20): RequestTally {
  const tally = new RequestTally()
  for (let number = 0; number < count; number += 1)
    tally.note({ route: '/events', method: 'GET', status: 200, ms })
  return tally
}

const total = 'kalends_http_requests_total{method="GET",route="/events",status="200"}'

test('a duration is in the class up to which it goes, and in all above', () => {
  const tally = new RequestTally()
  for (const ms of [0.2, 1, 1.1, 10_000, 60_000])
    tally.note({ route: '/a/:id(^\\d+$)/:slug', method: 'GET', status: 200, ms })
  const found = figures(tally).find(({ name }) => name.endsWith('request_duration_seconds'))
  const classes = found?.values.map(({ labels, value }) => [labels['le'], value])
  expect(classes?.filter(([le]) => [0.001, 0.0025, 5, 10, '+Inf'].includes(le ?? ''))).toEqual([
    [0.001, 2],
    [0.0025, 3],
    [5, 3],
    [10, 4],
    ['+Inf', 5],
  ])
  expect(found?.values.at(-1)).toMatchObject({ value: 5, labels: { method: 'GET', route: '/a/{id}/{slug}' } })
  expect(found?.values.at(-2)?.value).toBeCloseTo(70.0023)
})

test('whatever methods are sent, there are no more series than those declared, and one for all others', () => {
  const tally = new RequestTally()
  for (const method of ['GET', 'PROPFIND', 'REPORT', 'BREW', 'get'])
    tally.note({ route: undefined, method, status: 404, ms: 1 })
  expect(tally.series().map(({ method, byStatus }) => [method, byStatus.get(404)])).toEqual([
    ['GET', 1],
    ['other', 4],
  ])
})

test('processes are put together: counts and queues are sums, what stands with each of them is not', async () => {
  const all = new Succession()
  all.hear(1, figures(requestsOf(3)))
  all.hear(2, figures(requestsOf(4), new WriteTally(), { ...moment, isReady: false }))
  const text = await all.text(new Set([1, 2]))
  expect(figureIn(text, total)).toBe(7)
  expect(figureIn(text, 'kalends_processes')).toBe(2)
  expect(figureIn(text, 'kalends_database_ready')).toBe(0)
  expect(text).toMatch(/^kalends_build_info\{version="[^"]+",node="[\d.]+"\} 1$/m)
  expect(
    figureIn(text, 'kalends_http_request_duration_seconds_bucket{method="GET",route="/events",le="0.025"}'),
  ).toBe(7)
})

test('no sum falls when a process ends and another one begins, or when one does not answer', async () => {
  const all = new Succession()
  all.hear(1, figures(requestsOf(5)))
  all.hear(2, figures(requestsOf(4)))
  await all.text(new Set([1, 2]))
  all.end(1)
  // It ended before anybody asked for it, or was never heard.
  all.end(3)
  const silent = await all.text(new Set())
  expect([figureIn(silent, total), figureIn(silent, 'kalends_processes')]).toEqual([9, undefined])
  all.hear(4, figures(requestsOf(1)))
  all.end(2)
  const text = await all.text(new Set([4]))
  expect([figureIn(text, total), figureIn(text, 'kalends_processes')]).toEqual([10, 1])
  expect(await all.text(new Set([4]))).toBe(text)
})
