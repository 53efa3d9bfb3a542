import { setTimeout } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startBackgroundTasks, type BackgroundParts } from './background.ts'

/** Parts of which only publishing does anything. */
function partsWith(publishDue: () => Promise<number>): BackgroundParts {
  return {
    app: {
      publishDue,
      extendSeries: async () => 0,
      geocodeDue: async () => 0,
      tendSubmissions: async () => 0,
      tendGuests: async () => 0,
      tendLetters: async () => 0,
      sendLetters: async () => 0,
      forgetHistory: async () => 0,
      changeFields: async () => 0,
      fillAfterUpgrade: async () => 0,
      sendMails: async () => 0,
      webhooks: { beginDue: async () => {}, sendDue: async () => 0, close: async () => {} },
      importDue: async () => 0,
      prepareLists: async () => {},
      prepareSearch: async () => {},
      sweepFiles: async () => ({ files: 0, bytes: 0, removed: 0, partial: 0 }),
    },
    log: pino({ level: 'silent' }),
    answers: true,
    firstAnswer: Promise.resolve(),
  }
}

test('what takes longer than its interval is not begun again before it is over', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  let turn = Promise.withResolvers<number>()
  const publishDue = vi.fn(() => turn.promise)
  const end = startBackgroundTasks(partsWith(publishDue))
  vi.advanceTimersByTime(5_000)
  expect(publishDue).toHaveBeenCalledTimes(1)

  turn.resolve(1)
  await setTimeout(0)
  turn = Promise.withResolvers()
  vi.advanceTimersByTime(5_000)
  expect(publishDue).toHaveBeenCalledTimes(2)

  // One that fails is tried again.
  turn.reject(new Error('locked'))
  await setTimeout(0)
  vi.advanceTimersByTime(1_000)
  expect(publishDue).toHaveBeenCalledTimes(3)

  end()
  await setTimeout(0)
  vi.advanceTimersByTime(5_000)
  expect(publishDue).toHaveBeenCalledTimes(3)
})

test('words are gathered once somebody was answered, or after a while in which nobody has asked, and not after the end', async () => {
  const first = Promise.withResolvers<void>()
  const prepareSearch = vi.fn(async () => {})
  const parts = partsWith(async () => 0)
  const startWith = (firstAnswer: Promise<void>) =>
    startBackgroundTasks({ ...parts, app: { ...parts.app, prepareSearch }, firstAnswer })
  const ends = [startWith(first.promise), startWith(new Promise(() => {}))]
  await setTimeout(20)
  expect(prepareSearch).not.toHaveBeenCalled()
  first.resolve()
  await setTimeout(0)
  expect(prepareSearch).toHaveBeenCalledTimes(1)
  for (const end of ends) end()
  await setTimeout(20)
  expect(prepareSearch).toHaveBeenCalledTimes(1)
})
