import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hold, hush, letGo, say, sayFault, toast } from './notices.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  hush()
  vi.useRealTimers()
})

test('what has worked is said for ten seconds, with a way back for thirty; a fault until it is closed', () => {
  say('Saved')
  vi.advanceTimersByTime(9_000)
  expect(toast.value?.text).toBe('Saved')
  vi.advanceTimersByTime(1_000)
  expect(toast.value).toBe(undefined)

  say('In the trash', () => {})
  vi.advanceTimersByTime(29_000)
  expect(toast.value?.text).toBe('In the trash')
  vi.advanceTimersByTime(1_000)
  expect(toast.value).toBe(undefined)

  sayFault('Refused')
  vi.advanceTimersByTime(600_000)
  expect(toast.value?.text).toBe('Refused')
})

test('it stays while somebody points at it, and what is said next has its own time', () => {
  say('Saved')
  hold()
  vi.advanceTimersByTime(60_000)
  expect(toast.value?.text).toBe('Saved')
  letGo()
  vi.advanceTimersByTime(9_000)
  say('Saved again')
  vi.advanceTimersByTime(9_000)
  expect(toast.value?.text).toBe('Saved again')
})
