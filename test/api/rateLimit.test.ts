import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answered, createTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({
    LOGIN_FAILURES: '3',
    LOGIN_WINDOW_S: '600',
    SUBMISSIONS: 'accounts',
    SUBMISSIONS_HOURLY: '2',
  })
  app.setNow(Temporal.Instant.from('2031-03-01T10:00:00Z'))
})
afterAll(() => app.close())

const limitOf = ({ headers }: Answered) => [headers['ratelimit-policy'], headers['ratelimit']]
const proposal = { kind: 'report' }

describe('RateLimit headers', () => {
  test('tell who fails to sign in how many tries are left, and those agree with the 429', async () => {
    const wrong = { authorization: `Bearer ${'x'.repeat(40)}` }
    const policy = '"signin";q=3;w=600'
    const ask = () => app.ask({ path: 'venues', headers: wrong })
    for (const left of [2, 1, 0]) {
      const answer = await ask()
      expect(answer.status).toBe(401)
      expect(limitOf(answer)).toEqual([policy, `"signin";r=${left};t=600`])
      expect(answer.headers['access-control-expose-headers']).toMatch(/, RateLimit-Policy, RateLimit$/)
    }
    app.setNow(Temporal.Instant.from('2031-03-01T10:01:00Z'))
    const refused = await ask()
    expect(refused.status).toBe(429)
    expect(limitOf(refused)).toEqual([policy, '"signin";r=0;t=540'])
    expect(refused.headers['retry-after']).toBe('540')
    app.setNow(Temporal.Instant.from('2031-03-01T10:10:01Z'))
    expect(limitOf(await ask())).toEqual([policy, '"signin";r=2;t=600'])
  })

  test('tell who proposes something how often more they may', async () => {
    const venue = await app.create('venues', { venue: 'Hall' })
    const event = await app.create('events', {
      title: 'Concert',
      start_date: '2031-05-01 10:00',
      end_date: '2031-05-01 11:00',
      venue: venue.id,
    })
    const propose = async (note: string) =>
      app.ask({
        as: 'subscriber',
        method: 'POST',
        path: 'submissions',
        json: { ...proposal, event: event.id, note },
      })
    const policy = '"submissions";q=2;w=3600'
    for (const left of [1, 0]) {
      const answer = await propose(`Wrong ${left}`)
      expect([answer.status, ...limitOf(answer)], answer.text).toEqual([
        202,
        policy,
        `"submissions";r=${left};t=3600`,
      ])
    }
    const refused = await propose('Wrong again')
    expect([refused.status, ...limitOf(refused)]).toEqual([429, policy, '"submissions";r=0;t=3600'])
    expect(refused.headers['retry-after']).toBe('3600')
  })

  test('are where there is a limit alone', async () => {
    for (const path of ['', 'venues', 'events', 'doc', 'submissions'])
      expect(limitOf(await app.ask({ path })), path).toEqual([undefined, undefined])
    expect(limitOf(await app.ask({ as: 'administrator', path: 'venues' }))).toEqual([undefined, undefined])
    const read = await app.ask({ as: 'administrator', path: 'venues' })
    expect(read.headers['access-control-expose-headers']).not.toContain('RateLimit')
  })
})
