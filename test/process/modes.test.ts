import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { expect, onTestFinished, test } from 'vitest'
import { kalends, settingsOf, temporaryFolder } from '../cli/sandbox.ts'
import { usesSqlite } from '../support/database.ts'
import { runServe } from './program.ts'

const picture = readFileSync(new URL('../wire/fixtures/picture.png', import.meta.url))

/** The paths below a folder that anybody but their owner may do anything with. */
function openBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => (statSync(join(folder, path), { throwIfNoEntry: false })?.mode ?? 0) & 0o077,
  )
}

test('whatever the umask, files and folders that are made are for their owner alone', async () => {
  const before = process.umask(0)
  onTestFinished(() => void process.umask(before))
  const folder = temporaryFolder()
  const settings = { ...(await settingsOf(folder)), DATA_DIR: join(folder, 'new', 'data') }
  const environment = usesSqlite() ? { ...settings, DATABASE_URL: '' } : settings
  const service = runServe(environment)
  const origin = await service.origin
  const [, password = ''] = /\n\s+((?:\w{4} ){5}\w{4})\n/.exec(service.stderr()) ?? []
  const headers = {
    authorization: `Basic ${btoa(`admin:${password}`)}`,
    'content-type': 'image/png',
    'content-disposition': 'attachment; filename="a.png"',
  }
  const uploaded = await fetch(`${origin}/vendor/events/v1/media`, { method: 'POST', headers, body: picture })
  expect(uploaded.status).toBe(201)
  // While it runs, the files of the log are there as well.
  const made = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  expect(made.some((path) => path.endsWith('.png'))).toBe(true)
  if (usesSqlite()) expect(made.some((path) => path.endsWith('-wal'))).toBe(true)
  expect(openBelow(folder)).toEqual([])

  const media = join(folder, 'out', 'media')
  const words = usesSqlite() ? ['backup', join(folder, 'b.db'), '--media', media] : []
  const exported = ['export', join(folder, 'all.jsonl'), '--media', join(folder, 'pictures')]
  for (const each of [words, exported, ['export', join(folder, 'all.csv'), '--format', 'csv']]) {
    if (each.length > 0) expect(await kalends(folder, each, environment)).toMatchObject({ status: 0 })
  }
  expect(readdirSync(join(folder, 'pictures'))).not.toEqual([])
  expect(openBelow(folder)).toEqual([])
})
