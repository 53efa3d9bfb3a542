import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { scenarioFolder, smokeScenarios } from './scenarios.ts'

/** What the player takes from the environment: where its data go, and to which database. */
const passed = ['PATH', 'TMPDIR', 'TEST_POSTGRES']

test('scenarios that write and that search are answered as recorded by the program itself', async () => {
  const player = new URL('../wire/run.ts', import.meta.url).pathname
  const chosen = smokeScenarios.map((name) => join(scenarioFolder, name))
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
