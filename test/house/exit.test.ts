import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const support = fileURLToPath(new URL('../support/postgres.ts', import.meta.url))

test('a run that has failed ends as failed, though a PostgreSQL server was started for it', async () => {
  const program = `await import(${JSON.stringify(support)}); process.exitCode = 1`
  const child = execFile(process.execPath, ['--input-type=module', '--eval', program])
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(1)
})
