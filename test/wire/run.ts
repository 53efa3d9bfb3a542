import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import process from 'node:process'
import { startService } from '../support/service.ts'

/**
 * Plays the wire scenarios against a throwaway service with an account for each role, and ends as the player ends.
 * Arguments are passed on: files or folders of scenarios. WIRE_DIR names another folder that holds a player and scenarios.
 */
await using service = await startService({ environment: { LOGIN_FAILURES: '1000' } })
const folder = process.env['WIRE_DIR'] ?? new URL('.', import.meta.url).pathname
const { credentials } = service
const root = `${service.origin}/vendor/events/v1`
const child = spawn(process.execPath, [`${folder}/wire.mjs`, 'replay', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: {
    ...process.env,
    BASE_URL: root,
    IMAGE_ID: await uploadPicture(folder),
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

/** Uploads the picture that scenarios feature; answers its id. */
async function uploadPicture(from: string): Promise<string> {
  const response = await fetch(`${root}/media`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(credentials.administrator).toString('base64')}`,
      'content-type': 'image/png',
      'content-disposition': 'attachment; filename="picture.png"',
    },
    body: await readFile(`${from}/fixtures/picture.png`),
  })
  const record = (await response.json()) as { id?: number; message?: string }
  if (record.id === undefined) throw new Error(`The picture was not taken: ${record.message}`)
  return String(record.id)
}
