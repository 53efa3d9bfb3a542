import { spawn } from 'node:child_process'
import process from 'node:process'
import { startService } from '../support/service.ts'

/**
 * Plays the wire scenarios against a throwaway service with an account for each role, and ends as the player ends.
 * Arguments are passed on: files or folders of scenarios. WIRE_DIR names another folder that holds a player and scenarios.
 */
await using service = await startService({ environment: { LOGIN_FAILURES: '1000' } })
const folder = process.env['WIRE_DIR'] ?? new URL('.', import.meta.url).pathname
const { credentials } = service
const child = spawn(process.execPath, [`${folder}/wire.mjs`, 'replay', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: {
    ...process.env,
    BASE_URL: `${service.origin}/vendor/events/v1`,
    ADMIN: credentials.administrator,
    EDITOR: credentials.editor,
    AUTHOR: credentials.author,
    CONTRIBUTOR: credentials.contributor,
    SUBSCRIBER: credentials.subscriber,
  },
})
process.exitCode = await new Promise<number>((resolve) =>
  child.once('exit', (status) => resolve(status ?? 1)),
)
const log = service.log()
if (log !== '') process.stderr.write(log)
