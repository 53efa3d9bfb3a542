import { expect, test } from 'vitest'
import { DatabaseBusy } from '../../storage/db/unavailability.ts'
import { ImportFault } from '../../outward/imports/imports.record.ts'
import type { World } from './command.ts'
import { watch } from './import.watch.ts'

test('a mirror waits for a database that is busy and a source that is away, tells so with the time, and goes on', async () => {
  const told: string[] = []
  const now = () => Temporal.Instant.from('2031-03-01T12:00:00Z')
  const paused: number[] = []
  const pause = async (time_ms: number) => paused.push(time_ms)
  const world: Partial<World> = { now, pause, remark: (text) => void told.push(text) }
  const outcomes = [
    new DatabaseBusy(),
    undefined,
    new ImportFault('It is away.'),
    undefined,
    new Error('No!'),
  ]
  let done = 0
  const work = async () => {
    const outcome = outcomes.shift()
    if (outcome) throw outcome
    done += 1
  }
  // What is wrong with the program itself ends it.
  await expect(watch(world as World, 600_000, work)).rejects.toThrow('No!')
  expect(told).toEqual([
    '2031-03-01T12:00:00Z The database is busy with other requests.',
    '2031-03-01T12:00:00Z It is away.',
  ])
  expect(done).toBe(2)
  expect(paused).toEqual(Array(4).fill(600_000))
})
