import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { makeClient } from '../../scripts/client.ts'

const root = join(import.meta.dirname, '../..')

/** A program as its users write it: what is wrong in it is marked, and has to be found. */
const program = `
import { createClient, verifyWebhook, WebhookRefused, SyncExpired, type Change } from '@kalends/client'
const calendar = createClient('http://127.0.0.1:1/vendor/events/v1', { token: 'x', retries: 0 })
export async function works(): Promise<string> {
  const { data, error } = await calendar.GET('/events', { params: { query: { per_page: 3, q: 'music' } } })
  if (error) return error.message
  const title: string = data.events[0]?.title ?? ''
  const one = await calendar.GET('/events/{id}', { params: { path: { id: 1 } } })
  const id: number | undefined = one.data?.id
  await calendar.PATCH('/events/{id}', { params: { path: { id: id ?? 0 } }, body: { title: 'x' } })
  for await (const change of calendar.changes({ kinds: ['event'] })) return told(change)
  return title
}
const told = ({ kind, token }: Change): string => kind + token
// @ts-expect-error a kind that is none
calendar.changes({ kinds: ['evnt'] })
// @ts-expect-error a path that is none
void (() => calendar.GET('/evnts'))
// @ts-expect-error a parameter of another type
void (() => calendar.GET('/events/{id}', { params: { path: { id: 'one' } } }))
const refused = await verifyWebhook('whsec_AAAA', {}, '').catch((error: unknown) => error)
console.log(refused instanceof WebhookRefused && refused.reason, typeof SyncExpired)
`

test('the package of the client is small, needs no other one, compiles strictly in a program of others, and runs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kalends-client-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const made = join(folder, 'node_modules/@kalends/client')
  await mkdir(made, { recursive: true })
  await makeClient(made)
  const names = await readdir(made)
  expect(names).toEqual(
    expect.arrayContaining(['LICENSE', 'README.md', 'index.d.ts', 'index.js', 'package.json', 'schema.d.ts']),
  )
  expect(gzipSync(await readFile(join(made, 'index.js'))).length).toBeLessThan(6000)
  expect(JSON.parse(await readFile(join(made, 'package.json'), 'utf8'))).not.toHaveProperty('dependencies')
  await writeFile(join(folder, 'package.json'), '{"type": "module"}')
  await writeFile(join(folder, 'program.ts'), program)
  // Types are looked for as users have them: also those of the library itself are tried.
  const options =
    '--ignoreConfig --strict --skipLibCheck false --module nodenext --target es2022 --lib es2022,dom,dom.iterable'
  await run(join(root, 'node_modules/.bin/tsc'), [...options.split(' '), '--types', '', 'program.ts'])
  expect(await run(process.execPath, ['program.js'])).toBe('signature function\n')

  async function run(file: string, args: readonly string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(file, args, { cwd: folder }).catch(
      (error: Error & { stdout?: string }) => {
        throw new Error(error.stdout === undefined || error.stdout === '' ? error.message : error.stdout)
      },
    )
    return stdout
  }
})
