import { describe, expect, test } from 'vitest'
import { carriedOn, carrying, idsOf, withId } from './requestId.ts'

const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
const parent = `00-${trace}-00f067aa0ba902b7-01`

describe('the ID of a request', () => {
  test('is made here where none is sent: another for each, the same whenever it is asked', () => {
    const [one, other] = [{ headers: {} }, { headers: {} }]
    expect(idsOf(one)).toEqual({ id: expect.stringMatching(/^[a-z]{8}-[0-9a-z]+$/), isAsked: false })
    expect(idsOf(one)).toBe(idsOf(one))
    expect(idsOf(other).id).not.toBe(idsOf(one).id)
    expect(idsOf(other).id.slice(0, 8)).toBe(idsOf(one).id.slice(0, 8))
  })

  test.each(['a', 'A-Z.09_~+/=', 'x'.repeat(128)])('is %s as it was sent', (sent) => {
    expect(idsOf({ headers: { 'x-request-id': sent } })).toEqual({ id: sent, isAsked: true })
  })

  test.each(['', 'x'.repeat(129), 'a b', 'a"b', 'a, b', 'ä', 'a\u0000', '{"level":50}', 'a\\'])(
    'is not %j, which is ignored',
    (sent) => {
      const { id, isAsked } = idsOf({ headers: { 'x-request-id': sent } })
      expect(id).toMatch(/^[a-z]{8}-/)
      expect(isAsked).toBe(false)
    },
  )

  test('is that of the trace where one is sent without it', () => {
    expect(idsOf({ headers: { traceparent: parent } })).toEqual({ id: trace, trace, parent, isAsked: true })
    expect(idsOf({ headers: { traceparent: parent, 'x-request-id': 'mine' } })).toMatchObject({
      id: 'mine',
      trace,
    })
    // A later version may have more at its end.
    expect(idsOf({ headers: { traceparent: `cc-${parent.slice(3)}-more` } }).trace).toBe(trace)
  })

  test.each([
    'nonsense',
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${trace}-0000000000000000-01`,
    `ff-${trace}-00f067aa0ba902b7-01`,
    `00-${trace.toUpperCase()}-00f067aa0ba902b7-01`,
    `${parent}-more`,
    `cc-${parent.slice(3)}-${'x'.repeat(300)}`,
  ])('ignores the trace %s', (traceparent) => {
    expect(idsOf({ headers: { traceparent } })).toMatchObject({ isAsked: false })
  })
})

test('headers with the ID are read by scripts that read the others, and those that are kept stay as they are', () => {
  const kept = ['etag', '"a"', 'access-control-expose-headers', 'Link']
  const told = ['etag', '"a"', 'access-control-expose-headers', 'Link, X-Request-Id', 'x-request-id', 'mine']
  expect(withId(kept, 'mine')).toEqual(told)
  expect(kept).toHaveLength(4)
})

test('what follows from a request of a trace carries it on, and nothing else does', async () => {
  expect(carriedOn()).toEqual({})
  await carrying(parent, async () => {
    await Promise.resolve()
    expect(carriedOn()).toEqual({ traceparent: parent })
  })
  expect(carriedOn()).toEqual({})
})
