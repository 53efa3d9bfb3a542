import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { settingsOf, temporaryFolder } from '../../../test/cli/sandbox.ts'
import { type Config, readConfig } from '../../config/config.ts'
import type { World } from './command.ts'
import { commands, runCommandLine } from './run.ts'

/** A command line on a terminal that the test reads. */
async function terminal() {
  const printed: string[] = []
  const served: Config[] = []
  const folder = temporaryFolder()
  const world: World = {
    environment: { ...(await settingsOf(folder)), SITE_NAME: 'Town' },
    directory: folder,
    now: () => Temporal.Instant.from('2031-03-10T10:00:00.5Z'),
    isTerminal: true,
    print: (text) => printed.push(text),
    write: async (text) => {
      printed.push(text)
    },
    remark: () => {},
    version: () => '1.2.3',
    interruptible: (work) => work(new AbortController().signal),
    pause: async () => {},
    serve: async (config) => {
      served.push(config)
    },
  }
  return { printed, served, world, run: (...words: string[]) => runCommandLine(world, words) }
}

test('on a terminal lists stand in columns, with headings', async () => {
  const { run, printed } = await terminal()
  await run('user', 'add', 'ann', '--role', 'editor', '--email', 'ann@example.org')
  await run('password', 'add', 'ann', '--name', 'my phone')
  await run('password', 'list', 'ann')
  const list = stripVTControlCharacters(printed.at(-1) ?? '')
  expect(list.split('\n')).toEqual([
    'ID  NAME      CREATED               LAST USED',
    '1   my phone  2031-03-10T10:00:00Z  -',
  ])
})

test('on a terminal a password is printed in groups', async () => {
  const { run, printed } = await terminal()
  await run('user', 'add', 'ann', '--role', 'editor', '--email', 'ann@example.org')
  expect(await run('password', 'add', 'ann', '--name', 'phone')).toBe(0)
  expect(printed.at(-1)).toMatch(/^(\w{4} ){5}\w{4}$/)
})

test('serve runs the service with the settings, and with host and port as given', async () => {
  const { run, served, world } = await terminal()
  expect(await run('serve')).toBe(0)
  expect(await run('serve', '--port', '0', '--host=::1')).toBe(0)
  const config = readConfig(world.environment)
  expect(served).toEqual([
    config,
    { ...config, port: 0, host: '::1', fixed: new Set(['HOST', 'PORT', ...config.fixed]) },
  ])
})

test('what the service dies of is said, and the exit status tells', async () => {
  const { world } = await terminal()
  const remarks: string[] = []
  const serve = () => Promise.reject(new Error('The port 80 is taken.'))
  expect(await runCommandLine({ ...world, serve, remark: (text) => remarks.push(text) }, ['serve'])).toBe(1)
  expect(remarks).toEqual(['kalends: The port 80 is taken.'])
})

test('every command has help with a line for each of its options', async () => {
  const { run, printed } = await terminal()
  for (const { name, options } of commands) {
    expect(await run(...name.split(' '), '--help')).toBe(0)
    for (const option of Object.keys(options))
      expect(printed.at(-1)).toMatch(new RegExp(`^  --${option}\\b`, 'm'))
  }
})

test('the help of a command names those that begin with it', async () => {
  const { run, printed } = await terminal()
  await run('fields', '--help')
  expect(printed.at(-1)).toMatch(
    /^Usage: kalends fields \[--json\]\n[^]*\n {2}fields add NAME +Declare [^]*\n {2}fields remove NAME/,
  )
})

test('in the help of every command the column of descriptions is kept, whatever it is of', async () => {
  const { run, printed } = await terminal()
  for (const { name } of commands) await run(...name.split(' '), '--help')
  const options = printed.flatMap((help) => help.split('\n')).filter((line) => line.startsWith('  '))
  expect(options.some((line) => line.startsWith('  --map '))).toBe(true)
  expect(options.filter((line) => !/^(?: {32}\S|  (?:-|[a-z]).{28} \S|  --\S+ \S{22,}$)/.test(line))).toEqual(
    [],
  )
})
