import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

/** What the player takes from the environment: where its data go, and to which database. */
const passed = ['PATH', 'TMPDIR', 'TEST_POSTGRES']

test('every wire scenario is answered as recorded, but for the decisions', async () => {
  const player = new URL('../wire/run.ts', import.meta.url).pathname
  // A smoke needs those that write and those that search.
  const some = ['events-create', 'events-list', 'permissions'].map(
    (folder) => new URL(`../wire/scenarios/${folder}`, import.meta.url).pathname,
  )
  const chosen = process.env['TEST_SMOKE'] ? some : []
  const child = spawn(process.execPath, [player, ...chosen], {
    // As anybody runs it else: nothing of the test runner's own environment.
    env: Object.fromEntries(passed.map((name) => [name, process.env[name]])),
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
