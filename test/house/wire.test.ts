import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { usesSqlite } from '../support/database.ts'

const scenarios = new URL('../wire/scenarios', import.meta.url).pathname

/** What the player takes from the environment: where its data go, and to which database. */
const passed = ['PATH', 'TMPDIR', 'TEST_POSTGRES']

test('every wire scenario is answered as recorded, but for the decisions', async () => {
  const player = new URL('../wire/run.ts', import.meta.url).pathname
  // On PostgreSQL a smoke needs those that write and those that search; all others are for the long run.
  const smoke = ['events-create', 'events-list', 'permissions']
  const all = readdirSync(scenarios)
  const others = usesSqlite() ? [] : all.filter((name) => !smoke.includes(name))
  const names = process.env['TEST_SMOKE'] ? smoke : others
  const chosen = names.map((name) => join(scenarios, name))
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
