import { execFile } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const support = fileURLToPath(new URL('../support/postgres.ts', import.meta.url))

test('a run that has failed ends as failed, though a PostgreSQL server was started for it', async () => {
  const program = `await import(${JSON.stringify(support)}); process.exitCode = 1`
  const child = execFile(process.execPath, ['--input-type=module', '--eval', program])
  const [complained, status] = await Promise.all([
    child.stderr && text(child.stderr),
    new Promise((resolve) => child.once('exit', resolve)),
  ])
  expect({ complained, status }).toEqual({ complained: '', status: 1 })
})
