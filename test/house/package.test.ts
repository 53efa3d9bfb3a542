import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const temporary = mkdtempSync(join(tmpdir(), 'kalends-package-'))
const folder = join(temporary, 'elsewhere')
const started: ChildProcess[] = []

beforeAll(async () => {
  await run(root, 'npm', 'run', 'pack', '--', temporary)
  const packages = readdirSync(temporary).filter((name) => name.endsWith('.tgz'))
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const packed = packages.map((name) => join(temporary, name))
  await run(
    folder,
    'npm',
    'install',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--include=optional',
    '--engine-strict=false',
    ...packed,
  )
})

afterAll(() => {
  for (const { pid } of started) killGroup(pid)
  rmSync(temporary, { recursive: true, force: true })
})

test('the package carries the program and its types, no TypeScript and no tests', () => {
  const installed = join(folder, 'node_modules/kalends')
  const files = readdirSync(installed, { recursive: true, encoding: 'utf8' })
  expect(files).toEqual(
    expect.arrayContaining([
      'LICENSE',
      'bin/kalends.js',
      'dist/cli.js',
      'dist/app.js',
      'dist/process/app.d.ts',
    ]),
  )
  expect(files.filter((name) => /(?<!\.d)\.ts$|\.test\.|\.map$/.test(name))).toEqual([])
})

test('what is installed is what our lockfile says, and takes at most 200 MB with the Node that it brings, but for the headers of that', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const modules = readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
  const installed = modules
    .filter(
      ({ name, parentPath }) =>
        name === 'package.json' && /node_modules\/(?:@[^/]+\/)?[^/]+$/.test(parentPath),
    )
    .map(({ parentPath }) => JSON.parse(readFileSync(join(parentPath, 'package.json'), 'utf8')))
    .filter(({ name }) => name !== 'kalends')
  expect(installed.length).toBeGreaterThan(20)
  const locked = new Set(
    Object.entries<{ version: string }>(packages).map(
      ([path, { version }]) => `${path.split('node_modules/').at(-1)} ${version}`,
    ),
  )
  expect(
    installed.map(({ name, version }) => `${name} ${version}`).filter((each) => !locked.has(each)),
  ).toEqual([])
  // Without a script of ours, which many refuse to run, nobody takes away what others build addons in C with: 61 MB.
  const bytes = modules
    .filter((entry) => entry.isFile() && !/node-[\w-]+[\\/]include\b/.test(entry.parentPath))
    .reduce((sum, { name, parentPath }) => sum + lstatSync(join(parentPath, name)).size, 0)
  expect(bytes).toBeLessThan(200e6)
})

test('`npx kalends --help` explains itself in the folder where the package is installed', async () => {
  expect(await run(folder, 'npx', 'kalends', '--help')).toContain('serve')
})

test('`npx kalends serve` answers, and a SIGTERM to npx ends the server too', async () => {
  const { address, server } = await serve('npx', 'kalends')
  expect((await fetch(`${address}/healthz`)).status).toBe(200)
  expect(await (await fetch(`${address}/widget.js`)).text()).toContain('kalends-calendar')
  server.kill('SIGTERM')
  await expect.poll(() => fetch(address).catch(() => 'gone')).toBe('gone')
})

test('the command run by the Node of the host answers, and a SIGTERM ends it with status 0', async () => {
  const { address, server } = await serve('node_modules/.bin/kalends')
  expect((await fetch(`${address}/healthz`)).status).toBe(200)
  server.kill('SIGTERM')
  expect(await once(server, 'exit')).toEqual([0, null])
})

/** Starts `kalends serve` on a free port, with data of its own, and waits for the line that names its address. */
async function serve(command: string, ...args: string[]) {
  const data = mkdtempSync(join(temporary, 'data-'))
  const server = spawn(command, [...args, 'serve'], {
    cwd: folder,
    env: { ...hostEnvironment(), HOST: '127.0.0.1', PORT: '0', DATA_DIR: data },
    stdio: ['ignore', 'pipe', 'inherit'],
    // In a process group of its own, so that a failing test leaves nothing running.
    detached: true,
  })
  started.push(server)
  server.stdout.setEncoding('utf8')
  let output = ''
  for await (const chunk of server.stdout.iterator({ destroyOnReturn: false })) {
    output += String(chunk)
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0]
    if (address !== undefined) return { address, server }
  }
  throw new Error(`kalends serve named no address:\n${output}`)
}

/** Answers what the command printed; throws with it when the command fails. */
async function run(directory: string, command: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(command, args, { cwd: directory, env: hostEnvironment() })
  return stdout
}

/** The environment from before `npm test`, which puts this project's Node first and its own settings around it. */
function hostEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|vitest|node_env|kalends|database_url)/i.test(name),
  )
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((entry) => !entry.includes('node_modules'))
  return { ...Object.fromEntries(kept), PATH: path.join(delimiter) }
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}
