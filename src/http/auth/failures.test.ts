import { expect, test } from 'vitest'
import { ApiError } from '../../pure/errors/errors.ts'
import { createFailures, networkOf } from './failures.ts'

/** A clock that the test moves, in seconds. */
function clock() {
  let time = 0
  return {
    now: () => Temporal.Instant.fromEpochMilliseconds(time * 1000),
    to: (seconds: number) => {
      time = seconds
    },
  }
}

test('a spent budget is free again as its failures grow old, one by one', () => {
  const { now, to } = clock()
  const failures = createFailures({ name: 'signin', window_s: 60 }, now)
  const budgets = [{ key: 'a', failures: 2 }]
  failures.charge(budgets)
  to(20)
  failures.assertWithin(budgets)
  failures.charge(budgets)
  expect(() => failures.assertWithin(budgets)).toThrow(expect.objectContaining(refusal(40)))
  to(58.999)
  expect(() => failures.assertWithin(budgets)).toThrow(expect.objectContaining(refusal(2)))
  to(59.999)
  expect(() => failures.assertWithin(budgets)).toThrow(expect.objectContaining(refusal(1)))
  to(60)
  failures.assertWithin(budgets)
  failures.charge(budgets)
  expect(() => failures.assertWithin(budgets)).toThrow(expect.objectContaining(refusal(20)))
  to(200)
  failures.assertWithin(budgets)
})

test('nobody waits longer because the clock was set back', () => {
  const { now, to } = clock()
  const failures = createFailures({ name: 'signin', window_s: 60 }, now)
  const budgets = [{ key: 'a', failures: 1 }]
  to(86_400)
  failures.charge(budgets)
  expect(() => failures.assertWithin(budgets)).toThrow(expect.objectContaining(refusal(60)))
  to(0)
  failures.assertWithin(budgets)
  failures.charge(budgets)
  expect(() => failures.assertWithin(budgets)).toThrow(expect.objectContaining(refusal(60)))
  to(60)
  failures.assertWithin(budgets)
})

test('what no longer counts does not count again because the clock was set back', () => {
  const { now, to } = clock()
  const failures = createFailures({ name: 'signin', window_s: 60 }, now)
  const budgets = [{ key: 'a', failures: 2 }]
  failures.charge(budgets)
  to(60)
  failures.charge(budgets)
  to(59)
  failures.charge(budgets)
  failures.assertWithin(budgets)
})

test('the budget that is spent for longest decides, and others are left alone', () => {
  const { now, to } = clock()
  const failures = createFailures({ name: 'signin', window_s: 60 }, now)
  const [address, account] = [
    { key: 'address', failures: 1 },
    { key: 'account', failures: 2 },
  ]
  failures.charge([address, account])
  to(10)
  failures.charge([account])
  expect(() => failures.assertWithin([address, account])).toThrow(expect.objectContaining(refusal(50)))
  failures.assertWithin([{ key: 'other', failures: 1 }])
})

test('with so many addresses the first ones are forgotten: memory is bounded', () => {
  const failures = createFailures({ name: 'signin', window_s: 60 }, clock().now)
  const budget = (n: number) => [{ key: `from ${n}`, failures: 1 }]
  for (let n = 0; n <= 10_000; n += 1) failures.charge(budget(n))
  failures.assertWithin(budget(0))
  expect(() => failures.assertWithin(budget(10_000))).toThrow(ApiError)
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
  ['unix', 'unix'],
])('%j counts as %j', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

function refusal(seconds: number) {
  return {
    code: 'rest_too_many_requests',
    status: 429,
    message: `Too many wrong passwords. Try again in ${seconds} seconds.`,
    extras: { headers: expect.objectContaining({ 'retry-after': String(seconds) }) },
  }
}
