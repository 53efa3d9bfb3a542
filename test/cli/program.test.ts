import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, watch } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'

import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/storage/db/open.ts'
import { fillCalendar } from '../support/fill.ts'
import { programFile } from '../support/program.ts'
import {
  calendar,
  databaseIn,
  kalends,
  makeHeavy,
  type Outcome,
  settingsOf,
  temporaryFolder,
} from './sandbox.ts'

/** What only the program itself can show: signals, pipes, its exit status, several at once. All else calls commands as functions. */

/** What the program is started with in a folder that holds its data as well. */
async function startIn(folder: string, environment: NodeJS.ProcessEnv = {}) {
  const usual = { PATH: process.env['PATH'], TZ: process.env['TZ'] }
  return { cwd: folder, env: { ...usual, ...(await settingsOf(folder)), ...environment } }
}

async function run(
  folder: string,
  words: readonly string[],
  environment?: NodeJS.ProcessEnv,
): Promise<Outcome> {
  const options = await startIn(folder, environment)
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [programFile, ...words], options, (_error, stdout, stderr) =>
      resolve({ status: child.exitCode ?? -1, stdout, stderr }),
    )
  })
}

test('results are on standard output; what .env sets in vain is told once, beside them', async () => {
  expect(await run(temporaryFolder(), ['config'], { SITE_NAMEE: 'Town' })).toEqual({
    status: 0,
    stdout: expect.stringContaining('SITE_NAME'),
    stderr: 'kalends: The environment sets SITE_NAMEE, which is no setting. Did you mean SITE_NAME?\n',
  })
})

test('what is not understood has an exit status of its own', async () => {
  expect(await run(temporaryFolder(), ['frob'])).toEqual({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(/^kalends: There is no command “frob”[^\n]*\n$/),
  })
})

test('several commands at once, on a database that is not there yet, all do what they say', async () => {
  const folder = temporaryFolder()
  const logins = ['ann', 'bob', 'eve', 'eve']
  const added = await Promise.all(
    logins.map((login) =>
      run(folder, ['user', 'add', login, '--role=editor', `--email=${login}@example.org`]),
    ),
  )
  const statuses = added.map(({ status }) => status)
  expect(statuses.slice(0, 2)).toEqual([0, 0])
  expect(statuses.slice(2).toSorted((one, other) => one - other)).toEqual([0, 1])
  const told = added.filter(({ status }) => status === 0)
  expect(told.map(({ stdout }) => stdout).toSorted()).toEqual(['1\n', '2\n', '3\n'])
  for (const { stderr } of told) expect(stderr).toMatch(/^Added/)
  const listed = JSON.parse((await kalends(folder, ['user', 'list', '--json'])).stdout)
  expect(listed.map(({ login }: { login: string }) => login).toSorted()).toEqual(['ann', 'bob', 'eve'])
})

test('whatever signal breaks off what is being written, nothing of it is left, and the signal has ended the program', async () => {
  const folder = await calendar()
  makeHeavy(join(folder, 'kalends.db'), 100_000_000)
  await Promise.all(
    (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map(async (signal) => {
      const place = temporaryFolder()
      const watched = watch(place)
      onTestFinished(() => watched.close())
      const child = spawn(process.execPath, [programFile, 'backup', join(place, 'backup')], {
        ...(await startIn(folder)),
        stdio: 'ignore',
      })
      const ended = once(child, 'exit')
      // Something is written there first, or it has failed.
      await Promise.race([once(watched, 'change'), ended])
      child.kill(signal)
      expect(await ended).toEqual([null, signal])
      expect(readdirSync(place)).toEqual([])
    }),
  )
})

/** What an export says whose results go somewhere else, and its exit status. */
async function exportedTo(where: string): Promise<string> {
  const folder = await calendar()
  const db = await openDatabase(await databaseIn(folder))
  await fillCalendar(db, { events: 200, now: Temporal.Instant.from('2031-03-10T10:00:00Z'), authors: [1] })
  await db.close()
  const line = `{ "$0" "$1" export; echo "status $?" >&2; } ${where}`
  const child = spawn('sh', ['-c', line, process.execPath, programFile], await startIn(folder))
  return text(child.stderr)
}

test('who stops reading an export has it end well', async () => {
  expect(await exportedTo('| head -c 10 > /dev/null')).toBe('status 0\n')
})

test.skipIf(!existsSync('/dev/full'))('where there is no room for an export, that is said', async () => {
  expect(await exportedTo('> /dev/full')).toBe(
    'kalends: The results could not be written: ENOSPC: no space left on device, write.\nstatus 1\n',
  )
})

test('a desktop program reads and writes over standard input and output, for the user it names, while others use the calendar', async () => {
  const folder = await calendar()
  const { cwd, env } = await startIn(folder)
  const client = new Client({ name: 'test', version: '1' })
  const args = [programFile, 'mcp', '--user', 'editor']
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args,
      cwd,
      env: env as Record<string, string>,
      stderr: 'ignore',
    }),
  )
  onTestFinished(() => client.close())
  const made = await client.callTool({
    name: 'create_event',
    arguments: { title: 'Night', start_date: '2031-05-01 20:00', end_date: '2031-05-01 22:00' },
  })
  expect(made.isError, JSON.stringify(made.content)).toBeFalsy()
  const found = await client.callTool({ name: 'search_events', arguments: { when: 'may 2031' } })
  expect(found.structuredContent).toMatchObject({ total: 1, events: [{ title: 'Night' }] })

  // It has the calendar open, as a service has it: a backup may be made, and none is brought back.
  const file = join(temporaryFolder(), 'backup')
  expect(await kalends(folder, ['backup', file])).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^events\t1$/m),
  })
  expect(await kalends(folder, ['restore', file, '--force'])).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^kalends: The calendar at \S+ is in use: stop the service/),
  })
})

const speaker = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'a', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}
const handshake = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'a', version: '1' },
}

test.for<[string, readonly [string, object], object, number]>([
  ['the versions before 2026', ['initialize', handshake], {}, -32_002],
  ['that of 2026', ['server/discover', { _meta: speaker }], { _meta: speaker }, -32_602],
])(
  'what is asked in %s before the input ends is answered, and then the program ends',
  async ([, begin, beside, missing]) => {
    const folder = await calendar()
    const { cwd, env } = await startIn(folder)
    const child = spawn(process.execPath, [programFile, 'mcp', '--user', 'editor'], {
      cwd,
      env,
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    const asked: readonly (readonly [string, object])[] = [
      begin,
      ['tools/call', { name: 'search_events', arguments: {}, ...beside }],
      ['resources/read', { uri: 'kalends://events/999', ...beside }],
    ]
    const messages = asked.map(([method, params], id) => ({ jsonrpc: '2.0', id, method, params }))
    child.stdin.end(`${messages.map((message) => JSON.stringify(message)).join('\n')}\n`)
    const [said, [status]] = await Promise.all([text(child.stdout), once(child, 'exit')])
    const told = said
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const of = (id: number) => told.find((one) => one.id === id)
    expect([told.length, status]).toEqual([3, 0])
    expect(of(1).result.structuredContent).toMatchObject({ total: 0 })
    expect(of(2).error.code).toBe(missing)
  },
)
