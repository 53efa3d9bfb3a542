import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

test('every wire scenario is answered as recorded, but for the decisions', async () => {
  const player = new URL('../wire/run.ts', import.meta.url).pathname
  // A smoke needs those that write and those that search.
  const some = ['events-create', 'events-list', 'permissions'].map(
    (folder) => new URL(`../wire/scenarios/${folder}`, import.meta.url).pathname,
  )
  const chosen = process.env['TEST_SMOKE'] ? some : []
  const child = spawn(process.execPath, [player, ...chosen], {
    // As anybody runs it: nothing of the test runner's own environment, but for the database that this run is about.
    env: { PATH: process.env['PATH'], TEST_POSTGRES: process.env['TEST_POSTGRES'] },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [said, complained, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  // Shown only when it fails: which steps differ, and in what.
  expect.soft(complained).toBe('')
  expect(status, said).toBe(0)
}, 900_000)
